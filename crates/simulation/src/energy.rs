use stiction_multibody::dynamics::{Kinematics, Motions, gravitational_energy, kinetic_energy, spring_energy};
use stiction_multibody::{Model, State};

/// The energy of a world, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of motion.
    pub kinetic: f64,
    /// In the field of gravity.
    pub gravitational: f64,
    /// In joint springs.
    pub springs: f64,
}

impl Energy {
    /// At a state, whose kinematics and motions are at hand.
    pub(crate) fn at(model: &Model, kinematics: &Kinematics, motions: &Motions, state: &State) -> Self {
        Self {
            kinetic: kinetic_energy(model, kinematics, motions, &state.velocity),
            gravitational: gravitational_energy(model, kinematics),
            springs: spring_energy(model, &state.configuration),
        }
    }

    /// All of it.
    pub fn total(&self) -> f64 {
        self.kinetic + self.gravitational + self.springs
    }
}
