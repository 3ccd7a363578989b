use crate::{ContactProblem, Law};
use stiction_linalg::kernels::norm;

impl ContactProblem {
    /// What a law does, in a word: the piece of its projection `p = P(p − r u)` that the answer is on. Slips slower than
    /// `slowest` are none.
    pub fn mode_name(&self, law: usize, impulses: &[f64], velocities: &[f64], slowest: f64) -> &'static str {
        let rows = self.rows_of(law);
        let (p, u) = (&impulses[rows.clone()], &velocities[rows]);
        let row = |k: usize| p[k] - self.scaling(law) * u[k];
        let slides = |first: usize, last: usize| norm(&u[first..last]) > slowest;
        match self.laws()[law] {
            Law::Bilateral { .. } => "held",
            Law::Bounded { lower, .. } if row(0) <= lower => "at lower",
            Law::Bounded { upper, .. } if row(0) >= upper => "at upper",
            Law::Bounded { .. } => "between",
            _ if row(0) <= 0.0 => "open",
            Law::Unilateral => "closed",
            Law::PlanarCoulomb { .. } => {
                if slides(1, 2) {
                    "slip"
                } else {
                    "stick"
                }
            }
            Law::Coulomb { .. } => {
                if slides(1, 3) {
                    "slip"
                } else {
                    "stick"
                }
            }
            Law::Rolling { .. } => match (slides(1, 3), slides(3, 5)) {
                (false, false) => "stick",
                (true, false) => "slip",
                (false, true) => "roll",
                (true, true) => "slip, roll",
            },
        }
    }
}
