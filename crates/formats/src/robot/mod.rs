//! Robot files: a model of the mechanism, with the shapes, drives and poses that the file gives besides.

mod geometry;
mod hull;
mod mesh;
mod mjcf;
mod msh;
mod notice;
mod obj;
#[allow(clippy::module_inception)]
mod robot;
mod stl;
mod xml;

pub use geometry::{Geometry, GeometryRole, Shape};
pub use mesh::TriangleMesh;
pub use mjcf::{parse_mjcf, read_mjcf};
pub use notice::Notice;
pub use robot::{Actuator, ActuatorKind, Keyframe, Robot};
