use std::ops::{Add, Mul, Sub};
use stiction_linalg::space::Vector3;

/// A velocity or acceleration of a rigid body: its angular part, and the linear part of the body's point
/// that lies at the reference point. World axes unless said otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// rad/s or rad/s².
    pub angular: Vector3,
    /// m/s or m/s².
    pub linear: Vector3,
}

impl Motion {
    /// At rest.
    pub const ZERO: Self = Self::new(Vector3::ZERO, Vector3::ZERO);

    /// From its parts.
    #[inline]
    pub const fn new(angular: Vector3, linear: Vector3) -> Self {
        Self { angular, linear }
    }

    /// The same motion, referred to a point that lies at `offset` from the reference point.
    #[inline]
    pub fn at(self, offset: Vector3) -> Self {
        Self::new(self.angular, self.linear + self.angular.cross(offset))
    }

    /// Angular part first.
    pub fn to_array(self) -> [f64; 6] {
        let (a, l) = (self.angular, self.linear);
        [a.x, a.y, a.z, l.x, l.y, l.z]
    }
}

impl Add for Motion {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.angular + other.angular, self.linear + other.linear)
    }
}

impl Sub for Motion {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.angular - other.angular, self.linear - other.linear)
    }
}

impl Mul<f64> for Motion {
    type Output = Self;
    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self::new(self.angular * factor, self.linear * factor)
    }
}
