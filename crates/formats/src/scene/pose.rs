//! Where a robot begins: the pose that is asked for, with what is said of single joints, set down on the ground.

use crate::field::printable;
use crate::scene::form;
use crate::scene::include_file::IncludeFile;
use crate::scene::place::Fault;
use crate::scene::read::SceneFiles;
use crate::scene::robot::elsewhere;
use crate::scene::scene_file::SceneFile;
use crate::scene::value::{LARGEST_NUMBER, Reference};
use crate::{FormatError, GeometryRole, Robot};
use stiction_collision::{Collider, Detector, Filter, Groups, Shape};
use stiction_linalg::kernels::norm;
use stiction_linalg::space::{Pose, Vector3};
use stiction_multibody::dynamics::Kinematics;
use stiction_multibody::{BodyId, Joint, JointKind, Model, State};

/// The state of a robot at the start, in the layout of its own model.
pub(super) fn begin(include: &IncludeFile, robot: &Robot, files: &mut dyn SceneFiles) -> Result<State, Fault> {
    let model = &robot.model;
    let mut state = State::neutral(model);
    match &include.pose {
        Some(pose) => take_pose(pose, robot, files, &mut state)?,
        None => state.configuration.clone_from(&robot.initial),
    }
    for (joint, numbers) in given(&include.positions, model, |joint| joint.configuration.len())? {
        state.configuration[joint.configuration.clone()].copy_from_slice(numbers);
    }
    for (joint, numbers) in given(&include.velocities, model, |joint| joint.velocity.len())? {
        state.velocity[joint.velocity.clone()].copy_from_slice(numbers);
    }
    for joint in model.joints() {
        let numbers = [&state.configuration[joint.configuration.clone()], &state.velocity[joint.velocity.clone()]];
        if let Some(number) = numbers.into_iter().flatten().find(|number| number.abs() > LARGEST_NUMBER) {
            let joint = printable(&joint.name);
            let message = format!(
                "expected numbers from -{LARGEST_NUMBER:e} to {LARGEST_NUMBER:e}, found {number:e} at joint '{joint}'"
            );
            return Err(include.pose.as_ref().unwrap_or(&include.file).fault(message));
        }
    }
    Ok(state)
}

fn take_pose(pose: &Reference, robot: &Robot, files: &mut dyn SceneFiles, state: &mut State) -> Result<(), Fault> {
    let named = robot.keyframes.iter().find(|keyframe| keyframe.name == pose.name && !keyframe.name.is_empty());
    if let Some(keyframe) = named {
        state.configuration.clone_from(&keyframe.configuration);
        state.velocity.clone_from(&keyframe.velocity);
    } else if pose.name.ends_with(".json") {
        let found = files.state(&pose.name, robot).map_err(|error| elsewhere(error, pose))?;
        (state.configuration, state.velocity) = (found.configuration, found.velocity);
    } else if pose.name != "zero" {
        let names = robot.keyframes.iter().map(|keyframe| keyframe.name.as_str()).filter(|name| !name.is_empty());
        let known: Vec<&str> = names.chain(["zero"]).collect();
        let found = printable(&pose.name);
        return Err(
            pose.fault(format!("expected one of {}, or a file that ends in .json, found '{found}'", known.join(", ")))
        );
    }
    Ok(())
}

/// The include with its placement moved along z so that the lowest shape is where the placement says; none where it is not
/// asked for, or nothing has a lowest point. What is part of the world stays out of account.
pub(super) fn set_down(
    include: &IncludeFile,
    robot: &Robot,
    start: &State,
    files: &mut dyn SceneFiles,
) -> Option<IncludeFile> {
    if !include.on_ground {
        return None;
    }
    let lowest = lowest(include, robot, start, files, |body| body != BodyId::WORLD)?;
    let mut lowered = include.clone();
    lowered.placement.position.z -= lowest;
    Some(lowered)
}

