use crate::{ContactProblem, Law};
use std::ops::Range;
use stiction_linalg::DenseMatrix;

/// A contact problem with every entry of `W`, in units in which each law's own block has mean diagonal one and the free
/// velocity size one: with `s_i² = tr W_ii / rows`, `W̃_ij = W_ij / (s_i s_j)`, `b̃_i = b_i / (s_i Q)`, `p_i = Q x_i / s_i`.
pub(super) struct DenseProblem {
    pub matrix: DenseMatrix,
    pub vector: Vec<f64>,
    pub laws: Vec<Law>,
    pub rows: Vec<Range<usize>>,
    /// `Q / s_i` of each row.
    factors: Vec<f64>,
}

impl DenseProblem {
    pub fn new(problem: &ContactProblem) -> Self {
        let rows: Vec<_> = (0..problem.laws().len()).map(|law| problem.rows_of(law)).collect();
        let mut units = vec![1.0; problem.order()];
        for (law, rows) in rows.iter().enumerate() {
            units[rows.clone()].fill((1.0 / problem.scaling(law)).sqrt());
        }
        let given = problem.dense();
        let matrix =
            DenseMatrix::from_function(given.rows(), given.columns(), |i, j| given[(i, j)] / (units[i] * units[j]));
        let mut vector: Vec<f64> = problem.free_velocity().iter().zip(&units).map(|(b, unit)| b / unit).collect();
        let largest = stiction_linalg::kernels::norm_max(&vector);
        let size = if largest > 0.0 { largest } else { 1.0 };
        vector.iter_mut().for_each(|value| *value /= size);
        let factors: Vec<f64> = units.iter().map(|unit| size / unit).collect();
        let scale = |(law, rows): (&Law, &Range<usize>)| match *law {
            Law::Bounded { lower, upper } => {
                let factor = factors[rows.start];
                Law::Bounded { lower: lower / factor, upper: upper / factor }
            }
            other => other,
        };
        let laws = problem.laws().iter().zip(&rows).map(scale).collect();
        Self { matrix, vector, laws, rows, factors }
    }

    pub fn order(&self) -> usize {
        self.vector.len()
    }

    /// `u = W x + b`.
    pub fn velocity(&self, x: &[f64]) -> Vec<f64> {
        let mut u = self.vector.clone();
        self.matrix.multiply_add(x, &mut u);
        u
    }

    /// Impulses in the problem's own units.
    pub fn impulses(&self, x: &[f64]) -> Vec<f64> {
        x.iter().zip(&self.factors).map(|(x, factor)| x * factor).collect()
    }

    /// Whether a point is in a mode of all laws; see [`super::Mode::holds`].
    pub fn holds(&self, modes: &[super::Mode], x: &[f64], tolerance: f64, slack: f64) -> bool {
        let u = self.velocity(x);
        let mut laws = self.laws.iter().zip(&self.rows).zip(modes);
        laws.all(|((law, rows), mode)| mode.holds(law, &x[rows.clone()], &u[rows.clone()], tolerance, slack))
    }
}
