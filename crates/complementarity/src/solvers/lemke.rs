//! Lemke's method for linear and mixed linear complementarity problems.
//!
//! The path of `solvers/pivoting` from the ray of a covering vector, started from the basis in which
//! every bounded row is at a bound and every free row is basic, or from a basis that is given. The
//! ratio test is lexicographic, so it ends on degenerate problems too. It ends in a solution for
//! positive semidefinite problems that are feasible, for P matrices and for copositive ones that meet
//! the conditions of Cottle, Pang and Stone 4.4.
//!
//! A ray is data. It is turned into a claim that there is no solution only where its direction passes
//! the checker as a Farkas vector: for copositive-plus matrices it does.

use super::basis_solve::{BasisSolve, Factorisation};
use super::block_pivoting::guess_positions;
use super::pivoting::{End, Tracer};
use super::start::start_point;
use super::{LinearSolver, Settings};
use crate::{Basis, Effort, LinearProblem, Method, Observer, Outcome, Position, Solution};
use stiction_linalg::DenseMatrix;

/// How strongly each row is covered by the artificial variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Covering {
    /// Alike, in the problem's units.
    Ones,
    /// By one plus the size of its constant, in the problem's units.
    Constants,
    /// As given, one positive number per row in the problem's units. Anything else is a numerical failure.
    Weights(Vec<f64>),
}

/// Settings of [`Lemke`].
#[derive(Clone, Debug, PartialEq)]
pub struct LemkeSettings {
    /// The largest scaled natural residual that counts as solved.
    pub tolerance: f64,
    /// The largest number of pivots.
    pub pivot_limit: usize,
    /// The covering vector.
    pub covering: Covering,
    /// The basis to start from, in place of the one with every bounded row at a bound.
    pub start_basis: Option<Basis>,
}

impl Default for LemkeSettings {
    fn default() -> Self {
        Self { tolerance: 1e-10, pivot_limit: 200_000, covering: Covering::Ones, start_basis: None }
    }
}

impl From<&Settings> for LemkeSettings {
    fn from(settings: &Settings) -> Self {
        let default = Self::default();
        Self {
            tolerance: settings.tolerance,
            pivot_limit: settings.iteration_limit.unwrap_or(default.pivot_limit),
            ..default
        }
    }
}

/// Lemke's method.
#[derive(Default)]
pub struct Lemke {
    /// What may be set.
    pub settings: LemkeSettings,
    tracer: Tracer,
    basis: BasisSolve,
    weights: Vec<f64>,
    positions: Vec<Position>,
}

impl Lemke {
    /// A traced point with a scaled residual below this needs no fresh factorisation.
    const ACCURATE: f64 = 1e-14;