impl SceneFile {
    /// How far down the shapes of the robots that the scene includes reach at the start, m: the z of the lowest.
    pub(super) fn lowest(&self, files: &mut dyn SceneFiles) -> Result<Option<f64>, FormatError> {
        let reach = |include: &IncludeFile, files: &mut dyn SceneFiles| {
            let robot = files.robot(&include.file.name, include.root);
            let robot = robot.map_err(|error| elsewhere(error, &include.file))?;
            let start = begin(include, &robot, files)?;
            let above = lowest(include, &robot, &start, files, |_| true);
            Ok(above.map(|above| include.placement.position.z + above))
        };
        let mut found: Option<f64> = None;
        for include in &self.includes {
            let z = reach(include, files).map_err(|fault| self.sources.error(fault))?;
            found = z.into_iter().chain(found).reduce(f64::min);
        }
        Ok(found)
    }
}

/// How high the lowest shape of some bodies is above the placement, m.
fn lowest(
    include: &IncludeFile,
    robot: &Robot,
    start: &State,
    files: &mut dyn SceneFiles,
    counts: impl Fn(BodyId) -> bool,
) -> Option<f64> {
    let model = &robot.model;
    let mut kinematics = Kinematics::new(model);
    kinematics.update(model, &start.configuration);
    // The ground, then the bodies.
    let mut poses = vec![Pose::IDENTITY];
    poses.extend(model.body_ids().map(|body| include.placement * kinematics.body_pose(model, body)));
    let height = include.placement.position.z;
    let ground = Pose::from_position(Vector3::new(0.0, 0.0, height));
    // Nothing but the ground touches the robot here.
    let (ground_groups, robot_groups) = (Groups { member: 1, with: 2 }, Groups { member: 2, with: 1 });
    let mut colliders =
        vec![Collider { groups: ground_groups, ..Collider::new("ground", 0, ground, Shape::HalfSpace) }];
    let mut reach = 1.0_f64;
    let touching = robot.geometries.iter().filter(|geometry| geometry.role != GeometryRole::Visual);
    for geometry in touching.filter(|geometry| counts(geometry.body) && geometry.masks != (0, 0)) {
        // What cannot be made is said where shapes are.
        let Ok(shape) = form::of_robot(&geometry.shape, files) else { continue };
        let Some(radius) = shape.bounding_radius() else { continue };
        let body = geometry.body.index() + 1;
        let placed = poses[body] * geometry.pose;
        reach = reach.max((placed.position.z - height).abs() + 2.0 * radius);
        colliders.push(Collider { groups: robot_groups, ..Collider::new("", body, geometry.pose, shape) });
    }
    let mut detector = Detector::new(colliders, Filter::default()).ok()?;
    let gaps = detector.detect(&poses, reach).iter().map(|point| point.gap);
    Some(gaps.fold(f64::INFINITY, f64::min)).filter(|lowest| lowest.is_finite())
}

/// The joints that numbers are given for, each as many as the joint has.
fn given<'i, 'm>(
    list: &'i [(Reference, Vec<f64>)],
    model: &'m Model,
    size: impl Fn(&Joint) -> usize,
) -> Result<Vec<(&'m Joint, &'i Vec<f64>)>, Fault> {
    let mut found = Vec::new();
    for (name, numbers) in list {
        let Some(joint) = model.joints().iter().find(|joint| joint.name == name.name) else {
            return Err(name.unknown("joint", model.joints().iter().map(|joint| joint.name.as_str())));
        };
        if numbers.len() != size(joint) {
            let wanted = size(joint);
            let plural = if wanted == 1 { "" } else { "s" };
            return Err(name.fault(format!("expected {wanted} number{plural}, found {}", numbers.len())));
        }
        let quaternion = match (&joint.kind, numbers.len()) {
            (JointKind::Free, 7) => &numbers[3..],
            (JointKind::Spherical, 4) => &numbers[..],
            _ => &[1.0][..],
        };
        if (norm(quaternion) - 1.0).abs() > 1e-3 {
            return Err(name.fault("expected a quaternion (w, x, y, z) of length 1"));
        }
        found.push((joint, numbers));
    }
    Ok(found)
}
