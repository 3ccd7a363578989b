use std::ops::{Add, AddAssign, Index, Mul, Neg, Sub, SubAssign};

/// A vector of three numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vector3 {
    /// First component.
    pub x: f64,
    /// Second component.
    pub y: f64,
    /// Third component.
    pub z: f64,
}

impl Vector3 {
    /// Nothing.
    pub const ZERO: Self = Self::new(0.0, 0.0, 0.0);
    /// The first unit vector.
    pub const X: Self = Self::new(1.0, 0.0, 0.0);
    /// The second unit vector.
    pub const Y: Self = Self::new(0.0, 1.0, 0.0);
    /// The third unit vector.
    pub const Z: Self = Self::new(0.0, 0.0, 1.0);

    /// From components.
    #[inline]
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// The components as a list.
    #[inline]
    pub const fn to_array(self) -> [f64; 3] {
        [self.x, self.y, self.z]
    }

    /// The inner product.
    #[inline]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The vector product.
    #[inline]
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// The square of the length.
    #[inline]
    pub fn norm_squared(self) -> f64 {
        self.dot(self)
    }

    /// The length.
    #[inline]
    pub fn norm(self) -> f64 {
        self.norm_squared().sqrt()
    }

    /// The largest component in magnitude; NaN if any is.
    pub fn norm_max(self) -> f64 {
        crate::kernels::norm_max(&self.to_array())
    }

    /// The vector of length one in the same direction, unless there is no direction. Safe from overflow
    /// and underflow.
    pub fn unit(self) -> Option<Self> {
        let largest = self.norm_max();
        if !(largest > 0.0 && largest.is_finite()) {
            return None;
        }
        // A division, because 1 / largest overflows for the smallest numbers.
        let scaled = Self::new(self.x / largest, self.y / largest, self.z / largest);
        Some(scaled * (1.0 / scaled.norm()))
    }

    /// Two unit vectors that make a right-handed frame (this, first, second) with this unit vector.
    pub fn tangents(self) -> (Self, Self) {
        // The coordinate axis farthest from it.
        let (x, y, z) = (self.x.abs(), self.y.abs(), self.z.abs());
        let far = if x <= y && x <= z {
            Self::X
        } else if y <= z {
            Self::Y
        } else {
            Self::Z
        };
        let first = (far - self * self.dot(far)).unit().unwrap_or(far);
        (first, self.cross(first))
    }

    /// Whether no component is infinite or NaN.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
    }
}

impl From<[f64; 3]> for Vector3 {
    fn from([x, y, z]: [f64; 3]) -> Self {
        Self::new(x, y, z)
    }
}

impl Index<usize> for Vector3 {
    type Output = f64;
    /// Panics from 3 on, as a slice does.
    fn index(&self, index: usize) -> &f64 {
        [&self.x, &self.y, &self.z][index]
    }
}

impl Add for Vector3 {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Vector3 {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl Neg for Vector3 {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

impl Mul<f64> for Vector3 {
    type Output = Self;
    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

impl AddAssign for Vector3 {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Vector3 {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
