//! Algorithms on a model: each a workspace, made once, and functions that fill it.

mod articulated_factor;
mod forward_dynamics;
mod inverse_dynamics;
mod kinematics;
mod mass_factor;
mod motions;
mod paths;

pub use articulated_factor::ArticulatedFactor;
pub use forward_dynamics::ForwardDynamics;
pub use inverse_dynamics::InverseDynamics;
pub use kinematics::Kinematics;
pub use mass_factor::MassFactor;
pub use motions::Motions;
pub(crate) use paths::Paths;
