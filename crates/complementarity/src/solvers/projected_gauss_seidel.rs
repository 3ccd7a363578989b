//! Projected Gauss–Seidel with relaxation.
//!
//! A sweep visits the rows in order and solves each for its own unknown, projected on its bounds:
//! `z_i ← P_i(z_i − ω (M_i z + q_i) / M_ii)`. A free row is plain Gauss–Seidel. On symmetric positive
//! semidefinite matrices with positive diagonal and `0 < ω < 2` every sweep lowers the energy
//! `½ zᵀM z + qᵀz` (Cryer 1971); on others it may diverge, which is noticed and said.
//!
//! # Symbols
//! | letter | meaning |
//! |---|---|
//! | `ω` | relaxation |
//! | `M_i` | row `i` of the matrix |

use super::progress::{Progress, row_residual, worst};
use super::row_matrix::RowMatrix;
use super::start::start_point;
use super::{LinearSolver, Settings};
use crate::{Effort, Iteration, LinearProblem, Method, Observer, Outcome, Solution};

/// What [`ProjectedGaussSeidel`] can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProjectedGaussSeidelSettings {
    /// The largest scaled natural residual that counts as solved; 1e-10.
    pub tolerance: f64,
    /// The largest number of sweeps; 20 000.
    pub iteration_limit: usize,
    /// `ω`: 1 is Gauss–Seidel; above 1 over-relaxes, below 1 under-relaxes. Useful between 0 and 2.
    pub relaxation: f64,
    /// A residual this many times the problem's size is divergence; 1e8.
    pub divergence_growth: f64,
    /// Sweeps without the residual falling by a tenth before the solve counts as stalled; 2 000.
    pub stall_iterations: usize,
}

impl Default for ProjectedGaussSeidelSettings {
    fn default() -> Self {
        Self {
            tolerance: 1e-10,
            iteration_limit: 20_000,
            relaxation: 1.0,
            divergence_growth: 1e8,
            stall_iterations: 2_000,
        }
    }
}

impl From<&Settings> for ProjectedGaussSeidelSettings {
    fn from(settings: &Settings) -> Self {
        let own = Self::default();
        Self {
            tolerance: settings.tolerance,
            iteration_limit: settings.iteration_limit.unwrap_or(own.iteration_limit),
            ..own
        }
    }
}

/// Projected Gauss–Seidel, for linear problems with a positive diagonal.
///
/// A bounded row without a positive diagonal, or a free row with a zero one, cannot be swept: the
/// outcome is `NumericalFailure`.
#[derive(Clone, Debug, Default)]
pub struct ProjectedGaussSeidel {
    /// What it was told.
    pub settings: ProjectedGaussSeidelSettings,
    matrix: RowMatrix,
    /// `ω / M_ii`; zero for a row whose bounds leave one value.
    steps: Vec<f64>,
    /// What each row's residual was when the sweep came by.
    residuals: Vec<f64>,
    w: Vec<f64>,
    /// For the judge.
    scratch: Vec<f64>,
    progress: Progress,
}

