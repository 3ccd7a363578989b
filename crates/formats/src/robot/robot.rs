use crate::robot::{Geometry, Notice};
use stiction_multibody::{BodyId, JointId, Model};

/// What a robot file says.
#[derive(Clone, Debug)]
pub struct Robot {
    /// The mechanism.
    pub model: Model,
    /// Shapes on its bodies.
    pub geometries: Vec<Geometry>,
    /// Drives of its joints.
    pub actuators: Vec<Actuator>,
    /// Pairs of bodies that never touch.
    pub excluded_pairs: Vec<(BodyId, BodyId)>,
    /// The configuration in which the file draws the mechanism.
    pub initial: Vec<f64>,
    /// Named states.
    pub keyframes: Vec<Keyframe>,
    /// The time step that the file asks for, s.
    pub time_step: Option<f64>,
    /// What was not used as written.
    pub notices: Vec<Notice>,
}

/// How a drive turns its control number into a joint force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ActuatorKind {
    /// The control is the force.
    Motor,
    /// A spring to the control and a damper: `stiffness (control − position) − damping velocity`.
    Position {
        /// N·m/rad or N/m.
        stiffness: f64,
        /// N·m·s/rad or N·s/m.
        damping: f64,
    },
    /// A damper to the control: `damping (control − velocity)`.
    Velocity {
        /// N·m·s/rad or N·s/m.
        damping: f64,
    },
}

/// A drive of one joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Actuator {
    /// Its name; the joint's, where the file gives none.
    pub name: String,
    /// The joint that it drives.
    pub joint: JointId,
    /// How it turns its control into a force.
    pub kind: ActuatorKind,
    /// Joint force per drive force; position and velocity of the drive are those of the joint times this.
    pub gear: f64,
    /// Lowest and highest control.
    pub control_range: Option<(f64, f64)>,
    /// Lowest and highest drive force.
    pub force_range: Option<(f64, f64)>,
}

/// A named state.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyframe {
    /// Its name; empty where the file gives none.
    pub name: String,
    /// s.
    pub time: f64,
    /// In the model's layout.
    pub configuration: Vec<f64>,
    /// In the model's layout.
    pub velocity: Vec<f64>,
    /// One per actuator.
    pub control: Vec<f64>,
}
