//! Robots from files of their own, put into scenes.

use super::reference::Arm;
use std::path::PathBuf;
use stiction_formats::{LoadedScene, SceneFile, SceneFolder, read_robot};
use stiction_simulation::World;

fn robots() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../data/multibody/robots"].iter().collect()
}

fn load(text: &str) -> LoadedScene {
    let text = format!("version = 1\n{text}");
    let file = SceneFile::parse("s.toml", text.as_bytes(), &[] as &[&str]).unwrap();
    file.resolve("s", &mut SceneFolder(robots())).unwrap_or_else(|error| panic!("{error}"))
}

const FLOOR: &str = "[[fixed]]\nname = \"floor\"\nshape = { kind = \"plane\" }\n";

/// A quadruped is let go just above the floor: its own shapes leave each other alone, its feet do not sink in.
#[test]
fn a_quadruped_lands_on_its_feet() {
    let robot = "[[include]]\nfile = \"anymal_c.urdf\"\nroot = \"free\"\nposition = [0, 0, 0.6]\n\
        positions = { LF_HFE = 0.4, RF_HFE = 0.4, LH_HFE = -0.4, RH_HFE = -0.4, LF_KFE = -0.8, RF_KFE = -0.8, LH_KFE = 0.8, RH_KFE = 0.8 }\n";
    let scene = load(&format!("{FLOOR}{robot}")).scene;
    assert_eq!(scene.model.velocity_size(), 18);
    let mut world = World::new(scene).unwrap();
    let mut touching = 0;
    for _ in 0..200 {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "{report:?}");
        if report.step == 1 {
            assert_eq!(report.penetration, 0.0);
        }
        touching = touching.max(world.contacts().iter().filter(|contact| world.impulse(contact).x > 0.0).count());
    }
    assert!(touching >= 4, "{touching}");
    // Its own notices are told once.
    let notices = load(robot).notices;
    let hatch = notices.iter().filter(|notice| notice.message.contains("'hatch'")).count();
    assert_eq!(hatch, 1, "{notices:?}");
}

/// Every robot file that comes with the project has in a scene the masses, joints and loops that it has by itself.
#[test]
fn robots_are_in_a_scene_what_they_are_alone() {
    for name in ["anymal_c.urdf", "g1.urdf", "panda.urdf", "arm.xml", "biped.xml"] {
        let alone = read_robot(&robots().join(name), None).unwrap();
        let include =
            format!("[[include]]\nfile = \"{name}\"\nprefix = \"PREFIX\"\nposition = [X, 0, 1]\nlenient = true\n");
        let twice =
            include.replace("PREFIX", "a ").replace('X', "0") + &include.replace("PREFIX", "b ").replace('X', "3");
        let LoadedScene { scene, .. } = load(&twice);
        let model = &scene.model;
        assert_eq!(model.bodies().len(), 2 * alone.model.bodies().len() - 1, "{name}");
        assert_eq!(model.velocity_size(), 2 * alone.model.velocity_size(), "{name}");
        assert!((model.mass() - 2.0 * alone.model.mass()).abs() < 1e-9, "{name}");
        assert_eq!(model.closures().len(), 2 * alone.model.closures().len(), "{name}");
        assert_eq!(model.couplings().len(), 2 * alone.model.couplings().len(), "{name}");
        // Both stand as the robot alone does, each in its place.
        let world = World::new(scene.clone()).unwrap();
        let bodies = world.bodies();
        let mut kinematics = stiction_multibody::dynamics::Kinematics::new(&alone.model);
        kinematics.update(&alone.model, &alone.initial);
        for id in alone.model.body_ids().skip(1) {
            let pose = kinematics.body_pose(&alone.model, id);
            for (prefix, x) in [("a ", 0.0), ("b ", 3.0)] {
                let there = model.find_body(&format!("{prefix}{}", alone.model.body(id).name)).unwrap();
                let found = bodies[there.index()].position - pose.position;
                let expected = stiction_linalg::space::Vector3::new(x, 0.0, 1.0);
                assert!((found - expected).norm() < 1e-12, "{name}: {found:?}");
            }
        }
    }
}

#[test]
fn a_geometry_that_cannot_be_made_is_refused_or_left_out() {
    let text = "version = 1\n[[include]]\nfile = \"panda.urdf\"\n";
    let file = SceneFile::parse("s.toml", text.as_bytes(), &[] as &[&str]).unwrap();
    let error = file.resolve("s", &mut SceneFolder(robots())).unwrap_err().to_string();
    assert!(error.starts_with("s.toml:3:8: include[0].file: geometry '"), "{error}");
    assert!(error.ends_with(".stl: not found; lenient = true ignores the geometry"), "{error}");
    let notices = load("[[include]]\nfile = \"panda.urdf\"\nlenient = true\n").notices;
    assert!(
        notices
            .iter()
            .any(|notice| notice.message.starts_with("geometry '") && notice.message.contains("' is ignored: ")),
        "{notices:?}"
    );
}

