use crate::constraint::{ClosureKind, LoopClosure};
use crate::dynamics::{Kinematics, Motions, unit_motion};
use crate::model::{BodyId, Joint, JointDescription, JointKind, Model, ModelElement, ModelError, State};
use crate::spatial::Wrench;
use stiction_linalg::space::{Matrix3, Pose, Quaternion, Symmetric3, Vector3};
use stiction_linalg::{Cholesky, DenseMatrix};

/// A mechanism in redundant coordinates: a free joint for each body that moves by itself, and every joint of
/// the tree a loop closure. Bodies, frames and closures keep their ids and names; a joint's closure bears the
/// name of the joint, or one made from it where that is taken.
#[derive(Clone, Debug)]
pub struct Redundant {
    /// The mechanism.
    pub model: Model,
    /// Of each body: the place, among the mechanism's closures, of the one that stands for its joint.
    closures: Vec<Option<usize>>,
}

impl Model {
    /// The same mechanism with six coordinates for each body, for comparison on the same scene. What
    /// belongs to a joint's own coordinate has no place there: springs, damping, friction and limits are
    /// left out and noted among the remarks. Refused are armature and couplings, which change the motion by
    /// themselves; bodies without mass or inertia of their own; and stacked joints that are not known to be
    /// one joint.
    pub fn to_redundant(&self) -> Result<Redundant, ModelError> {
        let mut builder = Model::builder(format!("{} (redundant)", self.name));
        builder.set_gravity(self.gravity)?;
        if let Some(coupling) = self.couplings.first() {
            let element = ModelElement::Constraint(coupling.name.clone());
            return Err(ModelError::new(
                element,
                "a coupling of coordinates cannot be expressed in redundant coordinates",
            ));
        }
        for body in &self.bodies[1..] {
            let joints = self.moving_joints(body.joints.clone());
            if joints.is_empty() {
                let placement =
                    self.joints[body.joints.clone()].iter().fold(Pose::IDENTITY, |pose, joint| pose * joint.placement);
                let joint = JointDescription::fixed(format!("{} (fixed)", body.name)).at(placement);
                builder.add_body_at(&body.name, body.parent, vec![joint], body.in_joint, body.inertia)?;
            } else {
                let joint = JointDescription::free(format!("{} (free)", body.name));
                builder.add_body(&body.name, builder.world(), vec![joint], body.inertia)?;
            }
        }
        self.check_masses()?;
        let mut closures = vec![None; self.bodies.len()];
        for closure in &self.closures {
            builder.add_closure(closure.clone())?;
        }
        let mut count = self.closures.len();
        for (index, body) in self.bodies.iter().enumerate().skip(1) {
            let joints = self.moving_joints(body.joints.clone());
            let Some(first) = joints.first() else { continue };
            for joint in &joints {
                for remark in self.left_out(joint)? {
                    builder.remark(ModelError::new(ModelElement::Joint(joint.name.clone()), remark));
                }
            }
            let placements = self.placements(body.joints.clone());
            let Some((kind, in_first, in_last)) = one_closure(&joints, &placements) else {
                let element = ModelElement::Joint(first.name.clone());
                let message = "expected stacked joints that are equivalent to one known joint, found another stack";
                return Err(ModelError::new(element, message));
            };
            if let Some(kind) = kind {
                // The first frame hangs on the parent, the last one on the body.
                let first_frame = placements[0] * in_first;
                let last_frame = body.in_joint.inverse() * self.after_last(body.joints.clone()).inverse() * in_last;
                let mut name = first.name.clone();
                while self.closures.iter().any(|closure| closure.name == name) {
                    name.push_str(" (joint)");
                }
                closures[index] = Some(count);
                count += 1;
                builder.add_closure(LoopClosure {
                    name,
                    kind,
                    first: (body.parent, first_frame),
                    second: (BodyId(index), last_frame),
                })?;
            }
        }
        for frame in &self.frames {
            builder.add_frame(&frame.name, frame.body, frame.placement)?;
        }
        Ok(Redundant { model: builder.build()?, closures })
    }

