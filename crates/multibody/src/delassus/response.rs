use crate::delassus::{Lanes, WrenchLanes};
use crate::model::FreedomKind;
use crate::spatial::Wrench;
use stiction_linalg::space::Vector3;

/// How a link answers to a wrench about its origin: a symmetric matrix from wrenches to accelerations,
/// angular part first (Jain's Υ, the inverse of what the operational space calls inertia).
#[derive(Clone, Copy, Debug)]
pub(super) struct Response([[f64; 6]; 6]);

impl Response {
    /// That of the world.
    pub const ZERO: Self = Self([[0.0; 6]; 6]);

    /// The response felt at a point that lies at an offset on the same body: `T Υ Tᵀ`.
    #[inline]
    pub fn shifted(mut self, offset: Vector3) -> Self {
        let m = &mut self.0;
        for c in 0..6 {
            let turn = Vector3::new(m[0][c], m[1][c], m[2][c]).cross(offset);
            m[3][c] += turn.x;
            m[4][c] += turn.y;
            m[5][c] += turn.z;
        }
        for row in m {
            let turn = Vector3::new(row[0], row[1], row[2]).cross(offset);
            row[3] += turn.x;
            row[4] += turn.y;
            row[5] += turn.z;
        }
        self
    }

    /// Adds a degree of freedom s: `(1 − s uᵀ/d) Υ (1 − u sᵀ/d) + s sᵀ/d`, where u is the wrench of its
    /// motion and d its resistance.
    #[inline]
    pub fn free(&mut self, kind: FreedomKind, axis: Vector3, direction: &Wrench, inverse: f64) {
        let a = axis;
        let s = match kind {
            FreedomKind::About => [a.x, a.y, a.z, 0.0, 0.0, 0.0],
            FreedomKind::Along => [0.0, 0.0, 0.0, a.x, a.y, a.z],
            FreedomKind::Screw(pitch) => [a.x, a.y, a.z, pitch * a.x, pitch * a.y, pitch * a.z],
        };
        let u = direction.to_array().map(|component| component * inverse);
        let m = &mut self.0;
        let mut w = [0.0; 6];
        for r in 0..6 {
            for c in 0..6 {
                w[r] += m[c][r] * u[c];
            }
        }
        let mut size = inverse;
        for r in 0..6 {
            size += u[r] * w[r];
        }
        // −s wᵀ − w sᵀ + size s sᵀ = −s (w − size/2 s)ᵀ − (w − size/2 s) sᵀ.
        for r in 0..6 {
            w[r] -= 0.5 * size * s[r];
        }
        for r in 0..6 {
            for c in 0..6 {
                m[r][c] -= s[r] * w[c] + w[r] * s[c];
            }
        }
    }

    /// The accelerations of several wrenches.
    #[inline]
    pub fn apply(&self, wrench: &WrenchLanes) -> [Lanes; 6] {
        let mut result = [[0.0; 4]; 6];
        for (row, entries) in result.iter_mut().zip(&self.0) {
            for (lanes, entry) in wrench.0.iter().zip(entries) {
                for l in 0..4 {
                    row[l] += entry * lanes[l];
                }
            }
        }
        result
    }
}
