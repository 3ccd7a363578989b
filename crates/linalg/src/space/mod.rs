//! Vectors, rotations and frames of space, on the stack.

mod angle;
mod matrix3;
mod pose;
mod quaternion;
mod symmetric3;
mod vector3;

pub use angle::sin_cos;
pub use matrix3::Matrix3;
pub use pose::Pose;
pub use quaternion::Quaternion;
pub use symmetric3::Symmetric3;
pub use vector3::Vector3;
