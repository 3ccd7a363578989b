//! No bytes make the reader of MJCF panic, whether they are the model, a part that it includes or a mesh.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stiction_formats::{TriangleMesh, parse_mjcf};

fuzz_target!(|bytes: &[u8]| {
    let mut files = |_: &str| Ok(bytes.to_vec());
    if let Ok(robot) = parse_mjcf("robot.xml", bytes, &mut files) {
        let model = &robot.model;
        assert_eq!(robot.initial.len(), model.configuration_size());
        for keyframe in &robot.keyframes {
            assert_eq!(keyframe.configuration.len(), model.configuration_size());
            assert_eq!(keyframe.velocity.len(), model.velocity_size());
            assert_eq!(keyframe.control.len(), robot.actuators.len());
        }
    }
    for name in ["mesh.stl", "mesh.obj", "mesh.msh"] {
        if let Ok(mesh) = TriangleMesh::parse(name, bytes) {
            let _ = mesh.inertia(1000.0);
        }
    }
});
