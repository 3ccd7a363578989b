//! Algorithms on a model: each a workspace, made once, and functions that fill it.

mod articulated_factor;
mod energy;
mod forward_dynamics;
mod inertia_factor;
mod inverse_dynamics;
mod jacobian;
mod kinematics;
mod mass_factor;
mod motions;
mod passive;
mod paths;

pub use articulated_factor::ArticulatedFactor;
pub use energy::{centre_of_mass, gravitational_energy, kinetic_energy, momentum};
pub use forward_dynamics::ForwardDynamics;
pub use inertia_factor::{InertiaFactor, Route};
pub use inverse_dynamics::InverseDynamics;
pub(crate) use jacobian::unit_motion;
pub use jacobian::{centre_of_mass_jacobian, frame_jacobian, point_jacobian};
pub use kinematics::Kinematics;
pub use mass_factor::MassFactor;
pub use motions::Motions;
pub use passive::{passive_force, spring_energy};
pub(crate) use paths::Paths;
