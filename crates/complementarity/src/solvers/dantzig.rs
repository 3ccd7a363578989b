//! Principal pivoting of Cottle and Dantzig (1968) for linear and mixed linear complementarity problems.
//!
//! The rows are taken one after the other, as Baraff (1994) does for contacts. A row whose `w` has the wrong sign drives: its
//! `z` leaves its bound, and all rows taken before it stay complementary, by pivots where one of them would not. It ends where
//! the row's own `w` is zero, or its `z` is at its other bound. Rows that were not taken yet wait with their `z` fixed.
//!
//! These *major cycles* end for P matrices, and for positive semidefinite ones where there is a solution (Cottle, Pang and
//! Stone, section 4.2). The matrix of a friction pyramid is neither; a cycle may then run out along a ray. Its row is taken back
//! and waits for the others; where each row that is left ends so, the last ray is the answer.
//!
//! A cycle is the path of `w = M z + q + t d` as `t` goes from 1 to 0, where `d` covers the driving row alone. It is traced
//! by `solvers/pivoting`, with its lexicographic ratio test.

use super::basis_solve::{BasisSolve, Factorisation};
use super::block_pivoting::guess_positions;
use super::pivoting::{End, Tracer};
use super::start::start_point;
use super::{LinearSolver, Settings};
use crate::{Bounds, Effort, Iteration, LinearProblem, Method, Observer, Outcome, Position, Solution};

/// Settings of [`Dantzig`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DantzigSettings {
    /// The largest scaled natural residual that counts as solved; 1e-10.
    pub tolerance: f64,
    /// The largest number of pivots; 200,000.
    pub pivot_limit: usize,
}

impl Default for DantzigSettings {
    fn default() -> Self {
        Self { tolerance: 1e-10, pivot_limit: 200_000 }
    }
}

impl From<&Settings> for DantzigSettings {
    fn from(settings: &Settings) -> Self {
        let own = Self::default();
        Self { tolerance: settings.tolerance, pivot_limit: settings.iteration_limit.unwrap_or(own.pivot_limit) }
    }
}

/// The principal pivoting method.
#[derive(Default)]
pub struct Dantzig {
    /// What may be set.
    pub settings: DantzigSettings,
    tracer: Tracer,
    basis: BasisSolve,
    positions: Vec<Position>,
    z: Vec<f64>,
    w: Vec<f64>,
    /// `w` where the path of a cycle begins.
    covered: Vec<f64>,
    /// The point and the positions before a cycle.
    before: (Vec<f64>, Vec<Position>),
}

impl Dantzig {
    /// A `w` of this size relative to the problem's is zero: rounding of the path.
    const ZERO: f64 = 1e-12;