    /// Each body that moves by itself must resist every motion of its own.
    fn check_masses(&self) -> Result<(), ModelError> {
        for (index, link) in self.links.iter().enumerate().skip(1) {
            let Some(body) = self.bodies.iter().find(|body| body.link == index) else { continue };
            let inertia = &link.inertia;
            let mut sound = inertia.mass > 0.0;
            if sound {
                let centre = inertia.first * (1.0 / inertia.mass);
                let moments = inertia.second - Symmetric3::parallel_axes(centre, centre * (0.5 * inertia.mass));
                let [least, _, largest] = moments.eigenvalues();
                let rounding = 1e-13 * inertia.second.to_matrix().determinant().abs().cbrt();
                sound = least > 1e-13 * largest && least > rounding;
            }
            if !sound {
                let element = ModelElement::Body(body.name.clone());
                let message = "expected a mass and an inertia about each axis, which redundant coordinates need";
                return Err(ModelError::new(element, message));
            }
        }
        Ok(())
    }

    fn moving_joints(&self, joints: std::ops::Range<usize>) -> Vec<&Joint> {
        self.joints[joints].iter().filter(|joint| joint.kind != JointKind::Fixed).collect()
    }

    /// Of each joint that moves: its frame in the frame of the moving joint before it, or the parent's.
    fn placements(&self, joints: std::ops::Range<usize>) -> Vec<Pose> {
        let mut placements = Vec::new();
        let mut pose = Pose::IDENTITY;
        for joint in &self.joints[joints] {
            pose = pose * joint.placement;
            if joint.kind != JointKind::Fixed {
                placements.push(pose);
                pose = Pose::IDENTITY;
            }
        }
        placements
    }

    /// The way from the last joint that moves to the last joint.
    fn after_last(&self, joints: std::ops::Range<usize>) -> Pose {
        let mut pose = Pose::IDENTITY;
        for joint in &self.joints[joints] {
            pose = if joint.kind == JointKind::Fixed { pose * joint.placement } else { Pose::IDENTITY };
        }
        pose
    }

    fn left_out(&self, joint: &Joint) -> Result<Vec<String>, ModelError> {
        let properties: Vec<_> = joint.velocity.clone().map(|k| self.freedoms[k].properties).collect();
        if properties.iter().any(|p| p.armature != 0.0) {
            let element = ModelElement::Joint(joint.name.clone());
            return Err(ModelError::new(element, "armature cannot be expressed in redundant coordinates"));
        }
        let parts = [
            ("damping", properties.iter().any(|p| p.damping != 0.0)),
            ("stiffness", properties.iter().any(|p| p.stiffness != 0.0)),
            ("friction", properties.iter().any(|p| p.friction != 0.0)),
            ("effort limit", properties.iter().any(|p| p.effort_limit.is_finite())),
            ("velocity limit", properties.iter().any(|p| p.velocity_limit.is_finite())),
            ("limits", joint.angle_limit.is_some() || properties.iter().any(|p| p.limits.is_some())),
        ];
        let missing = parts.into_iter().filter(|(_, there)| *there);
        Ok(missing.map(|(what, _)| format!("{what}: ignored in redundant coordinates")).collect())
    }
}

