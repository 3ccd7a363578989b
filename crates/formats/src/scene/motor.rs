use crate::scene::motor_file::{GainsFile, MotorFile};
use crate::scene::place::Fault;
use crate::scene::resolve::Assembly;
use crate::scene::schedule::find_joint;
use stiction_multibody::dynamics::Kinematics;
use stiction_multibody::{JointId, JointKind, Model};
use stiction_simulation::{Motor, Scene, Signal, Tuning, moved_inertia};

/// Joints that motors hold where they begin.
#[derive(Clone, Debug)]
pub(super) struct Hold {
    pub joints: Vec<String>,
    pub tuning: Tuning,
}

impl Assembly<'_> {
    /// Puts the motors into a scene that is at its start.
    pub(super) fn add_motors(&self, scene: &mut Scene) -> Result<(), Fault> {
        if self.file.motors.is_empty() && self.holds.is_empty() {
            return Ok(());
        }
        let mut kinematics = Kinematics::new(&scene.model);
        kinematics.update(&scene.model, &scene.initial.configuration);
        for motor in &self.file.motors {
            let made = motor_of(motor, scene, &kinematics)?;
            scene.motors.push(made);
        }
        for hold in &self.holds {
            for name in &hold.joints {
                hold_joint(scene, &kinematics, name, hold.tuning);
            }
        }
        Ok(())
    }
}

fn motor_of(file: &MotorFile, scene: &Scene, kinematics: &Kinematics) -> Result<Motor, Fault> {
    let model = &scene.model;
    let (index, joint) = find_joint(model, &file.joint, file.freedom)?;
    if matches!(joint.kind, JointKind::Free | JointKind::Spherical) {
        let message = format!("a {} joint has no scalar coordinate for a motor", joint.kind.name());
        return Err(file.joint.fault(message));
    }
    let (freedom, coordinate) = (joint.velocity.start + file.freedom, joint.configuration.start + file.freedom);
    let (stiffness, damping) = match file.gains {
        GainsFile::Given { stiffness, damping } => (stiffness, damping),
        GainsFile::Tuned(tuning) => {
            let inertia = id(model, index).map_or(0.0, |joint| moved_inertia(model, kinematics, joint, freedom));
            if inertia <= 0.0 {
                let message = "the joint moves no mass from which 'frequency' could set the gains: expected \
                               'stiffness' and 'damping'";
                return Err(Fault::new(file.at, &file.path, message));
            }
            tuning.gains(inertia)
        }
    };
    let effort = model.freedoms()[freedom].properties.effort_limit;
    let start = scene.initial.configuration[coordinate];
    Ok(Motor {
        freedom,
        coordinate,
        position: file.position.clone().unwrap_or(Signal::Constant(start)),
        velocity: file.velocity.clone(),
        force: file.force.clone(),
        stiffness,
        damping,
        limits: file.limits.unwrap_or((-effort, effort)),
    })
}

/// A motor for a joint with one coordinate, unless something else moves it: a motion, a motor, another joint.
fn hold_joint(scene: &mut Scene, kinematics: &Kinematics, name: &str, tuning: Tuning) {
    let model = &scene.model;
    let Some(id) = model.find_joint(name) else { return };
    let joint = model.joint(id);
    let (freedom, coordinate) = (joint.velocity.start, joint.configuration.start);
    let driven = scene.drives.iter().any(|drive| drive.freedom == freedom)
        || scene.motors.iter().any(|motor| motor.freedom == freedom)
        || model.couplings().iter().any(|coupling| coupling.follower == id);
    if joint.velocity.len() != 1 || driven {
        return;
    }
    let (stiffness, damping) = tuning.gains(moved_inertia(model, kinematics, id, freedom));
    let effort = model.freedoms()[freedom].properties.effort_limit;
    let position = Signal::Constant(scene.initial.configuration[coordinate]);
    let (velocity, force) = (Signal::Constant(0.0), Signal::Constant(0.0));
    let limits = (-effort, effort);
    scene.motors.push(Motor { freedom, coordinate, position, velocity, force, stiffness, damping, limits });
}

fn id(model: &Model, index: usize) -> Option<JointId> {
    model.joint_ids().nth(index)
}
