//! Motions, wrenches and inertias of rigid bodies. Angular parts stand first.

mod articulated_inertia;
mod composite_inertia;
mod inertia;
mod motion;
mod wrench;

pub(crate) use articulated_inertia::ArticulatedInertia;
pub(crate) use composite_inertia::CompositeInertia;
pub use inertia::Inertia;
pub use motion::Motion;
pub use wrench::Wrench;
