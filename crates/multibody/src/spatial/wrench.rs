use crate::spatial::Motion;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};
use stiction_linalg::space::Vector3;

/// A force on a rigid body (or its momentum): the moment about the reference point, and the force.
/// World axes unless said otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wrench {
    /// N·m (of a momentum, N·m·s).
    pub moment: Vector3,
    /// N (of a momentum, N·s).
    pub force: Vector3,
}

impl Wrench {
    /// No force.
    pub const ZERO: Self = Self::new(Vector3::ZERO, Vector3::ZERO);

    /// From its parts.
    #[inline]
    pub const fn new(moment: Vector3, force: Vector3) -> Self {
        Self { moment, force }
    }

    /// The same wrench about another point, given the way from that point to the present one.
    #[inline]
    pub fn about(self, way: Vector3) -> Self {
        Self::new(self.moment + way.cross(self.force), self.force)
    }

    /// The power on a motion referred to the same point, W.
    #[inline]
    pub fn power(self, motion: Motion) -> f64 {
        self.moment.dot(motion.angular) + self.force.dot(motion.linear)
    }

    /// Moment first.
    pub fn to_array(self) -> [f64; 6] {
        let (n, f) = (self.moment, self.force);
        [n.x, n.y, n.z, f.x, f.y, f.z]
    }
}

impl Add for Wrench {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.moment + other.moment, self.force + other.force)
    }
}

impl Sub for Wrench {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.moment - other.moment, self.force - other.force)
    }
}

impl Neg for Wrench {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.moment, -self.force)
    }
}

impl Mul<f64> for Wrench {
    type Output = Self;
    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self::new(self.moment * factor, self.force * factor)
    }
}

impl AddAssign for Wrench {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
