//! Robot files: a model of the mechanism, with the shapes, drives and poses that the file gives besides.

mod geometry;
mod mjcf;
mod notice;
mod read;
#[allow(clippy::module_inception)]
mod robot;
mod robot_state;
mod root_joint;
mod urdf;
mod xml;

pub use geometry::{Geometry, GeometryRole, Shape};
pub use notice::Notice;
pub use read::{read_robot, read_urdf};
pub use robot::{Actuator, ActuatorKind, Keyframe, Robot};
pub use robot_state::{RobotState, parse_state, read_state};
pub use root_joint::RootJoint;
pub use urdf::parse_urdf;
