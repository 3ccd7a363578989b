use crate::space::{Matrix3, Vector3};
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// A symmetric matrix of order three.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Symmetric3 {
    pub xx: f64,
    pub xy: f64,
    pub xz: f64,
    pub yy: f64,
    pub yz: f64,
    pub zz: f64,
}

impl Symmetric3 {
    /// Nothing.
    pub const ZERO: Self = Self::diagonal(0.0, 0.0, 0.0);

    /// From a diagonal.
    #[inline]
    pub const fn diagonal(xx: f64, yy: f64, zz: f64) -> Self {
        Self { xx, xy: 0.0, xz: 0.0, yy, yz: 0.0, zz }
    }

    /// The symmetric part of a matrix.
    pub fn from_matrix(m: Matrix3) -> Self {
        let mean = |a: f64, b: f64| 0.5 * (a + b);
        Self { xx: m.x.x, xy: mean(m.x.y, m.y.x), xz: mean(m.x.z, m.z.x), yy: m.y.y, yz: mean(m.y.z, m.z.y), zz: m.z.z }
    }

    /// As a matrix.
    #[inline]
    pub fn to_matrix(self) -> Matrix3 {
        Matrix3::from_columns(
            Vector3::new(self.xx, self.xy, self.xz),
            Vector3::new(self.xy, self.yy, self.yz),
            Vector3::new(self.xz, self.yz, self.zz),
        )
    }

    /// `a aᵀ`.
    #[inline]
    pub fn square(a: Vector3) -> Self {
        Self { xx: a.x * a.x, xy: a.x * a.y, xz: a.x * a.z, yy: a.y * a.y, yz: a.y * a.z, zz: a.z * a.z }
    }

    /// `2 (a·b) 1 − a bᵀ − b aᵀ`, by which a second moment of mass changes with its reference point.
    #[inline]
    pub fn parallel_axes(a: Vector3, b: Vector3) -> Self {
        let (x, y, z) = (a.x * b.x, a.y * b.y, a.z * b.z);
        Self {
            xx: 2.0 * (y + z),
            xy: -(a.x * b.y + a.y * b.x),
            xz: -(a.x * b.z + a.z * b.x),
            yy: 2.0 * (x + z),
            yz: -(a.y * b.z + a.z * b.y),
            zz: 2.0 * (x + y),
        }
    }

    /// `R S Rᵀ`.
    #[inline]
    pub fn rotated(self, rotation: &Matrix3) -> Self {
        let r = rotation;
        // R S by columns; then the six entries of (R S) Rᵀ.
        let a = r.x * self.xx + r.y * self.xy + r.z * self.xz;
        let b = r.x * self.xy + r.y * self.yy + r.z * self.yz;
        let c = r.x * self.xz + r.y * self.yz + r.z * self.zz;
        Self {
            xx: a.x * r.x.x + b.x * r.y.x + c.x * r.z.x,
            xy: a.x * r.x.y + b.x * r.y.y + c.x * r.z.y,
            xz: a.x * r.x.z + b.x * r.y.z + c.x * r.z.z,
            yy: a.y * r.x.y + b.y * r.y.y + c.y * r.z.y,
            yz: a.y * r.x.z + b.y * r.y.z + c.y * r.z.z,
            zz: a.z * r.x.z + b.z * r.y.z + c.z * r.z.z,
        }
    }

    /// The eigenvalues in increasing order, by Jacobi rotations: as exact for flat bodies as for round ones.
    pub fn eigenvalues(self) -> [f64; 3] {
        let mut m = self.to_matrix().to_rows();
        for _ in 0..24 {
            let off = m[0][1].abs().max(m[0][2].abs()).max(m[1][2].abs());
            let size = m[0][0].abs().max(m[1][1].abs()).max(m[2][2].abs());
            if off <= 1e-17 * size || off.is_nan() {
                break;
            }
            for (p, q) in [(0, 1), (0, 2), (1, 2)] {
                if m[p][q] == 0.0 {
                    continue;
                }
                let theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
                let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
                let c = 1.0 / t.hypot(1.0);
                let s = t * c;
                for k in 0..3 {
                    (m[k][p], m[k][q]) = (c * m[k][p] - s * m[k][q], s * m[k][p] + c * m[k][q]);
                }
                for k in 0..3 {
                    (m[p][k], m[q][k]) = (c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]);
                }
            }
        }
        let mut values = [m[0][0], m[1][1], m[2][2]];
        values.sort_by(f64::total_cmp);
        values
    }

    /// Whether no entry is infinite or NaN.
    pub fn is_finite(self) -> bool {
        self.to_matrix().is_finite()
    }
}

impl Add for Symmetric3 {
    type Output = Self;
    #[inline]
    fn add(self, b: Self) -> Self {
        Self {
            xx: self.xx + b.xx,
            xy: self.xy + b.xy,
            xz: self.xz + b.xz,
            yy: self.yy + b.yy,
            yz: self.yz + b.yz,
            zz: self.zz + b.zz,
        }
    }
}

impl Sub for Symmetric3 {
    type Output = Self;
    #[inline]
    fn sub(self, b: Self) -> Self {
        self + b * -1.0
    }
}

impl AddAssign for Symmetric3 {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Symmetric3 {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<f64> for Symmetric3 {
    type Output = Self;
    #[inline]
    fn mul(self, f: f64) -> Self {
        Self { xx: self.xx * f, xy: self.xy * f, xz: self.xz * f, yy: self.yy * f, yz: self.yz * f, zz: self.zz * f }
    }
}

impl Mul<Vector3> for Symmetric3 {
    type Output = Vector3;
    #[inline]
    fn mul(self, v: Vector3) -> Vector3 {
        Vector3::new(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
        )
    }
}
