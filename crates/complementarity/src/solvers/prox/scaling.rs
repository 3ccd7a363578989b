//! The choice of `r` in the prox fixed point.

use super::super::row_matrix::RowMatrix;
use crate::LinearProblem;
use stiction_linalg::kernels::norm;

/// How the prox iteration chooses `r`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ProxScaling {
    /// The same `r` in every row, in the problem's own units.
    Fixed(f64),
    /// `r = 2/(λ_max + λ_min)` of the symmetric part of the matrix, in the problem's own units; the
    /// eigenvalues come from power iteration between their Gershgorin bounds. Where that is no positive
    /// number, one over the largest row sum.
    Global,
    /// Per row, one over the sum of the absolute values in the row, measured in the problem's
    /// [`crate::Units`]. Converges for every symmetric positive semidefinite matrix that has a solution.
    PerRow,
    /// The per-row choice times a common factor `s`, which shrinks when the residual grows and recovers
    /// when it falls. Where the last step went along nonpositive curvature `s` stays: there, no
    /// positive `r` would do better, and the growth is the problem's own.
    Adaptive {
        /// What `s` is multiplied by when the residual grows; below 1.
        shrink: f64,
        /// What `s` is multiplied by when it falls; above 1.
        recover: f64,
        /// The smallest `s`.
        smallest: f64,
        /// The largest `s`.
        largest: f64,
    },
}

impl ProxScaling {
    /// The adaptive choice with its default numbers: ½, 1.1, between 1e-8 and 1e4.
    pub const ADAPTIVE: Self = Self::Adaptive { shrink: 0.5, recover: 1.1, smallest: 1e-8, largest: 1e4 };
}

impl Default for ProxScaling {
    fn default() -> Self {
        Self::ADAPTIVE
    }
}

/// Power iterations per eigenvalue: `r` need not be exact.
const POWER_ITERATIONS: usize = 100;

/// The `r` at work, with the workspace to choose it.
#[derive(Clone, Debug, Default)]
pub(super) struct Scaling {
    rows: Vec<f64>,
    factor: f64,
    adaptive: Option<(f64, f64, f64, f64)>,
    change: &'static str,
    last_measure: f64,
    last_z: Vec<f64>,
    last_w: Vec<f64>,
    matrix: RowMatrix,
    vector: Vec<f64>,
    image: Vec<f64>,
}

impl Scaling {
    pub fn prepare(&mut self, choice: &ProxScaling, problem: &dyn LinearProblem) {
        let order = problem.dimension();
        self.rows.clear();
        self.rows.resize(order, 1.0);
        self.factor = 1.0;
        self.adaptive = None;
        self.change = "prox";
        self.last_measure = f64::INFINITY;
        match *choice {
            ProxScaling::Fixed(r) => self.rows.fill(r),
            ProxScaling::Global => {
                self.matrix.refill(problem.matrix());
                let r = self.global();
                self.rows.fill(r);
            }
            ProxScaling::PerRow => self.per_row(problem),
            ProxScaling::Adaptive { shrink, recover, smallest, largest } => {
                self.per_row(problem);
                self.adaptive = Some((shrink, recover, smallest, largest));
                self.last_z.clear();
                self.last_z.resize(order, 0.0);
                self.last_w.clear();
                self.last_w.resize(order, 0.0);
            }
        }
    }

    /// `r` of row `i`.
    #[inline]
    pub fn step(&self, i: usize) -> f64 {
        self.factor * self.rows[i]
    }

