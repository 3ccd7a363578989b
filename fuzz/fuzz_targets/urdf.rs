//! No bytes make the reader of URDF panic; what it accepts can be computed with.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stiction_formats::{RootJoint, parse_state, parse_urdf};

fuzz_target!(|bytes: &[u8]| {
    for root in [RootJoint::Fixed, RootJoint::Free] {
        match parse_urdf("robot.urdf", bytes, root, &mut |_| bytes.len() % 2 == 0) {
            Ok(robot) => {
                let model = &robot.model;
                assert_eq!(model.neutral_configuration().len(), model.configuration_size());
                assert!(parse_state("state.json", b"{}", &robot).is_ok());
                let _ = parse_state("state.json", bytes, &robot);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
