//! A contact problem in other units, with every entry of `W`.
//!
//! With a unit `s_i` per law and a size `Q`, `W̃_ij = W_ij / (s_i s_j)`, `b̃_i = b_i / (s_i Q)` and `p_i = Q x_i / s_i`.
//! The unit is the same for all rows of a law, so that cones stay cones.

use crate::spectrum::global_scaling;
use crate::{ContactProblem, Law, ProxScaling};
use stiction_linalg::DenseMatrix;
use stiction_linalg::kernels::norm_max;

/// The problem in units of its own, rows in the problem's order.
#[derive(Clone, Debug)]
pub(super) struct Dimensionless {
    /// `W̃`.
    pub matrix: DenseMatrix,
    /// `b̃`.
    pub vector: Vec<f64>,
    /// The laws, with bounds in these units.
    pub laws: Vec<Law>,
    /// The first row of each law.
    pub first_rows: Vec<usize>,
    /// `Q / s_i` of each row.
    impulse_units: Vec<f64>,
    /// `1 / (s_i Q)` of each row.
    velocity_units: Vec<f64>,
}

impl Dimensionless {
    /// The problem as it is.
    pub fn raw(problem: &ContactProblem) -> Self {
        Self::with_units(problem, |_| 1.0, false)
    }

    /// With `s_i² = 1 / r_i`, and a free velocity of size one: so the scalings `r_i` become one.
    pub fn scaled(problem: &ContactProblem, scaling: impl Fn(usize) -> f64) -> Self {
        Self::with_units(problem, |law| scaling(law).sqrt().recip(), true)
    }

    /// With the units in which a choice of `r` is one, and that `r`: a fixed one leaves the problem as it is.
    pub fn for_prox(problem: &ContactProblem, scaling: ProxScaling) -> (Self, f64) {
        match scaling {
            ProxScaling::Fixed(r) => (Self::raw(problem), r),
            ProxScaling::Global => {
                let r = global_scaling(problem);
                (Self::scaled(problem, |_| r), 1.0)
            }
            ProxScaling::Contact | ProxScaling::Adaptive => (Self::scaled(problem, |law| problem.scaling(law)), 1.0),
        }
    }

    /// Adds velocities to the free ones, m/s.
    pub fn shift(&mut self, velocities: &[f64]) {
        for (row, velocity) in velocities.iter().enumerate() {
            self.vector[row] += velocity * self.velocity_units[row];
        }
    }

    fn with_units(problem: &ContactProblem, unit: impl Fn(usize) -> f64, unit_velocity: bool) -> Self {
        let mut inverses = vec![0.0; problem.order()];
        for law in 0..problem.laws().len() {
            inverses[problem.rows_of(law)].fill(1.0 / unit(law));
        }
        let mut matrix = problem.dense().into_owned();
        for j in 0..matrix.columns() {
            let own = inverses[j];
            matrix.column_mut(j).iter_mut().zip(&inverses).for_each(|(value, inverse)| *value *= own * inverse);
        }
        let mut vector: Vec<f64> = problem.free_velocity().iter().zip(&inverses).map(|(b, s)| b * s).collect();
        let largest = norm_max(&vector);
        let size = if unit_velocity && largest > 0.0 { largest } else { 1.0 };
        vector.iter_mut().for_each(|value| *value /= size);
        let velocity_units: Vec<f64> = inverses.iter().map(|inverse| inverse / size).collect();
        let impulse_units: Vec<f64> = inverses.iter().map(|inverse| size * inverse).collect();
        let first_rows: Vec<usize> = (0..problem.laws().len()).map(|law| problem.rows_of(law).start).collect();
        let laws = problem.laws().iter().zip(&first_rows).map(|(law, &row)| match *law {
            Law::Bounded { lower, upper } => {
                Law::Bounded { lower: lower / impulse_units[row], upper: upper / impulse_units[row] }
            }
            other => other,
        });
        Self { matrix, vector, laws: laws.collect(), first_rows, impulse_units, velocity_units }
    }

    /// The number of rows.
    pub fn order(&self) -> usize {
        self.vector.len()
    }

    /// The laws with their rows.
    pub fn laws(&self) -> impl Iterator<Item = (&Law, std::ops::Range<usize>)> {
        self.laws.iter().zip(&self.first_rows).map(|(law, &first)| (law, first..first + law.rows()))
    }

    /// Impulses in these units.
    pub fn shrink(&self, impulse: &[f64]) -> Vec<f64> {
        impulse.iter().zip(&self.impulse_units).map(|(p, unit)| p / unit).collect()
    }

    /// Impulses in the problem's units.
    pub fn grow(&self, x: &[f64]) -> Vec<f64> {
        x.iter().zip(&self.impulse_units).map(|(x, unit)| x * unit).collect()
    }

    /// `W̃ x + b̃`.
    pub fn velocity(&self, x: &[f64]) -> Vec<f64> {
        let mut velocity = self.vector.clone();
        self.matrix.multiply_add(x, &mut velocity);
        velocity
    }
}
