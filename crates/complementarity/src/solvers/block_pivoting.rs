//! Block principal pivoting (Júdice and Pires 1994): guess the basis, solve, move every row that is
//! wrong to where it is right, repeat.
//!
//! As long as the number of wrong rows falls, all of them move at once; this is Newton's method on
//! `min(z, w)` and takes a handful of factorisations on positive definite matrices. When it has not
//! fallen for [`BlockPivotingSettings::patience`] steps, only the last wrong row moves (Murty's
//! rule), which ends for every P matrix. Elsewhere it may cycle, and says `stalled`.

use super::basis_solve::{BasisSolve, Factorisation, multiply_add_nonzero};
use super::start::start_point;
use super::{LinearSolver, Settings};
use crate::{Effort, Iteration, LinearProblem, Method, Observer, Outcome, Position, Solution};
use std::borrow::Cow;
use stiction_linalg::DenseMatrix;

/// Settings of [`BlockPivoting`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockPivotingSettings {
    /// The largest scaled natural residual that counts as solved.
    pub tolerance: f64,
    /// The largest number of factorisations.
    pub iteration_limit: usize,
    /// Steps of the whole block without progress before single rows are moved.
    pub patience: usize,
    /// Whether to give up at the first sign that the problem is not of the easy kind: a bounded row without
    /// positive diagonal, a symmetric block that is not definite, patience that runs out.
    pub easy_only: bool,
}

impl Default for BlockPivotingSettings {
    fn default() -> Self {
        Self { tolerance: 1e-10, iteration_limit: 1000, patience: 8, easy_only: false }
    }
}

impl From<&Settings> for BlockPivotingSettings {
    fn from(settings: &Settings) -> Self {
        let default = Self::default();
        Self {
            tolerance: settings.tolerance,
            iteration_limit: settings.iteration_limit.unwrap_or(default.iteration_limit),
            ..default
        }
    }
}

/// Block principal pivoting on any box.
#[derive(Default)]
pub struct BlockPivoting {
    /// What may be set.
    pub settings: BlockPivotingSettings,
    basis: BasisSolve,
    positions: Vec<Position>,
    wrong: Vec<(usize, Position)>,
    w: Vec<f64>,
}

impl BlockPivoting {
    /// Rows are wrong when off by more than this, relative to the problem's size.
    const WRONG: f64 = 1e-12;

    /// A solver with the given settings.
    pub fn new(settings: BlockPivotingSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Lists the rows that are wrong at `z`, each with the position it should move to.
    fn list_wrong(&mut self, problem: &dyn LinearProblem, z: &[f64]) {
        let (bounds, units) = (problem.bounds(), problem.units());
        let slack = Self::WRONG * units.size(z);
        self.wrong.clear();
        for (i, position) in self.positions.iter().enumerate() {
            let (lower, upper) = (bounds.lower()[i], bounds.upper()[i]);
            let (z_slack, w_slack) = (slack * units.columns[i], slack * units.rows[i]);
            let target = match position {
                Position::Basic if z[i] < lower - z_slack => Position::Lower,
                Position::Basic if z[i] > upper + z_slack => Position::Upper,
                Position::Lower if self.w[i] < -w_slack && lower < upper => Position::Basic,
                Position::Upper if self.w[i] > w_slack && lower < upper => Position::Basic,
                _ => continue,
            };
            self.wrong.push((i, target));
        }
    }

    pub(crate) fn run(
        &mut self,
        problem: &dyn LinearProblem,
        matrix: &DenseMatrix,
        start: Option<&[f64]>,
        observer: &mut dyn Observer,
    ) -> Solution {
        let n = problem.dimension();
        self.w.resize(n, 0.0);
        self.wrong.clear();
        self.wrong.reserve(n);
        self.basis.reserve(n);
        let mut z = start_point(problem.bounds(), start);
        self.w.copy_from_slice(problem.vector());
        multiply_add_nonzero(matrix, &z, &mut self.w);
        guess_positions(problem, &z, &self.w, &mut self.positions);
        let mut effort = Effort::default();
        let (mut fewest, mut patience) = (n + 1, self.settings.patience);
        let hard_row = |i: usize| matrix[(i, i)] <= 0.0 && !problem.bounds().is_free(i);
        if self.settings.easy_only && (0..n).any(hard_row) {
            return Solution::judged(
                problem,
                z,
                Outcome::Stalled,
                self.settings.tolerance,
                effort,
                Method::BlockPivoting,
            );
        }
        let factorisation = if self.settings.easy_only { Factorisation::Definite } else { Factorisation::Any };
        let claim = loop {
            if effort.iterations >= self.settings.iteration_limit {
                break Outcome::IterationLimit;
            }
            effort.iterations += 1;
            effort.factorizations += 1;
            if !self.basis.solve(problem, matrix, &self.positions, factorisation, &mut z, &mut self.w) {
                break Outcome::NumericalFailure;
            }
            self.list_wrong(problem, &z);
            let seen = Iteration {
                method: Method::BlockPivoting.name(),
                number: effort.iterations - 1,
                step: if patience > 0 { "block" } else { "single" },
                measure: self.wrong.len() as f64,
                pivots: effort.pivots,
                worst_row: self.wrong.first().map(|wrong| wrong.0),
                point: &z,
            };
            if observer.iteration(&seen).is_break() {
                break Outcome::Interrupted;
            }
            if self.wrong.is_empty() {
                break Outcome::Solved;
            }
            if self.wrong.len() < fewest {
                (fewest, patience) = (self.wrong.len(), self.settings.patience);
            } else {
                patience = patience.saturating_sub(1);
            }
            if patience == 0 && self.settings.easy_only {
                break Outcome::Stalled;
            }
            let moved = if patience > 0 { 0 } else { self.wrong.len() - 1 };
            for &(row, position) in &self.wrong[moved..] {
                self.positions[row] = position;
                effort.pivots += 1;
            }
        };
        let basis = (claim == Outcome::Solved).then(|| self.positions.clone());
        Solution::judged(problem, z, claim, self.settings.tolerance, effort, Method::BlockPivoting).with_basis(basis)
    }
}

/// Guesses a basis from a point: a row at a bound stays there unless its `w` has the wrong sign.
pub(crate) fn guess_positions(problem: &dyn LinearProblem, z: &[f64], w: &[f64], positions: &mut Vec<Position>) {
    let bounds = problem.bounds();
    positions.clear();
    positions.extend((0..z.len()).map(|i| {
        let (lower, upper) = (bounds.lower()[i], bounds.upper()[i]);
        if z[i] == lower && (w[i] >= 0.0 || lower == upper) {
            Position::Lower
        } else if z[i] == upper && w[i] <= 0.0 {
            Position::Upper
        } else {
            Position::Basic
        }
    }));
}

impl LinearSolver for BlockPivoting {
    fn solve(&mut self, problem: &dyn LinearProblem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        let matrix: Cow<'_, DenseMatrix> = problem.matrix().to_dense();
        self.run(problem, &matrix, start, observer)
    }
}
