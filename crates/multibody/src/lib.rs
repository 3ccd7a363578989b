//! Multibody dynamics in minimal coordinates.

pub mod constraint;
pub mod delassus;
pub mod dynamics;
mod model;
mod spatial;

pub use constraint::{ClosureKind, Coupling, LoopClosure};
pub use model::{
    Axis, Body, BodyId, Frame, Freedom, FreedomProperties, Joint, JointDescription, JointId, JointKind, Model,
    ModelBuilder, ModelElement, ModelError, Redundant, State,
};
pub use spatial::{Inertia, Motion, Wrench};
