use crate::space::{Matrix3, Vector3, sin_cos};
use std::ops::Mul;

/// A quaternion, the scalar part first; of length one, a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quaternion {
    /// Scalar part.
    pub w: f64,
    /// Vector part.
    pub v: Vector3,
}

impl Quaternion {
    /// No rotation.
    pub const IDENTITY: Self = Self { w: 1.0, v: Vector3::ZERO };

    /// From components, the scalar part first.
    #[inline]
    pub const fn new(w: f64, x: f64, y: f64, z: f64) -> Self {
        Self { w, v: Vector3::new(x, y, z) }
    }

    /// The components, the scalar part first.
    #[inline]
    pub const fn to_array(self) -> [f64; 4] {
        [self.w, self.v.x, self.v.y, self.v.z]
    }

    /// The square of the length.
    #[inline]
    pub fn norm_squared(self) -> f64 {
        self.w * self.w + self.v.norm_squared()
    }

    /// The inverse of a unit quaternion.
    #[inline]
    pub fn conjugate(self) -> Self {
        Self { w: self.w, v: -self.v }
    }

    /// The unit quaternion nearest to it, unless it has no direction.
    pub fn unit(self) -> Option<Self> {
        let largest = crate::kernels::norm_max(&self.to_array());
        if !(largest > 0.0 && largest.is_finite()) {
            return None;
        }
        let scaled = self.to_array().map(|component| component / largest);
        let shrink = 1.0 / crate::kernels::norm(&scaled);
        let [w, x, y, z] = scaled.map(|component| component * shrink);
        Some(Self::new(w, x, y, z))
    }

    /// The rotation matrix; of a quaternion that is not quite of length one, that of its unit quaternion.
    #[inline]
    pub fn to_matrix(self) -> Matrix3 {
        let Self { w, v: Vector3 { x, y, z } } = self;
        let s = 2.0 / self.norm_squared();
        let (xs, ys, zs) = (x * s, y * s, z * s);
        let (wx, wy, wz) = (w * xs, w * ys, w * zs);
        let (xx, xy, xz) = (x * xs, x * ys, x * zs);
        let (yy, yz, zz) = (y * ys, y * zs, z * zs);
        Matrix3::from_columns(
            Vector3::new(1.0 - (yy + zz), xy + wz, xz - wy),
            Vector3::new(xy - wz, 1.0 - (xx + zz), yz + wx),
            Vector3::new(xz + wy, yz - wx, 1.0 - (xx + yy)),
        )
    }

    /// The unit quaternion of a rotation matrix, by its largest component (Shepperd).
    pub fn from_matrix(m: &Matrix3) -> Self {
        let trace = m.x.x + m.y.y + m.z.z;
        let candidates = [trace, m.x.x, m.y.y, m.z.z];
        let largest = (0..4).max_by(|&a, &b| candidates[a].total_cmp(&candidates[b])).unwrap_or(0);
        let q = match largest {
            0 => Self::new(1.0 + trace, m.y.z - m.z.y, m.z.x - m.x.z, m.x.y - m.y.x),
            1 => Self::new(m.y.z - m.z.y, 1.0 + 2.0 * m.x.x - trace, m.y.x + m.x.y, m.z.x + m.x.z),
            2 => Self::new(m.z.x - m.x.z, m.y.x + m.x.y, 1.0 + 2.0 * m.y.y - trace, m.z.y + m.y.z),
            _ => Self::new(m.x.y - m.y.x, m.z.x + m.x.z, m.z.y + m.y.z, 1.0 + 2.0 * m.z.z - trace),
        };
        q.unit().unwrap_or(Self::IDENTITY)
    }

    /// The rotation by a rotation vector (axis times angle, rad): the exponential map.
    pub fn from_rotation_vector(vector: Vector3) -> Self {
        let square = vector.norm_squared();
        let half = 0.5 * square.sqrt();
        // sin(θ/2)/θ, by its series where the quotient would lose digits.
        let (sine, cosine) = sin_cos(half);
        let factor = if square < 1e-8 { 0.5 - square / 48.0 } else { sine / (2.0 * half) };
        Self { w: cosine, v: vector * factor }
    }

    /// The rotation vector (axis times angle, rad) of the shorter way round, of length at most π: the logarithm.
    pub fn to_rotation_vector(self) -> Vector3 {
        let sign = if self.w < 0.0 { -1.0 } else { 1.0 };
        let sine = self.v.norm();
        let cosine = self.w * sign;
        // θ / sin(θ/2), by its series near zero.
        let factor = if sine < 1e-6 * cosine {
            let ratio = sine / cosine;
            (2.0 - 2.0 / 3.0 * ratio * ratio) / cosine
        } else {
            2.0 * sine.atan2(cosine) / sine
        };
        self.v * (sign * factor)
    }
}

impl Mul for Quaternion {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        Self {
            w: self.w * other.w - self.v.dot(other.v),
            v: other.v * self.w + self.v * other.w + self.v.cross(other.v),
        }
    }
}