    /// A solver with these settings.
    pub fn new(settings: DantzigSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Fixes every row: at a bound, or at zero where it has none.
    fn begin(&mut self, problem: &dyn LinearProblem) {
        let bounds = problem.bounds();
        let n = problem.dimension();
        self.positions.clear();
        self.z.clear();
        for row in 0..n {
            let (position, value) = match bounds.resting_position(row) {
                Position::Upper => (Position::Upper, bounds.upper()[row]),
                _ if bounds.is_free(row) => (Position::Lower, 0.0),
                _ => (Position::Lower, bounds.lower()[row]),
            };
            self.positions.push(position);
            self.z.push(value);
        }
        self.w.clear();
        self.w.resize(n, 0.0);
        self.tracer.load(&problem.matrix().to_dense(), problem.vector(), &self.z, &self.z, Some(problem.units()));
    }

    /// Major cycles, until every row is complementary or each that is left ends on a ray. A row that takes part stays
    /// complementary, so that each pass but the last leaves fewer rows to wait: there are no more passes than rows.
    fn cycles(&mut self, problem: &dyn LinearProblem, observer: &mut dyn Observer) -> Outcome {
        for _ in 0..=problem.dimension() {
            let (mut advances, mut ray) = (false, None);
            for row in 0..problem.dimension() {
                self.release_all(problem);
                let Some(way) = self.way(problem, row) else { continue };
                let (end, driving) = self.cycle(problem, row, way, observer);
                match end {
                    End::Solution => advances = true,
                    End::Ray => match self.tracer.ray_outcome(problem, driving) {
                        proof @ Outcome::NoSolution(_) => return proof,
                        end => {
                            ray = Some(end);
                            self.take_back(row);
                        }
                    },
                    End::Limit => return Outcome::IterationLimit,
                    End::NumericalFailure => return Outcome::NumericalFailure,
                    End::Interrupted => return Outcome::Interrupted,
                }
                // The path shows all pivots but the last one.
                let seen = Iteration {
                    method: Method::Dantzig.name(),
                    number: self.tracer.pivots.saturating_sub(1),
                    step: "row",
                    measure: self.w[row].abs(),
                    pivots: self.tracer.pivots,
                    worst_row: Some(row),
                    point: &self.z,
                };
                if observer.iteration(&seen).is_break() {
                    return Outcome::Interrupted;
                }
            }
            match ray {
                Some(ray) if !advances => return ray,
                None if !advances => break,
                _ => {}
            }
        }
        Outcome::Solved
    }

    /// Goes back to where a row waited before its cycle.
    fn take_back(&mut self, row: usize) {
        self.z.clone_from(&self.before.0);
        self.positions.clone_from(&self.before.1);
        self.tracer.set_bounds(row, self.z[row], self.z[row]);
    }

    /// Which way a row's `z` must move if its `w` has the wrong sign: up for a negative one.
    fn way(&self, problem: &dyn LinearProblem, row: usize) -> Option<f64> {
        let (bounds, units) = (problem.bounds(), problem.units());
        let slack = Self::ZERO * units.size(&self.z) * units.rows[row];
        let (may_rise, may_fall) = match self.positions[row] {
            Position::Basic => (false, false),
            _ if bounds.is_free(row) => (true, true),
            Position::Lower => (bounds.lower()[row] < bounds.upper()[row], false),
            Position::Upper => (false, bounds.lower()[row] < bounds.upper()[row]),
        };
        match self.w[row] {
            w if w < -slack && may_rise => Some(1.0),
            w if w > slack && may_fall => Some(-1.0),
            _ => None,
        }
    }

    /// A major cycle: moves a row's `z` until the row is complementary.
    fn cycle(
        &mut self,
        problem: &dyn LinearProblem,
        row: usize,
        way: f64,
        observer: &mut dyn Observer,
    ) -> (End, Option<(usize, f64)>) {
        let bounds = problem.bounds();
        self.before.0.clone_from(&self.z);
        self.before.1.clone_from(&self.positions);
        // A free row leaves the zero at which it waits, to one side.
        let (lower, upper) = match (bounds.is_free(row), way > 0.0) {
            (true, true) => (self.z[row], f64::INFINITY),
            (true, false) => (f64::NEG_INFINITY, self.z[row]),
            (false, _) => (bounds.lower()[row], bounds.upper()[row]),
        };
        self.positions[row] = if way > 0.0 { Position::Lower } else { Position::Upper };
        self.tracer.set_bounds(row, lower, upper);
        // The covering vector takes up what the row lacks, and rounding in those that are basic.
        self.covered.clone_from(&self.w);
        for (i, w) in self.covered.iter_mut().enumerate() {
            if i == row || self.positions[i] == Position::Basic {
                *w = 0.0;
            }
        }
        let limit = self.settings.pivot_limit;
        let point = (&self.z[..], &self.covered[..]);
        let name = Method::Dantzig.name();
        let (end, driving) = self.tracer.trace_from_point(&self.positions, point, 0.0, limit, name, observer);
        self.positions.copy_from_slice(self.tracer.positions());
        self.tracer.write_point(&mut self.z);
        (end, driving)
    }

    /// Lets every row that is complementary at the present point take part.
    fn release_all(&mut self, problem: &dyn LinearProblem) {
        problem.evaluate(&self.z, &mut self.w);
        for row in 0..self.z.len() {
            if self.way(problem, row).is_none() {
                self.release(problem.bounds(), row);
            }
        }
    }

    /// Gives a row that is complementary its own bounds. A free row that is not basic goes on waiting: it depends on the
    /// rows that are, and holds with them.
    fn release(&mut self, bounds: &Bounds, row: usize) {
        if self.positions[row] == Position::Basic || !bounds.is_free(row) {
            self.tracer.set_bounds(row, bounds.lower()[row], bounds.upper()[row]);
        }
    }
}

impl Dantzig {
    /// The basis that a start suggests, where it is the solution's.
    fn suggested(&mut self, problem: &dyn LinearProblem, start: &[f64]) -> Option<Solution> {
        self.z = start_point(problem.bounds(), Some(start));
        self.w.clear();
        self.w.resize(self.z.len(), 0.0);
        problem.evaluate(&self.z, &mut self.w);
        guess_positions(problem, &self.z, &self.w, &mut self.positions);
        let matrix = problem.matrix().to_dense();
        let general = Factorisation::General;
        if !self.basis.solve(problem, &matrix, &self.positions, general, &mut self.z, &mut self.w) {
            return None;
        }
        let effort = Effort { iterations: 1, factorizations: 1, ..Effort::default() };
        let solution = self.answer(problem, Outcome::Solved, effort);
        solution.is_solved().then_some(solution)
    }

    fn answer(&self, problem: &dyn LinearProblem, claim: Outcome, effort: Effort) -> Solution {
        let basis = (claim == Outcome::Solved).then(|| self.positions.clone());
        let tolerance = self.settings.tolerance;
        Solution::judged(problem, self.z.clone(), claim, tolerance, effort, Method::Dantzig).with_basis(basis)
    }
}

impl LinearSolver for Dantzig {
    /// A start is of use where its basis is the solution's; else the point is built row by row.
    fn solve(&mut self, problem: &dyn LinearProblem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        if let Some(solution) = start.and_then(|start| self.suggested(problem, start)) {
            return solution;
        }
        self.begin(problem);
        let claim = self.cycles(problem, observer);
        let effort = Effort {
            iterations: self.tracer.pivots,
            pivots: self.tracer.pivots,
            factorizations: self.tracer.factorizations,
            ..Effort::default()
        };
        self.answer(problem, claim, effort)
    }
}