    /// What happened to `r`, in a word.
    pub fn last_change(&self) -> &'static str {
        self.change
    }

    /// Looks at the point that the last step led to, and changes the factor.
    pub fn adapt(&mut self, z: &[f64], w: &[f64], measure: f64) {
        let Some((shrink, recover, smallest, largest)) = self.adaptive else { return };
        self.change = "prox";
        let safe = self.safe_factor(z, w);
        if measure <= self.last_measure {
            self.factor = (self.factor * recover).min(largest);
        } else if safe > 0.0 && self.factor > safe {
            self.factor = (self.factor * shrink).max(safe).max(smallest);
            self.change = "shrink";
        }
        self.last_measure = measure;
        self.last_z.copy_from_slice(z);
        self.last_w.copy_from_slice(w);
    }

    /// The factor `ΔzᵀΔw / ΔwᵀRΔw`, with `R` the rows' own `r`: half the one up to which the last step's
    /// map is no expansion. It is not positive where the step went along nonpositive curvature.
    fn safe_factor(&self, z: &[f64], w: &[f64]) -> f64 {
        let (mut curvature, mut square) = (0.0, 0.0);
        for i in 0..z.len() {
            let change = w[i] - self.last_w[i];
            curvature += (z[i] - self.last_z[i]) * change;
            square += change * self.rows[i] * change;
        }
        curvature / square
    }

    fn per_row(&mut self, problem: &dyn LinearProblem) {
        let units = problem.units();
        let rows = &mut self.rows;
        rows.fill(0.0);
        problem.matrix().for_each(|i, j, value| rows[i] += value.abs() * units.columns[j]);
        for i in 0..rows.len() {
            // An empty row has a constant w: any step does, and this one has the right unit.
            let sum = if rows[i] > 0.0 { rows[i] } else { units.rows[i] };
            rows[i] = units.columns[i] / sum;
        }
    }

    fn global(&mut self) -> f64 {
        let order = self.matrix.rows();
        let row_sum = |i: usize| self.matrix.row(i).map(|(_, value)| value.abs()).sum::<f64>();
        let bound = (0..order).map(row_sum).fold(0.0, f64::max);
        self.vector.resize(order, 0.0);
        self.image.resize(order, 0.0);
        // The symmetric part's spectrum is within the larger of the row and column sums.
        self.image.fill(0.0);
        for i in 0..order {
            for (j, value) in self.matrix.row(i) {
                self.image[j] += value.abs();
            }
        }
        let shift = self.image.iter().copied().fold(bound, f64::max);
        let largest = self.extreme_eigenvalue(1.0, shift);
        let smallest = -self.extreme_eigenvalue(-1.0, shift);
        let r = 2.0 / (largest + smallest);
        if r.is_finite() && r > 0.0 {
            r
        } else if bound > 0.0 {
            1.0 / bound
        } else {
            1.0
        }
    }

    /// The largest eigenvalue of `sign` times the symmetric part `S`, by power iteration on
    /// `shift · I + sign · S`, which has no negative eigenvalue.
    fn extreme_eigenvalue(&mut self, sign: f64, shift: f64) -> f64 {
        for (i, value) in self.vector.iter_mut().enumerate() {
            // Any vector that is unlikely to be orthogonal to the eigenvector.
            *value = 1.0 + 0.5 * ((i as f64 + 1.0) * 1.618_034).sin();
        }
        let mut eigenvalue = 0.0;
        for _ in 0..POWER_ITERATIONS {
            let length = norm(&self.vector);
            if length == 0.0 || !length.is_finite() {
                break;
            }
            self.vector.iter_mut().for_each(|value| *value /= length);
            for (image, value) in self.image.iter_mut().zip(&self.vector) {
                *image = shift * value;
            }
            for i in 0..self.vector.len() {
                self.image[i] += 0.5 * sign * self.matrix.row_dot(i, &self.vector);
                self.matrix.add_row(i, 0.5 * sign * self.vector[i], &mut self.image);
            }
            eigenvalue = stiction_linalg::kernels::dot(&self.vector, &self.image) - shift;
            std::mem::swap(&mut self.vector, &mut self.image);
        }
        eigenvalue
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DenseMatrix, Lcp};

    #[test]
    fn the_global_scaling_knows_the_eigenvalues() {
        // Eigenvalues 1 and 3; the skew part does not count.
        for skew in [0.0, 5.0] {
            let matrix = DenseMatrix::from_rows(&[[2.0, 1.0 + skew], [1.0 - skew, 2.0]]).unwrap();
            let problem = Lcp::new(matrix, vec![0.0; 2]).unwrap();
            let mut scaling = Scaling::default();
            scaling.prepare(&ProxScaling::Global, &problem);
            assert!((scaling.step(0) - 0.5).abs() < 1e-3, "{}", scaling.step(0));
        }
    }
}