impl ProjectedGaussSeidel {
    /// A solver with these settings.
    pub fn new(settings: ProjectedGaussSeidelSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Copies the matrix by rows; returns whether every row can be swept.
    fn prepare(&mut self, problem: &dyn LinearProblem) -> bool {
        let (order, bounds) = (problem.dimension(), problem.bounds());
        self.matrix.refill(problem.matrix());
        self.w.resize(order, 0.0);
        self.scratch.resize(2 * order, 0.0);
        self.residuals.resize(order, 0.0);
        self.steps.clear();
        for i in 0..order {
            let diagonal = self.matrix.diagonal(i);
            if bounds.lower()[i] == bounds.upper()[i] {
                self.steps.push(0.0);
            } else if diagonal > 0.0 || (diagonal < 0.0 && bounds.is_free(i)) {
                self.steps.push(self.settings.relaxation / diagonal);
            } else {
                return false;
            }
        }
        true
    }

    fn sweep(&mut self, problem: &dyn LinearProblem, z: &mut [f64]) {
        for i in 0..z.len() {
            let w = self.matrix.row_dot(i, z) + problem.vector()[i];
            self.residuals[i] = row_residual(problem, i, z[i], w);
            z[i] = problem.bounds().clamp(i, z[i] - self.steps[i] * w);
        }
    }

    /// The residual of `z` itself. A sweep's own residuals mix the rows before and after their change;
    /// they cost nothing, so this is asked only once they are small.
    fn is_solved(&mut self, problem: &dyn LinearProblem, z: &[f64]) -> bool {
        problem.evaluate(z, &mut self.w);
        problem.residual_in(z, &self.w, &mut self.scratch).within(self.settings.tolerance)
    }

    fn iterate(&mut self, problem: &dyn LinearProblem, z: &mut [f64], watch: &mut dyn Observer) -> (Outcome, Effort) {
        let mut effort = Effort::default();
        if !self.prepare(problem) {
            return (Outcome::NumericalFailure, effort);
        }
        let ProjectedGaussSeidelSettings { tolerance, divergence_growth, stall_iterations, .. } = self.settings;
        self.progress.restart(z, problem.units().size(z), divergence_growth, stall_iterations);
        for number in 0..self.settings.iteration_limit {
            self.sweep(problem, z);
            effort.iterations += 1;
            effort.evaluations += 1;
            let (measure, row) = worst(self.residuals.iter().copied());
            let iteration = Iteration {
                method: Method::Pgs.name(),
                number,
                step: "sweep",
                measure,
                pivots: 0,
                worst_row: Some(row),
                point: z,
            };
            if watch.iteration(&iteration).is_break() {
                return (Outcome::Interrupted, effort);
            }
            if measure <= tolerance * problem.units().size(z) {
                effort.evaluations += 1;
                if self.is_solved(problem, z) {
                    self.progress.best_point.copy_from_slice(z);
                    return (Outcome::Solved, effort);
                }
            }
            if let Some(end) = self.progress.note(z, measure) {
                return (end, effort);
            }
        }
        (Outcome::IterationLimit, effort)
    }
}

impl LinearSolver for ProjectedGaussSeidel {
    fn solve(&mut self, problem: &dyn LinearProblem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        let mut z = start_point(problem.bounds(), start);
        self.progress.best_point.clone_from(&z);
        let (outcome, effort) = self.iterate(problem, &mut z, observer);
        z.copy_from_slice(&self.progress.best_point);
        Solution::judged(problem, z, outcome, self.settings.tolerance, effort, Method::Pgs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DenseMatrix, Lcp, MixedLcp, SparseMatrix};
    use std::ops::ControlFlow;

    fn solve(problem: &dyn LinearProblem) -> Solution {
        ProjectedGaussSeidel::default().solve(problem, None, &mut ())
    }

    #[test]
    fn dense_and_sparse_sweeps_agree() {
        let places = [(0, 0, 4.0), (0, 1, -1.0), (1, 0, -1.0), (1, 1, 4.0), (1, 2, -1.0), (2, 1, -1.0), (2, 2, 4.0)];
        let sparse = SparseMatrix::from_triplets(3, 3, &places).unwrap();
        let q = vec![-1.0, 2.0, -8.0];
        let dense = solve(&Lcp::new(sparse.to_dense(), q.clone()).unwrap());
        let sparse = solve(&Lcp::new(sparse, q).unwrap());
        assert!(dense.is_solved() && sparse.is_solved());
        assert_eq!(dense.effort, sparse.effort);
        // Row 1 stays at zero: z = (1/4, 0, 2) has w₁ = −1/4 + 2 − 2 < 0, so it must rise a little.
        assert!(dense.z[1] > 0.0 && dense.z[2] > 2.0);
    }

    #[test]
    fn a_box_with_an_equation_and_a_fixed_row() {
        let matrix = DenseMatrix::from_rows(&[[2.0, 1.0, 0.0], [1.0, -3.0, 0.0], [1.0, 1.0, 0.0]]).unwrap();
        let free = f64::INFINITY;
        let problem =
            MixedLcp::new(matrix, vec![-4.0, 1.0, 7.0], vec![-1.0, -free, 5.0], vec![1.0, free, 5.0]).unwrap();
        let solution = solve(&problem);
        assert!(solution.is_solved());
        // z₀ at its upper bound 1, then 1 − 3 z₁ + 1 = 0.
        assert!((solution.z[0] - 1.0).abs() < 1e-12 && (solution.z[1] - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(solution.z[2], 5.0);
    }

    #[test]
    fn rows_without_a_positive_diagonal_are_refused() {
        for diagonal in [0.0, -1.0] {
            let matrix = DenseMatrix::from_rows(&[[1.0, 2.0], [1.0, diagonal]]).unwrap();
            let solution = solve(&Lcp::new(matrix, vec![-1.0, -1.0]).unwrap());
            assert_eq!(solution.outcome, Outcome::NumericalFailure);
        }
    }

    #[test]
    fn divergence_and_stalls_and_limits_are_distinguished() {
        let matrix = |off: f64| DenseMatrix::from_rows(&[[1.0, off], [off, 1.0]]).unwrap();
        let free = vec![f64::INFINITY; 2];
        let lower = vec![f64::NEG_INFINITY; 2];
        let growing = MixedLcp::new(matrix(3.0), vec![1.0, -1.0], lower, free).unwrap();
        assert_eq!(solve(&growing).outcome, Outcome::Diverged);
        // Over-relaxed beyond 2, the projection turns divergence into a cycle.
        let cycling = Lcp::new(matrix(0.0), vec![-1.0, -1.0]).unwrap();
        let settings = ProjectedGaussSeidelSettings { relaxation: 2.5, ..Default::default() };
        assert_eq!(ProjectedGaussSeidel::new(settings).solve(&cycling, None, &mut ()).outcome, Outcome::Stalled);
        let slow = Lcp::new(matrix(0.9), vec![-1.0, -1.0]).unwrap();
        let settings = ProjectedGaussSeidelSettings { iteration_limit: 3, ..Default::default() };
        let limited = ProjectedGaussSeidel::new(settings).solve(&slow, None, &mut ());
        assert_eq!((limited.outcome, limited.effort.iterations), (Outcome::IterationLimit, 3));
    }

    #[test]
    fn the_observer_can_stop_it() {
        let problem = Lcp::new(DenseMatrix::from_rows(&[[1.0, 0.9], [0.9, 1.0]]).unwrap(), vec![-1.0, -1.0]).unwrap();
        let mut watch =
            |it: &Iteration<'_>| if it.number == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let solution = ProjectedGaussSeidel::default().solve(&problem, None, &mut watch);
        assert_eq!((solution.outcome, solution.effort.iterations), (Outcome::Interrupted, 2));
    }
}
