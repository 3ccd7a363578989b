use crate::space::{Vector3, sin_cos};
use std::ops::{Add, Mul, Sub};

/// A matrix of three columns; often a rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Matrix3 {
    /// First column.
    pub x: Vector3,
    /// Second column.
    pub y: Vector3,
    /// Third column.
    pub z: Vector3,
}

impl Matrix3 {
    /// Nothing.
    pub const ZERO: Self = Self::from_columns(Vector3::ZERO, Vector3::ZERO, Vector3::ZERO);
    /// The unit matrix.
    pub const IDENTITY: Self = Self::from_columns(Vector3::X, Vector3::Y, Vector3::Z);

    /// From columns.
    #[inline]
    pub const fn from_columns(x: Vector3, y: Vector3, z: Vector3) -> Self {
        Self { x, y, z }
    }

    /// From rows.
    pub fn from_rows(rows: [[f64; 3]; 3]) -> Self {
        let column = |j: usize| Vector3::new(rows[0][j], rows[1][j], rows[2][j]);
        Self::from_columns(column(0), column(1), column(2))
    }

    /// The rows as lists.
    pub fn to_rows(self) -> [[f64; 3]; 3] {
        [[self.x.x, self.y.x, self.z.x], [self.x.y, self.y.y, self.z.y], [self.x.z, self.y.z, self.z.z]]
    }

    /// The matrix of a vector product: `skew(a) b = a × b`.
    #[inline]
    pub fn skew(a: Vector3) -> Self {
        Self::from_columns(Vector3::new(0.0, a.z, -a.y), Vector3::new(-a.z, 0.0, a.x), Vector3::new(a.y, -a.x, 0.0))
    }

    /// The rotation about a unit axis by an angle in radians (Rodrigues).
    pub fn rotation(axis: Vector3, angle: f64) -> Self {
        let (sine, cosine) = sin_cos(angle);
        let (a, b) = (axis * (1.0 - cosine), axis * sine);
        Self::from_columns(
            Vector3::new(a.x * axis.x + cosine, a.x * axis.y + b.z, a.x * axis.z - b.y),
            Vector3::new(a.y * axis.x - b.z, a.y * axis.y + cosine, a.y * axis.z + b.x),
            Vector3::new(a.z * axis.x + b.y, a.z * axis.y - b.x, a.z * axis.z + cosine),
        )
    }

    /// The transpose: of a rotation, its inverse.
    #[inline]
    pub fn transpose(self) -> Self {
        Self::from_columns(
            Vector3::new(self.x.x, self.y.x, self.z.x),
            Vector3::new(self.x.y, self.y.y, self.z.y),
            Vector3::new(self.x.z, self.y.z, self.z.z),
        )
    }

    /// The transpose times a vector.
    #[inline]
    pub fn transpose_mul(self, vector: Vector3) -> Vector3 {
        Vector3::new(self.x.dot(vector), self.y.dot(vector), self.z.dot(vector))
    }

    /// The determinant: one, for a rotation.
    pub fn determinant(self) -> f64 {
        self.x.dot(self.y.cross(self.z))
    }

    /// Whether no entry is infinite or NaN.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
    }
}

impl Add for Matrix3 {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::from_columns(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Matrix3 {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::from_columns(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl Mul<Vector3> for Matrix3 {
    type Output = Vector3;
    #[inline]
    fn mul(self, vector: Vector3) -> Vector3 {
        self.x * vector.x + self.y * vector.y + self.z * vector.z
    }
}

impl Mul for Matrix3 {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        Self::from_columns(self * other.x, self * other.y, self * other.z)
    }
}