/// What is fixed to a body is the body's neighbour's neighbour too, and never touches the body itself.
#[test]
fn what_is_fixed_together_never_touches() {
    let ball = |name: &str, more: &str| {
        format!("[[body]]\nname = \"{name}\"\nmass = 1\nshape = {{ kind = \"sphere\", radius = 1 }}\n{more}\n")
    };
    let hinge = "joint = { kind = \"revolute\", axis = [0, 1, 0] }";
    let scene = |more: &str| {
        let bodies = [
            ball("a", ""),
            ball("b", "parent = \"a\"\njoint = \"fixed\""),
            ball("c", &format!("parent = \"b\"\n{hinge}")),
            ball("d", &format!("parent = \"c\"\n{hinge}")),
        ];
        let text = format!("version = 1\n{more}\n{}", bodies.concat());
        let file = SceneFile::parse("s.toml", text.as_bytes(), &[] as &[&str]).unwrap();
        let mut never = file.resolve("s", &mut Arm).unwrap().scene.filter.never;
        never.sort_unstable();
        never.dedup();
        never
    };
    assert_eq!(scene(""), [(1, 2), (1, 3), (2, 3), (3, 4)]);
    assert_eq!(scene("neighbours_touch = true"), [(1, 2)]);
}

/// A free joint gives a body the frame of its parent, and holds nothing together.
#[test]
fn a_free_body_touches_the_body_whose_frame_it_has() {
    let joint = |kind: &str| {
        format!(
            "version = 1\n[[fixed]]\nname = \"slope\"\norientation = {{ axis = [0, 1, 0], angle_deg = 20 }}\n\
             shape = {{ kind = \"plane\" }}\n[[body]]\nname = \"box\"\nparent = \"slope\"\njoint = {kind}\nmass = 2\n\
             position = [0, 0, 0.05]\nshape = {{ kind = \"box\", size = [0.2, 0.2, 0.1] }}\n"
        )
    };
    let never = |kind: &str| {
        let file = SceneFile::parse("s.toml", joint(kind).as_bytes(), &[] as &[&str]).unwrap();
        file.resolve("s", &mut Arm).unwrap().scene.filter.never
    };
    assert_eq!(never("\"free\""), []);
    assert_eq!(never("{ kind = \"prismatic\", axis = [1, 0, 0] }"), [(1, 2)]);
}

/// A pose is one of an SRDF file beside the robot's, zero, or a file of its own; and links that never touch do not.
#[test]
fn poses_come_from_files_beside_the_robot() {
    let folder = std::env::temp_dir().join(format!("stiction-poses-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write(
        "two.urdf",
        "<robot name='two'><link name='base'/>\
         <link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>\
         <link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>\
         <joint name='first' type='continuous'><parent link='base'/><child link='a'/></joint>\
         <joint name='second' type='continuous'><parent link='base'/><child link='b'/></joint></robot>",
    );
    write(
        "two.srdf",
        "<robot name='two'><group_state name='bent' group='left'><joint name='first' value='0.5'/></group_state>\
         <group_state name='bent' group='right'><joint name='second' value='-0.25'/></group_state>\
         <group_state name='half' group='left'><joint name='first' value='1'/><joint name='gone' value='2'/></group_state>\
         <disable_collisions link1='a' link2='b' reason='Never'/></robot>",
    );
    write("own.json", "{\"configuration\": {\"second\": 3}}");
    let load = |pose: &str, rest: &str| {
        let text = format!("version = 1\n[[include]]\nfile = \"two.urdf\"\npose = \"{pose}\"\n{rest}");
        let file = SceneFile::parse("s.toml", text.as_bytes(), &[] as &[&str]).unwrap();
        file.resolve("s", &mut SceneFolder(folder.clone()))
    };
    for (pose, rest, expected) in [
        ("bent", "", [0.5, -0.25]),
        ("half", "", [1.0, 0.0]),
        ("zero", "", [0.0, 0.0]),
        ("own.json", "", [0.0, 3.0]),
        ("bent", "positions = { first = 2 }", [2.0, -0.25]),
    ] {
        let loaded = load(pose, rest).unwrap();
        assert_eq!(loaded.scene.initial.configuration, expected, "{pose}");
        assert!(loaded.scene.filter.never.contains(&(2, 3)), "{:?}", loaded.scene.filter);
        assert!(loaded.notices.iter().any(|notice| notice.message.contains("'gone'")), "{:?}", loaded.notices);
    }
    let refused = load("bnt", "").unwrap_err().to_string();
    assert!(
        refused.ends_with("expected one of bent, half, zero, or a file that ends in .json, found 'bnt'"),
        "{refused}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
