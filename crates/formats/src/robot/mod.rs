//! Robot files: a model of the mechanism, with the shapes, drives and poses that the file gives besides.

mod geometry;
mod hull;
mod mesh;
mod mjcf;
mod msh;
mod notice;
mod obj;
mod read;
#[allow(clippy::module_inception)]
mod robot;
mod robot_state;
mod root_joint;
mod srdf;
mod stl;
mod urdf;
mod xml;

pub use geometry::{Geometry, GeometryRole, Shape};
pub use mesh::TriangleMesh;
pub use mjcf::{parse_mjcf, read_mjcf};
pub use notice::Notice;
pub(crate) use read::{Rooting, read_robot_from};
pub use read::{read_robot, read_urdf};
pub use robot::{Actuator, ActuatorKind, Keyframe, Robot};
pub use robot_state::{RobotState, parse_state, read_state};
pub use root_joint::RootJoint;
pub use urdf::parse_urdf;
