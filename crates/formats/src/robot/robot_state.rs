use crate::decode::{check_version, expected, find, index, known_fields, list, number, text};
use crate::field::{printable, several_numbers};
use crate::json::{self, Content, Value};
use crate::read::read_bytes;
use crate::robot::Robot;
use crate::scene::LARGEST_NUMBER;
use crate::source::Source;
use crate::{FieldError, FormatError, LARGEST_JSON, nearest};
use std::ops::Range;
use std::path::Path;
use stiction_linalg::kernels::norm;
use stiction_multibody::{Joint, JointKind, Model};

/// How far from one the length of a quaternion may be: as far as four digits round it.
const ROUNDED: f64 = 1e-3;

/// A state of a mechanism as a file gives it, with what is asked about it.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotState {
    /// In the model's layout; quaternions of length one.
    pub configuration: Vec<f64>,
    /// In the model's layout.
    pub velocity: Vec<f64>,
    /// Joint forces in the model's layout, N or N·m.
    pub force: Vec<f64>,
    /// Names of frames or bodies.
    pub frames: Vec<String>,
}

/// Reads a state from a file; see [`parse_state`].
pub fn read_state(path: &Path, robot: &Robot) -> Result<RobotState, FormatError> {
    parse_state(&path.display().to_string(), &read_bytes(path, LARGEST_JSON)?, robot)
}

/// Reads a state: an object with `configuration`, `velocity` and `force`, each a list in the model's layout or
/// an object from joint names to a number or a list, and `frames`, a list of names. `keyframe` names one of the
/// robot's states to start from; without it that is the configuration in which the file draws the robot, at rest.
pub fn parse_state(name: &str, bytes: &[u8], robot: &Robot) -> Result<RobotState, FormatError> {
    let source = Source::new(name, bytes)?;
    let value = json::parse(source.text).map_err(|fault| source.error(fault.offset, &fault.error))?;
    state(&value, robot).map_err(|error| source.error(value.locate(&error.path.0), &error))
}

fn state(value: &Value, robot: &Robot) -> Result<RobotState, FieldError> {
    let model = &robot.model;
    let Content::Object(members) = &value.content else {
        return Err(expected("an object {\"configuration\": …, \"velocity\": …}", value));
    };
    known_fields(members, &["format", "keyframe", "configuration", "velocity", "force", "frames"])?;
    if let Some(version) = find(members, "format") {
        check_version(index(version).map_err(|error| error.inside("format"))?)?;
    }
    let mut state = RobotState {
        configuration: robot.initial.clone(),
        velocity: vec![0.0; model.velocity_size()],
        force: vec![0.0; model.velocity_size()],
        frames: Vec::new(),
    };
    if let Some(keyframe) = find(members, "keyframe") {
        let named = text(keyframe).and_then(|name| {
            let found = robot.keyframes.iter().find(|keyframe| keyframe.name == name);
            let names = robot.keyframes.iter().map(|keyframe| keyframe.name.as_str());
            found.ok_or_else(|| FieldError::here(unknown("keyframe", &name, names)))
        });
        let keyframe = named.map_err(|error| error.inside("keyframe"))?;
        state.configuration.clone_from(&keyframe.configuration);
        state.velocity.clone_from(&keyframe.velocity);
    }
    let place = |joint: &Joint| joint.configuration.clone();
    let freedoms = |joint: &Joint| joint.velocity.clone();
    fill(members, "configuration", model, &place, &mut state.configuration)?;
    fill(members, "velocity", model, &freedoms, &mut state.velocity)?;
    fill(members, "force", model, &freedoms, &mut state.force)?;
    check_rotations(model, &state.configuration)?;
    model.normalize(&mut state.configuration);
    if let Some(frames) = find(members, "frames") {
        let frame = |value: &Value| {
            let name = text(value)?;
            if model.find_frame(&name).is_some() {
                return Ok(name);
            }
            let names = model.frames().iter().map(|frame| &frame.name);
            let names = names.chain(model.bodies().iter().map(|body| &body.name)).map(String::as_str);
            Err(FieldError::here(unknown("frame or body", &name, names)))
        };
        state.frames = list(frames, frame).map_err(|error| error.inside("frames"))?;
    }
    Ok(state)
}

/// Takes the numbers of a field, all in a list or joint by joint.
fn fill(
    members: &[(String, Value)],
    field: &str,
    model: &Model,
    place: &dyn Fn(&Joint) -> Range<usize>,
    numbers_of_all: &mut [f64],
) -> Result<(), FieldError> {
    let Some(value) = find(members, field) else { return Ok(()) };
    let filled = match &value.content {
        Content::List(_) => take(value, numbers_of_all, "the model"),
        Content::Object(joints) => joints.iter().try_for_each(|(name, value)| {
            let joint = model.find_joint(name).ok_or_else(|| {
                FieldError::here(unknown("joint", name, model.joints().iter().map(|joint| joint.name.as_str())))
            });
            let joint = joint.map(|id| model.joint(id));
            joint
                .and_then(|joint| {
                    take(value, &mut numbers_of_all[place(joint)], &format!("a {} joint", joint.kind.name()))
                })
                .map_err(|error| error.inside(name.as_str()))
        }),
        _ => Err(expected("a list of numbers, or an object from joint names to numbers", value)),
    };
    filled.map_err(|error| error.inside(field))
}

/// Takes a list of the right length, or a number where one is wanted.
fn take(value: &Value, into: &mut [f64], whose: &str) -> Result<(), FieldError> {
    let found = match (&value.content, into.len()) {
        (Content::List(_), _) => list(value, bounded)?,
        (Content::Number(_), 1) => vec![bounded(value)?],
        (_, 0) => return Err(expected("no numbers, since it does not move", value)),
        (_, 1) => return Err(expected("a number", value)),
        (_, wanted) => return Err(expected(&format!("a list of {wanted} numbers"), value)),
    };
    if found.len() != into.len() {
        let message = format!("expected {} for {whose}, found {}", several_numbers(into.len()), found.len());
        return Err(FieldError::here(message));
    }
    into.copy_from_slice(&found);
    Ok(())
}

/// A number that a mechanism can be at, or move with.
fn bounded(value: &Value) -> Result<f64, FieldError> {
    match number(value)? {
        number if number.abs() <= LARGEST_NUMBER => Ok(number),
        _ => Err(expected(&format!("a number from -{LARGEST_NUMBER:e} to {LARGEST_NUMBER:e}"), value)),
    }
}

fn check_rotations(model: &Model, configuration: &[f64]) -> Result<(), FieldError> {
    for joint in model.joints() {
        let start = match joint.kind {
            JointKind::Spherical => joint.configuration.start,
            JointKind::Free => joint.configuration.start + 3,
            _ => continue,
        };
        let length = norm(&configuration[start..start + 4]);
        if (length - 1.0).abs() > ROUNDED {
            let message = format!(
                "joint '{}': expected a quaternion (w, x, y, z) of length 1, found length {length}",
                printable(&joint.name)
            );
            return Err(FieldError::at("configuration", message));
        }
    }
    Ok(())
}

fn unknown<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str>) -> String {
    let hint = nearest(name, names).map_or(String::new(), |near| format!("; did you mean '{}'?", printable(near)));
    format!("expected the name of a {what}, found '{}'{hint}", printable(name))
}
