//! A solver of PATH's class for linear and nonlinear mixed complementarity problems.
//!
//! Newton's method on Robinson's normal map (Ralph 1994; Dirkse and Ferris 1995). At each major
//! iteration the problem is linearised, and the linear problem is solved by following its path of
//! complementary points from the current one, by pivoting. The full step is tried first; a watchdog
//! lets the merit rise for a few steps before it goes back to the best point and searches along the path
//! there. A crash phase finds a good basis first; a proximal term makes singular linearisations regular;
//! a gradient step on the Fischer–Burmeister merit leaves points where no path helps; and when all that
//! stalls, the solve starts again with other settings and from other points.

mod attempt;
mod iterate;
mod strategy;

use super::start::start_point;
use super::{LinearSolver, NonlinearSolver, Settings};
use crate::{Effort, LinearProblem, Method, Observer, Outcome, Problem, Solution};
use attempt::Attempt;
use strategy::Strategy;

/// Settings of [`Path`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathSettings {
    /// The largest scaled natural residual that counts as solved.
    pub tolerance: f64,
    /// The largest number of major iterations, over all restarts.
    pub major_limit: usize,
    /// The largest number of pivots in one linearisation, on top of twenty per row.
    pub minor_limit: usize,
    /// The largest number of pivots over all linearisations, on top of two hundred per row.
    pub pivot_limit: usize,
    /// The largest number of steps of the crash phase.
    pub crash_limit: usize,
    /// The merit may not exceed the largest of this many past ones.
    pub memory: usize,
    /// Steps that the watchdog lets pass without a decrease.
    pub watchdog: usize,
    /// The share of the predicted decrease of the merit that counts as enough.
    pub sufficient_decrease: f64,
    /// How often to start again with other settings or from other points.
    pub restart_limit: usize,
}

impl Default for PathSettings {
    fn default() -> Self {
        Self {
            tolerance: 1e-10,
            major_limit: 500,
            minor_limit: 1000,
            pivot_limit: 10_000,
            crash_limit: 50,
            memory: 10,
            watchdog: 5,
            sufficient_decrease: 1e-4,
            restart_limit: 12,
        }
    }
}

impl From<&Settings> for PathSettings {
    fn from(settings: &Settings) -> Self {
        let default = Self::default();
        Self {
            tolerance: settings.tolerance,
            major_limit: settings.iteration_limit.unwrap_or(default.major_limit),
            ..default
        }
    }
}

/// A solver of PATH's class.
#[derive(Default)]
pub struct Path {
    /// What may be set.
    pub settings: PathSettings,
    attempt: Attempt,
}

impl Path {
    /// A solver with the given settings.
    pub fn new(settings: PathSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    fn run(&mut self, problem: &dyn Problem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        let first = start_point(problem.bounds(), start);
        let mut effort = Effort::default();
        let (mut best, mut least) = (first.clone(), f64::INFINITY);
        let mut start = first.clone();
        let mut claim = Outcome::Stalled;
        for round in 0..=self.settings.restart_limit {
            effort.restarts = round;
            let strategy = Strategy::of_round(round, &first, problem.bounds(), &mut start);
            claim = self.attempt.run(problem, &self.settings, strategy, &start, &mut effort, observer);
            if self.attempt.best_measure() < least {
                least = self.attempt.best_measure();
                best.copy_from_slice(self.attempt.best_point());
            }
            if matches!(claim, Outcome::Solved | Outcome::Interrupted | Outcome::IterationLimit) {
                break;
            }
        }
        Solution::judged(problem, best, claim, self.settings.tolerance, effort, Method::Path)
    }
}

impl NonlinearSolver for Path {
    fn solve(&mut self, problem: &dyn Problem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        self.run(problem, start, observer)
    }
}

impl LinearSolver for Path {
    fn solve(&mut self, problem: &dyn LinearProblem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        self.run(problem, start, observer)
    }
}