/// The closure that stands for a stack of joints (none for a free motion), with its frame in the first
/// joint's frame and its frame in the last one's. None if there is no such closure.
fn one_closure(joints: &[&Joint], placements: &[Pose]) -> Option<(Option<ClosureKind>, Pose, Pose)> {
    let along = |axis: Vector3| {
        let (x, y) = axis.tangents();
        Pose::new(Matrix3::from_columns(x, y, axis), Vector3::ZERO)
    };
    let same = |kind: ClosureKind, axis: Vector3| Some((Some(kind), along(axis), along(axis)));
    if let [joint] = joints {
        return match joint.kind {
            JointKind::Fixed => None,
            JointKind::Revolute { axis } => same(ClosureKind::Revolute, axis),
            JointKind::Prismatic { axis } => same(ClosureKind::Prismatic, axis),
            JointKind::Screw { axis, pitch } => same(ClosureKind::Screw { pitch }, axis),
            JointKind::Cylindrical { axis } => same(ClosureKind::Cylindrical, axis),
            JointKind::Universal { first, second } => {
                Some((Some(ClosureKind::Universal { cosine: first.dot(second) }), along(first), along(second)))
            }
            JointKind::Spherical => Some((Some(ClosureKind::Point), Pose::IDENTITY, Pose::IDENTITY)),
            JointKind::Planar { normal } => same(ClosureKind::Planar, normal),
            JointKind::Free => Some((None, Pose::IDENTITY, Pose::IDENTITY)),
        };
    }
    // Each later joint's frame in the first one's, nothing having moved.
    let mut frames = vec![Pose::IDENTITY];
    for placement in &placements[1..] {
        let last = *frames.last()?;
        frames.push(last * *placement);
    }
    let turns = |k: usize| match joints[k].kind {
        JointKind::Revolute { axis } => Some(frames[k].rotation * axis),
        _ => None,
    };
    let shifts = |k: usize| match joints[k].kind {
        JointKind::Prismatic { axis } => Some(frames[k].rotation * axis),
        _ => None,
    };
    let (last, end) = (joints.len() - 1, *frames.last()?);
    let into_last = |pose: Pose| end.inverse() * pose;
    let one_point = || frames.iter().all(|frame| frame.position.norm() < 1e-12);
    let independent = |a: Vector3, b: Vector3, c: Vector3| a.dot(b.cross(c)).abs() > 1e-6;
    match last {
        1 => {
            if let (Some(a), Some(b)) = (turns(0), turns(1)) {
                // The axes meet where they are nearest to each other, if they do.
                let normal = a.cross(b);
                if normal.norm() < 1e-6 || normal.dot(end.position).abs() > 1e-12 {
                    return None;
                }
                let point = a * (end.position.cross(b).dot(normal) / normal.norm_squared());
                let at = |axis: Vector3| Pose::new(along(axis).rotation, point);
                return Some((Some(ClosureKind::Universal { cosine: a.dot(b) }), at(a), into_last(at(b))));
            }
            let (a, b) = (turns(0).or(shifts(0))?, turns(1).or(shifts(1))?);
            let mixed = turns(0).is_some() != turns(1).is_some();
            // On one line: the second frame's origin off the axis by nothing.
            let line = a.cross(b).norm() < 1e-12 && a.cross(end.position).norm() < 1e-12;
            (mixed && line).then(|| (Some(ClosureKind::Cylindrical), along(a), into_last(along(a))))
        }
        2 => {
            if let (Some(a), Some(b), Some(c)) = (turns(0), turns(1), turns(2)) {
                // Three hinges in one point are a ball, whose middle axis must not be in line with an outer one.
                let ball = one_point() && a.cross(b).norm() > 1e-6 && b.cross(c).norm() > 1e-6;
                return ball.then_some((Some(ClosureKind::Point), Pose::IDENTITY, into_last(Pose::IDENTITY)));
            }
            if let (Some(a), Some(b), Some(c)) = (shifts(0), shifts(1), shifts(2)) {
                let space = independent(a, b, c);
                return space.then_some((Some(ClosureKind::Orientation), Pose::IDENTITY, into_last(Pose::IDENTITY)));
            }
            // Two shifts and a turn, in any order.
            let turn = (0..3).find(|&k| turns(k).is_some())?;
            let (c, a, b) = (turns(turn)?, shifts((turn + 1) % 3)?, shifts((turn + 2) % 3)?);
            let plane = a.cross(b).norm() > 1e-6 && a.dot(c).abs() < 1e-12 && b.dot(c).abs() < 1e-12;
            plane.then(|| (Some(ClosureKind::Planar), along(c), into_last(along(c))))
        }
        // Shifts in three directions and a ball are a free motion.
        3 if joints[3].kind == JointKind::Spherical => {
            let space = independent(shifts(0)?, shifts(1)?, shifts(2)?);
            space.then_some((None, Pose::IDENTITY, Pose::IDENTITY))
        }
        _ => None,
    }
}

impl Redundant {
    /// The place among the mechanism's closures of the one that stands for a body's joint; none for a body
    /// that was free or part of another.
    pub fn closure_of(&self, body: BodyId) -> Option<usize> {
        self.closures[body.0]
    }

