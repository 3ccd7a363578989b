//! SRDF, what ROS adds to a robot's URDF file: named poses, and links that never touch.

use crate::FormatError;
use crate::Position;
use crate::field::printable;
use crate::robot::xml::{Element, XmlFile};
use crate::robot::{Keyframe, Notice, Robot};
use crate::source::Source;

/// Takes over group states as keyframes, and disabled collisions. States of one name in several groups are one pose.
pub(super) fn add(robot: &mut Robot, name: &str, bytes: &[u8]) -> Result<(), FormatError> {
    let file = XmlFile::parse(Source::new(name, bytes)?)?;
    let root = file.root();
    if root.tag() != "robot" {
        return Err(root.error("", format!("expected <robot> as the root element, found <{}>", printable(root.tag()))));
    }
    for state in root.children("group_state") {
        let pose = state.required("name")?;
        let known = robot.keyframes.iter().position(|keyframe| keyframe.name == pose);
        let index = known.unwrap_or_else(|| {
            robot.keyframes.push(Keyframe {
                name: pose.to_owned(),
                time: 0.0,
                configuration: robot.initial.clone(),
                velocity: vec![0.0; robot.model.velocity_size()],
                control: Vec::new(),
            });
            robot.keyframes.len() - 1
        });
        for joint in state.children("joint") {
            place(robot, index, &joint)?;
        }
    }
    for pair in root.children("disable_collisions") {
        let bodies = [pair.required("link1")?, pair.required("link2")?].map(|link| robot.model.find_body(link));
        match bodies {
            [Some(first), Some(second)] => robot.excluded_pairs.push((first, second)),
            _ => remark(robot, &pair, "<disable_collisions> is ignored, because the robot does not have both links"),
        }
    }
    Ok(())
}

/// Puts a joint of a pose in its place. Where a free root is, scenes say themselves.
fn place(robot: &mut Robot, keyframe: usize, joint: &Element<'_, '_>) -> Result<(), FormatError> {
    let name = joint.required("name")?;
    let Some(numbers) = joint.numbers("value")? else {
        return Err(joint.error("", "expected an attribute 'value', found none"));
    };
    let found = robot.model.find_joint(name).map(|id| robot.model.joint(id).configuration.clone());
    match (found, numbers.as_slice()) {
        (Some(place), [value]) if place.len() == 1 => robot.keyframes[keyframe].configuration[place.start] = *value,
        _ => remark(
            robot,
            joint,
            &format!(
                "joint '{}' of a <group_state> is ignored: expected one value and a joint of the robot with one \
                 coordinate",
                printable(name)
            ),
        ),
    }
    Ok(())
}

fn remark(robot: &mut Robot, element: &Element<'_, '_>, message: &str) {
    let position = Position { line: element.line(), column: 1 };
    robot.notices.push(Notice {
        file: element.file_name().to_owned(),
        position,
        message: message.to_owned(),
        count: 1,
    });
}
