use crate::scene::include_file::IncludeFile;
use crate::scene::motor::Hold;
use crate::scene::overlaps::Apart;
use crate::scene::place::Fault;
use crate::scene::pose::{begin, set_down};
use crate::scene::read::SceneFiles;
use crate::scene::resolve::Assembly;
use crate::scene::start::Start;
use crate::scene::value::Reference;
use crate::{FormatError, Robot};
use stiction_linalg::space::{Pose, Quaternion, Vector3};
use stiction_multibody::{
    BodyId, Coupling, JointDescription, JointId, JointKind, LoopClosure, Model, ModelElement, State,
};

impl Assembly<'_> {
    /// Adds a robot: its bodies, loops, couplings, frames and collision geometries.
    pub(super) fn add_robot(&mut self, include: &IncludeFile, files: &mut dyn SceneFiles) -> Result<(), Fault> {
        let robot = files.robot(&include.file.name, include.root).map_err(|error| elsewhere(error, &include.file))?;
        let start = begin(include, &robot, files)?;
        let lowered = set_down(include, &robot, &start, files);
        let include = lowered.as_ref().unwrap_or(include);
        let Robot { model, geometries, actuators, excluded_pairs, notices, time_step, .. } = robot;
        self.notices.extend(notices);
        if !actuators.is_empty() {
            let ignored = match actuators.len() {
                1 => "1 actuator of the robot's file is ignored".to_owned(),
                count => format!("{count} actuators of the robot's file are ignored"),
            };
            let advice = match include.hold {
                Some(_) => "motors hold the robot instead",
                None => "use --hold (hold = true in the [[include]]) or a [[motor]] of a scene instead",
            };
            self.notice(include.at, format!("{ignored}: {advice}"));
        }
        if let Some(step) = time_step {
            self.notice(
                include.at,
                format!("the time step of the robot's file is ignored: stepper.time_step={step} sets it"),
            );
        }
        let bodies = self.add_links(include, &model, &start)?;
        let at = |body: BodyId, frame: Pose| {
            let frame = if body == BodyId::WORLD { include.placement * frame } else { frame };
            (bodies[body.index()], frame)
        };
        self.add_equations(include, &model, at)?;
        for frame in model.frames() {
            let (body, placement) = at(frame.body, frame.placement);
            let added = self.builder.add_frame(prefixed(include, &frame.name), body, placement);
            added.map_err(|error| Fault::new(include.at, &include.path, error.to_string()))?;
        }
        let pairs = excluded_pairs.iter().map(|(a, b)| (bodies[a.index()].index(), bodies[b.index()].index()));
        self.never.extend(pairs);
        if let Some(tuning) = include.hold {
            let joints = model.joints().iter().map(|joint| prefixed(include, &joint.name)).collect();
            self.holds.push(Hold { joints, tuning });
        }
        let first = self.colliders.len();
        self.add_geometries(include, &model, &geometries, at, files)?;
        if include.overlapping_never_touch {
            self.apart.push(Apart {
                at: include.at,
                path: include.path.clone(),
                colliders: first..self.colliders.len(),
            });
        }
        Ok(())
    }

    fn add_links(&mut self, include: &IncludeFile, model: &Model, start: &State) -> Result<Vec<BodyId>, Fault> {
        let mut bodies = vec![BodyId::WORLD];
        for body in &model.bodies()[1..] {
            let rooted = body.parent == BodyId::WORLD;
            let mut in_joint = body.in_joint();
            let mut descriptions = Vec::new();
            for (k, joint) in model.joints()[body.joints.clone()].iter().enumerate() {
                let mut start = Start {
                    position: Some(start.configuration[joint.configuration.clone()].to_vec()),
                    velocity: Some(start.velocity[joint.velocity.clone()].to_vec()),
                };
                let mut placement = joint.placement;
                if k == 0 && rooted {
                    // A free body is placed by its coordinates, so that they are those of the world.
                    match &mut start.position {
                        Some(position) if joint.kind == JointKind::Free && placement == Pose::IDENTITY => {
                            place(position, &include.placement);
                        }
                        _ => placement = include.placement * placement,
                    }
                }
                let name = prefixed(include, &joint.name);
                self.remember(&ModelElement::Joint(name.clone()), include.at, &include.path);
                let mut description = JointDescription::new(name, joint.kind.clone()).at(placement);
                description.properties =
                    model.freedoms()[joint.velocity.clone()].iter().map(|freedom| freedom.properties).collect();
                description.angle_limit = joint.angle_limit;
                descriptions.push(description);
                self.starts.push(start);
            }
            if rooted && descriptions.is_empty() {
                in_joint = include.placement * in_joint;
            }
            let name = prefixed(include, &body.name);
            self.remember(&ModelElement::Body(name.clone()), include.at, &include.path);
            let parent = bodies[body.parent.index()];
            let id = self.builder.add_body_at(&name, parent, descriptions, in_joint, body.inertia);
            let id = id.map_err(|error| Fault::new(include.at, &include.path, error.to_string()))?;
            self.bodies.insert(name, id);
            bodies.push(id);
        }
        Ok(bodies)
    }

    fn add_equations(
        &mut self,
        include: &IncludeFile,
        model: &Model,
        at: impl Fn(BodyId, Pose) -> (BodyId, Pose),
    ) -> Result<(), Fault> {
        let fault = |error: stiction_multibody::ModelError| Fault::new(include.at, &include.path, error.to_string());
        for closure in model.closures() {
            let (first, second) = (at(closure.first.0, closure.first.1), at(closure.second.0, closure.second.1));
            let name = prefixed(include, &closure.name);
            self.builder.add_closure(LoopClosure { name, kind: closure.kind, first, second }).map_err(fault)?;
        }
        for coupling in model.couplings() {
            let same = |joint: JointId| self.builder.find_joint(&prefixed(include, &model.joint(joint).name));
            let leader = coupling.leader.and_then(same);
            let Some(follower) = same(coupling.follower) else { continue };
            let name = prefixed(include, &coupling.name);
            let coefficients = coupling.coefficients;
            self.builder.add_coupling(Coupling { name, follower, leader, coefficients }).map_err(fault)?;
        }
        Ok(())
    }
}

pub(super) fn prefixed(include: &IncludeFile, name: &str) -> String {
    format!("{}{name}", include.prefix)
}

/// A file that cannot be opened is the scene's fault, at the line that names it.
pub(super) fn elsewhere(error: FormatError, file: &Reference) -> Fault {
    if error.position.is_none() { file.fault(error.to_string()) } else { Fault::Elsewhere(error) }
}

/// Moves the coordinates of a free joint.
fn place(position: &mut [f64], placement: &Pose) {
    let &mut [x, y, z, qw, qx, qy, qz] = position else { return };
    let pose = *placement * Pose::from_quaternion(Quaternion::new(qw, qx, qy, qz), Vector3::new(x, y, z));
    position[..3].copy_from_slice(&pose.position.to_array());
    position[3..].copy_from_slice(&Quaternion::from_matrix(&pose.rotation).to_array());
}