    /// A solver with the given settings.
    pub fn new(settings: LemkeSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    fn choose_start(&mut self, problem: &dyn LinearProblem) {
        let bounds = problem.bounds();
        let n = problem.dimension();
        let resting = |i: usize| bounds.resting_position(i);
        self.positions.clear();
        match &self.settings.start_basis {
            Some(basis) if basis.len() == n => self.positions.extend((0..n).map(|i| match basis[i] {
                Position::Lower if bounds.lower()[i].is_infinite() => resting(i),
                Position::Upper if bounds.upper()[i].is_infinite() => resting(i),
                position => position,
            })),
            _ => self.positions.extend((0..n).map(resting)),
        }
        self.weights.clear();
        match &self.settings.covering {
            Covering::Weights(weights) if weights.len() == n => self.weights.extend(weights),
            Covering::Weights(_) => self.weights.push(f64::NAN),
            Covering::Constants => {
                let rows = &problem.units().rows;
                self.weights.extend(problem.vector().iter().zip(rows).map(|(q, unit)| 1.0 + (q / unit).abs()));
            }
            Covering::Ones => self.weights.resize(n, 1.0),
        }
    }

    pub(crate) fn run(
        &mut self,
        problem: &dyn LinearProblem,
        matrix: &DenseMatrix,
        observer: &mut dyn Observer,
    ) -> Solution {
        let bounds = problem.bounds();
        self.choose_start(problem);
        if self.weights.iter().any(|weight| !(weight.is_finite() && *weight > 0.0)) {
            let z = start_point(bounds, None);
            let failure = Outcome::NumericalFailure;
            return Solution::judged(problem, z, failure, self.settings.tolerance, Effort::default(), Method::Lemke);
        }
        self.tracer.load(matrix, problem.vector(), bounds.lower(), bounds.upper(), Some(problem.units()));
        let limit = self.settings.pivot_limit;
        let (end, driving) =
            self.tracer.trace_from_ray(&self.positions, &self.weights, limit, Method::Lemke.name(), observer);
        let mut z = vec![0.0; problem.dimension()];
        self.tracer.write_point(&mut z);
        let claim = match end {
            End::Solution => Outcome::Solved,
            End::Ray => self.tracer.ray_outcome(problem, driving),
            End::Limit => Outcome::IterationLimit,
            End::NumericalFailure => Outcome::NumericalFailure,
            End::Interrupted => Outcome::Interrupted,
        };
        let effort = Effort {
            iterations: self.tracer.pivots,
            pivots: self.tracer.pivots,
            factorizations: self.tracer.factorizations,
            ..Effort::default()
        };
        if claim != Outcome::Solved {
            return Solution::judged(problem, z, claim, self.settings.tolerance, effort, Method::Lemke);
        }
        self.finish(problem, matrix, z, effort)
    }

    /// The path's own point where it is accurate to rounding, else that of the final basis from a fresh
    /// factorisation, whichever is better.
    fn finish(
        &mut self,
        problem: &dyn LinearProblem,
        matrix: &DenseMatrix,
        z: Vec<f64>,
        mut effort: Effort,
    ) -> Solution {
        let tolerance = self.settings.tolerance;
        let basis = Some(self.tracer.positions().to_vec());
        let traced = Solution::judged(problem, z, Outcome::Solved, tolerance, effort, Method::Lemke);
        if traced.residual.within(Self::ACCURATE) {
            return traced.with_basis(basis);
        }
        let n = problem.dimension();
        let (mut polished, mut w) = (vec![0.0; n], vec![0.0; n]);
        effort.factorizations += 1;
        if !self.basis.solve(problem, matrix, self.tracer.positions(), Factorisation::General, &mut polished, &mut w) {
            return traced.with_basis(basis);
        }
        let polished = Solution::judged(problem, polished, Outcome::Solved, tolerance, effort, Method::Lemke);
        let better = polished.residual.scaled.natural < traced.residual.scaled.natural;
        (if better { polished } else { traced }).with_basis(basis)
    }
}

impl LinearSolver for Lemke {
    /// From a start point the basis that it suggests is tried first; where that ends elsewhere than in a
    /// solution, the path is followed again from its usual start, for which there are guarantees.
    fn solve(&mut self, problem: &dyn LinearProblem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        let matrix = problem.matrix().to_dense();
        if start.is_none() || self.settings.start_basis.is_some() {
            return self.run(problem, &matrix, observer);
        }
        let mut suggested = Vec::new();
        let z = start_point(problem.bounds(), start);
        let mut w = vec![0.0; z.len()];
        problem.evaluate(&z, &mut w);
        guess_positions(problem, &z, &w, &mut suggested);
        self.settings.start_basis = Some(suggested);
        let warm = self.run(problem, &matrix, observer);
        self.settings.start_basis = None;
        if matches!(warm.outcome, Outcome::Solved | Outcome::Interrupted) {
            return warm;
        }
        let mut cold = self.run(problem, &matrix, observer);
        cold.effort += warm.effort;
        cold.effort.restarts += 1;
        cold
    }
}