    /// The state of this mechanism that agrees with a state of the one it was made from.
    pub fn state(&self, minimal: &Model, state: &State) -> State {
        let mut kinematics = Kinematics::new(minimal);
        kinematics.update(minimal, &state.configuration);
        let mut motions = Motions::new(minimal);
        motions.update_velocities(minimal, &kinematics, &state.velocity);
        let mut result = State::neutral(&self.model);
        result.time = state.time;
        for joint in self.model.joints.iter().filter(|joint| joint.kind == JointKind::Free) {
            let pose = kinematics.body_pose(minimal, joint.body);
            let motion = motions.velocity(minimal, &kinematics, joint.body, pose.position);
            let quaternion = Quaternion::from_matrix(&pose.rotation).to_array();
            let place = pose.position.to_array().into_iter().chain(quaternion);
            for (number, value) in result.configuration[joint.configuration.clone()].iter_mut().zip(place) {
                *number = value;
            }
            let (angular, linear) =
                (pose.rotation.transpose_mul(motion.angular), pose.rotation.transpose_mul(motion.linear));
            let moving = angular.to_array().into_iter().chain(linear.to_array());
            for (number, value) in result.velocity[joint.velocity.clone()].iter_mut().zip(moving) {
                *number = value;
            }
        }
        result
    }

    /// Forces on this mechanism's bodies that do what joint forces do in the one it was made from, at one of
    /// its configurations: each joint pushes its body and its parent apart. Gives the forces, and for each
    /// body the wrench on it by its joint's drive, world axes, about the joint's point.
    pub fn force(&self, minimal: &Model, kinematics: &Kinematics, force: &[f64]) -> (Vec<f64>, Vec<Wrench>) {
        let mut result = vec![0.0; self.model.velocity_size()];
        let mut drives = vec![Wrench::ZERO; minimal.bodies.len()];
        for (index, body) in minimal.bodies.iter().enumerate().skip(1) {
            let freedoms: Vec<usize> =
                minimal.joints[body.joints.clone()].iter().flat_map(|joint| joint.velocity.clone()).collect();
            if freedoms.is_empty() {
                continue;
            }
            // The smallest wrench w with Sᵀ w = f: what more a drive exerts, its joint takes up.
            let point = kinematics.poses[body.link].position;
            let motions: Vec<_> = freedoms.iter().map(|&k| unit_motion(minimal, kinematics, k, point)).collect();
            let gram = DenseMatrix::from_function(freedoms.len(), freedoms.len(), |i, j| {
                Wrench::new(motions[i].angular, motions[i].linear).power(motions[j])
            });
            let mut shares: Vec<f64> = freedoms.iter().map(|&k| force[k]).collect();
            let mut cholesky = Cholesky::new();
            if cholesky.factor_with(freedoms.len(), |j, column| column.copy_from_slice(&gram.column(j)[j..])) {
                cholesky.solve(&mut shares);
            }
            let mut wrench = Wrench::ZERO;
            for (motion, share) in motions.iter().zip(&shares) {
                wrench += Wrench::new(motion.angular, motion.linear) * *share;
            }
            drives[index] = wrench;
            for (on, sign) in [(BodyId(index), 1.0), (body.parent, -1.0)] {
                self.push(minimal, kinematics, on, wrench * sign, point, &mut result);
            }
        }
        (result, drives)
    }

    /// Adds a wrench on a body to the forces on its free joint.
    fn push(
        &self,
        minimal: &Model,
        kinematics: &Kinematics,
        mut body: BodyId,
        wrench: Wrench,
        point: Vector3,
        force: &mut [f64],
    ) {
        loop {
            if body == BodyId::WORLD {
                return;
            }
            let joint = &self.model.joints[self.model.bodies[body.0].joints.start];
            if joint.kind != JointKind::Free {
                body = self.model.bodies[body.0].parent;
                continue;
            }
            let pose = kinematics.body_pose(minimal, body);
            let Wrench { moment, force: push } = wrench.about(point - pose.position);
            let local = pose.rotation.transpose_mul(moment).to_array().into_iter();
            let local = local.chain(pose.rotation.transpose_mul(push).to_array());
            for (number, value) in force[joint.velocity.clone()].iter_mut().zip(local) {
                *number += value;
            }
            return;
        }
    }
}
