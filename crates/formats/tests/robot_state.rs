//! States by list and by joint name, and every fault of them with its place.
#![allow(clippy::unwrap_used)]

use stiction_formats::Robot;
use stiction_formats::{RobotState, RootJoint, parse_state, parse_urdf};

/// A free base, a hinge and a fixed tool.
fn robot() -> Robot {
    let mass = r#"<inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>"#;
    let text = format!(
        r#"<robot name="r"><link name="base">{mass}</link><link name="arm">{mass}</link><link name="tool"/>
        <joint name="hinge" type="continuous"><parent link="base"/><child link="arm"/></joint>
        <joint name="mount" type="fixed"><parent link="arm"/><child link="tool"/></joint></robot>"#
    );
    parse_urdf("r.urdf", text.as_bytes(), RootJoint::Free, &mut |_| false).unwrap()
}

fn read(text: &str) -> RobotState {
    parse_state("s.json", text.as_bytes(), &robot()).unwrap()
}

fn message(text: &str) -> String {
    parse_state("s.json", text.as_bytes(), &robot()).unwrap_err().to_string()
}

#[test]
fn nothing_is_neutral() {
    let state = read("{}");
    assert_eq!(state.configuration, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!((state.velocity, state.force), (vec![0.0; 7], vec![0.0; 7]));
    assert!(state.frames.is_empty());
}

#[test]
fn lists_and_names() {
    let state = read(
        r#"{"format": 1, "configuration": {"hinge": 0.5, "root": [1, 2, 3, 0, 0.7071, 0.7071, 0]},
        "velocity": [1, 2, 3, 4, 5, 6, 7], "force": {"hinge": [8]}, "frames": ["tool", "world"]}"#,
    );
    assert_eq!(state.configuration[..4], [1.0, 2.0, 3.0, 0.0]);
    // Four digits are made exact.
    assert!((state.configuration[4] - 0.5f64.sqrt()).abs() < 1e-15);
    assert_eq!(state.configuration[7], 0.5);
    assert_eq!(state.velocity, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    assert_eq!(state.force, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 8.0]);
    assert_eq!(state.frames, ["tool", "world"]);
}

#[test]
fn faults() {
    for (text, expected) in [
        ("[1]", "1:1: expected an object {\"configuration\": …, \"velocity\": …}, found a list"),
        (
            "{\"speed\": 1}",
            "1:11: speed: unknown field, expected one of \"format\", \"keyframe\", \"configuration\", \"velocity\", \"force\", \"frames\"",
        ),
        (
            "{\"configuration\": {\"hinge\": 1e300}}",
            "1:29: configuration.hinge: expected a number from -1e15 to 1e15, found 1e300",
        ),
        (
            "{\"velocity\": [0, 0, 0, 0, 0, 0, -1e30]}",
            "1:33: velocity[6]: expected a number from -1e15 to 1e15, found -1e30",
        ),
        (
            "{\"format\": 2}",
            "1:12: format: expected format 1, the newest that this version reads, found 2; a newer version may read it",
        ),
        ("{\"velocity\": [1]}", "1:14: velocity: expected 7 numbers for the model, found 1"),
        (
            "{\"velocity\": 1}",
            "1:14: velocity: expected a list of numbers, or an object from joint names to numbers, found 1.0",
        ),
        (
            "{\"velocity\":\n{\"hing\": 1}}",
            "2:10: velocity.hing: expected the name of a joint, found 'hing'; did you mean 'hinge'?",
        ),
        ("{\"force\": {\"hinge\": \"x\"}}", "1:21: force.hinge: expected a number, found \"x\""),
        ("{\"force\": {\"hinge\": [1, 2]}}", "1:21: force.hinge: expected 1 number for a revolute joint, found 2"),
        ("{\"force\": {\"root\": 1}}", "1:20: force.root: expected a list of 6 numbers, found 1.0"),
        ("{\"force\": {\"mount\": 1}}", "1:21: force.mount: expected no numbers, since it does not move, found 1.0"),
        (
            "{\"force\": {\"hinge\": 1e999}}",
            "1:21: force.hinge: expected a finite number, found a number beyond double precision",
        ),
        (
            "{\"configuration\": {\"root\": [0, 0, 0, 0, 0, 0, 0]}}",
            "1:19: configuration: joint 'root': expected a quaternion (w, x, y, z) of length 1, found length 0",
        ),
        (
            "{\"frames\": [\"arms\"]}",
            "1:13: frames[0]: expected the name of a frame or body, found 'arms'; did you mean 'arm'?",
        ),
    ] {
        assert_eq!(message(text), format!("s.json:{expected}"));
    }
}
