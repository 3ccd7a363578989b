//! Robot files: a model of the mechanism, with the shapes, drives and poses that the file gives besides.

mod geometry;
mod notice;
#[allow(clippy::module_inception)]
mod robot;
mod xml;

pub use geometry::{Geometry, GeometryRole, Shape};
pub use notice::Notice;
pub use robot::{Actuator, ActuatorKind, Keyframe, Robot};
