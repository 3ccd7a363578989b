//! The constant description of a mechanism.

mod axis;
mod body;
mod builder;
mod check;
mod configuration;
mod error;
mod freedom;
mod joint;
mod link;
#[allow(clippy::module_inception)]
mod model;
mod redundant;
mod state;

pub(crate) use axis::Axis;
pub use body::{Body, BodyId, Frame};
pub use builder::ModelBuilder;
pub(crate) use configuration::{inverse_coefficient, left_jacobian_inverse, rotation};
pub use error::{ModelElement, ModelError};
pub(crate) use freedom::FreedomKind;
pub use freedom::{Freedom, FreedomProperties};
pub use joint::{Joint, JointDescription, JointId, JointKind};
pub(crate) use link::{Link, LinkKind};
pub use model::Model;
pub use redundant::Redundant;
pub use state::State;
