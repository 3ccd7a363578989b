use crate::space::{Matrix3, Quaternion, Vector3};
use std::ops::Mul;

/// Where a frame lies: its axes (the columns of a rotation) and its origin, in another frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The axes of the frame.
    pub rotation: Matrix3,
    /// The origin of the frame, m.
    pub position: Vector3,
}

impl Pose {
    /// The frame itself.
    pub const IDENTITY: Self = Self { rotation: Matrix3::IDENTITY, position: Vector3::ZERO };

    /// From axes and origin.
    #[inline]
    pub const fn new(rotation: Matrix3, position: Vector3) -> Self {
        Self { rotation, position }
    }

    /// Shifted, not turned.
    pub const fn from_position(position: Vector3) -> Self {
        Self::new(Matrix3::IDENTITY, position)
    }

    /// Shifted and turned by a quaternion.
    pub fn from_quaternion(quaternion: Quaternion, position: Vector3) -> Self {
        Self::new(quaternion.to_matrix(), position)
    }

    /// The other frame, as seen from this one.
    pub fn inverse(&self) -> Self {
        Self::new(self.rotation.transpose(), -self.rotation.transpose_mul(self.position))
    }

    /// A point given in this frame.
    #[inline]
    pub fn point(&self, point: Vector3) -> Vector3 {
        self.rotation * point + self.position
    }

    /// A point of the other frame, given in this one.
    pub fn inverse_point(&self, point: Vector3) -> Vector3 {
        self.rotation.transpose_mul(point - self.position)
    }

    /// Whether no number is infinite or NaN.
    pub fn is_finite(&self) -> bool {
        self.rotation.is_finite() && self.position.is_finite()
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Mul for Pose {
    type Output = Self;
    fn mul(self, inner: Self) -> Self {
        Self::new(self.rotation * inner.rotation, self.point(inner.position))
    }
}
