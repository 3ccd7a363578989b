//! The projected Levenberg–Marquardt method on the Fischer–Burmeister equations.
//!
//! The step is the least-squares solution of `[J; √λ I] d = [−φ; 0]` by QR with a tiny `λ` (Kanzow and
//! Petra 2004). Points stay in the box: the search runs along `P(x + t d)`. It is non-monotone (Grippo,
//! Lampariello and Lucidi 1986): a step need only beat the worst of the last few merits. A watchdog
//! (Chamberlain et al. 1982) watches that freedom: where the best merit has not fallen enough for some
//! iterations, the search returns to the best point and is monotone for as long again. Where the step is
//! no direction of descent, stronger damping and finally the projected gradient take its place.
//!
//! # Symbols
//! | letter | meaning |
//! |---|---|
//! | `φ`, `J`, `ψ` | the equations, their generalised Jacobian, the merit `½ ‖φ‖²` |
//! | `g` | the gradient `Jᵀφ` of `ψ` |
//! | `λ`, `d`, `t` | damping, step, step length |
//! | `P` | projection on the box |

use super::super::start::start_point;
use super::super::{LinearSolver, NonlinearSolver, Settings};
use super::fischer_burmeister_system::{FischerBurmeisterSystem, Point};
use super::restart::Attempts;
use crate::{Effort, Iteration, LinearProblem, Method, Observer, Outcome, Problem, Solution};
use stiction_linalg::LeastSquares;

/// What [`ProjectedLevenbergMarquardt`] can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProjectedLevenbergMarquardtSettings {
    /// The largest scaled natural residual that counts as solved; 1e-10.
    pub tolerance: f64,
    /// The largest number of steps; 500.
    pub iteration_limit: usize,
    /// The merit at which to stop in any case; 1e-30.
    pub merit_tolerance: f64,
    /// `λ`; 1e-16.
    pub damping: f64,
    /// What `λ` becomes, times the merit but at most 1, where the first step is no use; 1e-3.
    pub strong_damping: f64,
    /// A full step that brings the merit below this share is taken at once; 0.9.
    pub full_step_decrease: f64,
    /// The share of the predicted first-order decrease that a step must deliver; 1e-4.
    pub sufficient_decrease: f64,
    /// How many past merits a step may be compared to; 10.
    pub memory: usize,
    /// Iterations without the best merit halving before the watchdog acts; 15.
    pub watchdog_iterations: usize,
    /// Step lengths tried, each half of the one before; 30.
    pub halvings: usize,
    /// Iterations without the best merit falling by a hundredth before the solve counts as stalled; 60.
    pub stall_iterations: usize,
    /// Other starts tried after a stall; 4.
    pub restarts: usize,
}

impl Default for ProjectedLevenbergMarquardtSettings {
    fn default() -> Self {
        Self {
            tolerance: 1e-10,
            iteration_limit: 500,
            merit_tolerance: 1e-30,
            damping: 1e-16,
            strong_damping: 1e-3,
            full_step_decrease: 0.9,
            sufficient_decrease: 1e-4,
            memory: 10,
            watchdog_iterations: 15,
            halvings: 30,
            stall_iterations: 60,
            restarts: 4,
        }
    }
}

impl From<&Settings> for ProjectedLevenbergMarquardtSettings {
    fn from(settings: &Settings) -> Self {
        let (own, given) = (Self::default(), &settings.levenberg_marquardt);
        Self {
            tolerance: settings.tolerance,
            iteration_limit: settings.iteration_limit.unwrap_or(own.iteration_limit),
            merit_tolerance: given.merit_tolerance.unwrap_or(own.merit_tolerance),
            damping: given.damping.unwrap_or(own.damping),
            memory: given.memory.map_or(own.memory, |count| count as usize),
            watchdog_iterations: given.watchdog_iterations.map_or(own.watchdog_iterations, |count| count as usize),
            restarts: given.restarts.map_or(own.restarts, |count| count as usize),
            ..own
        }
    }
}

/// Fischer–Burmeister equations by projected Levenberg–Marquardt.
#[derive(Default)]
pub struct ProjectedLevenbergMarquardt {
    /// What it was told.
    pub settings: ProjectedLevenbergMarquardtSettings,
    system: FischerBurmeisterSystem,
    least_squares: LeastSquares,
    current: Point,
    trial: Point,
    best: Point,
    right: Vec<f64>,
    step: Vec<f64>,
    gradient: Vec<f64>,
    history: Vec<f64>,
}

impl ProjectedLevenbergMarquardt {
    /// A solver with these settings.
    pub fn new(settings: ProjectedLevenbergMarquardtSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    fn prepare(&mut self, problem: &dyn Problem, start: &[f64]) {
        self.system.prepare(problem);
        self.least_squares.reserve(start.len());
        self.system.set(start, &mut self.current);
        self.trial.resize(start.len());
        self.best.resize(start.len());
        for buffer in [&mut self.right, &mut self.step, &mut self.gradient] {
            buffer.clear();
            buffer.resize(start.len(), 0.0);
        }
        self.history.clear();
        self.history.reserve(self.settings.memory.max(1));
        self.system.evaluate(problem, &mut self.current);
        self.best.copy_from(&self.current);
    }

    /// Sets `step` to the least-squares step; returns whether there is one.
    fn damped_step(&mut self, damping: f64) -> bool {
        for (right, phi) in self.right.iter_mut().zip(&self.current.phi) {
            *right = -phi;
        }
        self.least_squares.solve_damped(&self.system.jacobian, damping.sqrt(), &self.right, &mut self.step)
    }

    /// Searches along `P(x + t d)`; on success the trial point is the new one.
    fn search(&mut self, problem: &dyn Problem, reference: f64, effort: &mut Effort) -> bool {
        let settings = self.settings;
        let mut length = 1.0;
        for halving in 0..settings.halvings {
            // The slope along the projected step, not along d: the projection may bend it uphill.
            let mut slope = 0.0;
            for i in 0..self.step.len() {
                self.trial.x[i] = self.system.clamp(i, self.current.x[i] + length * self.step[i]);
                slope += self.gradient[i] * (self.trial.x[i] - self.current.x[i]);
            }
            let may_be_full = halving == 0;
            if slope < 0.0 || may_be_full {
                self.system.evaluate(problem, &mut self.trial);
                effort.evaluations += 1;
                let enough = slope < 0.0 && self.trial.merit <= reference + settings.sufficient_decrease * slope;
                if enough || (may_be_full && self.trial.merit <= settings.full_step_decrease * self.current.merit) {
                    return true;
                }
            }
            length *= 0.5;
        }
        false
    }

    /// One step of descent; returns what it was, or nothing where no direction leads down.
    fn descend(&mut self, problem: &dyn Problem, reference: f64, effort: &mut Effort) -> Option<&'static str> {
        self.system.linearise(problem, &self.current);
        self.system.jacobian.multiply_transposed(&self.current.phi, &mut self.gradient);
        let strong = self.settings.strong_damping * self.current.merit.min(1.0);
        for (damping, name) in [(self.settings.damping, "newton"), (strong, "damped")] {
            effort.factorizations += 1;
            if self.damped_step(damping) && self.search(problem, reference, effort) {
                return Some(name);
            }
        }
        for (step, gradient) in self.step.iter_mut().zip(&self.gradient) {
            *step = -gradient;
        }
        self.search(problem, reference, effort).then_some("gradient")
    }

    fn iterate(
        &mut self,
        problem: &dyn Problem,
        start: &[f64],
        first: usize,
        watch: &mut dyn Observer,
    ) -> (Outcome, Effort) {
        let settings = self.settings;
        let mut effort = Effort { evaluations: 1, ..Effort::default() };
        self.prepare(problem, start);
        if !self.current.merit.is_finite() {
            return (Outcome::NumericalFailure, effort);
        }
        let mut step = "start";
        let mut watchdog = Watchdog::new(self.current.merit);
        let (mut mark, mut since_mark) = (f64::INFINITY, 0);
        for number in 0..=settings.iteration_limit {
            let residual = self.system.residual(problem, &self.current);
            let iteration = Iteration {
                method: Method::FbPlm.name(),
                number: first + number,
                step,
                measure: self.current.merit,
                pivots: 0,
                worst_row: Some(residual.worst_row),
                point: &self.current.z,
            };
            if watch.iteration(&iteration).is_break() {
                return (Outcome::Interrupted, effort);
            }
            if self.current.merit < self.best.merit || residual.within(settings.tolerance) {
                self.best.copy_from(&self.current);
            }
            if residual.within(settings.tolerance) && self.system.solves(problem, &self.current, settings.tolerance) {
                effort.evaluations += 1;
                return (Outcome::Solved, effort);
            }
            since_mark += 1;
            if self.best.merit < 0.99 * mark {
                (mark, since_mark) = (self.best.merit, 0);
            }
            if since_mark > settings.stall_iterations || self.best.merit < settings.merit_tolerance {
                return (Outcome::Stalled, effort);
            }
            if number == settings.iteration_limit {
                break;
            }

            let restarted = watchdog.restarts(self.best.merit, settings.watchdog_iterations);
            if restarted {
                self.current.copy_from(&self.best);
                self.history.clear();
                effort.restarts += 1;
            }
            self.remember(self.current.merit);
            let worst = self.history.iter().copied().fold(0.0, f64::max);
            let reference = if watchdog.is_monotone() { self.current.merit } else { worst };
            match self.descend(problem, reference, &mut effort) {
                Some(name) => {
                    step = if restarted { "watchdog" } else { name };
                    std::mem::swap(&mut self.current, &mut self.trial);
                }
                None => return (Outcome::Stalled, effort),
            }
            effort.iterations += 1;
        }
        (Outcome::IterationLimit, effort)
    }

    fn remember(&mut self, merit: f64) {
        if self.history.len() >= self.settings.memory.max(1) {
            self.history.remove(0);
        }
        self.history.push(merit);
    }

    fn run(&mut self, problem: &dyn Problem, start: Option<&[f64]>, watch: &mut dyn Observer) -> Solution {
        let mut z = start_point(problem.bounds(), start);
        let mut attempts = Attempts::new(&z);
        let outcome = loop {
            let (outcome, effort) = self.iterate(problem, &z, attempts.effort.iterations + attempts.made, watch);
            let may_help = attempts.note(&outcome, &self.best.z, self.best.merit, effort);
            if !may_help || attempts.made > self.settings.restarts {
                break outcome;
            }
            attempts.shake(&self.system, problem.bounds(), &mut z);
        };
        Solution::judged(problem, attempts.best, outcome, self.settings.tolerance, attempts.effort, Method::FbPlm)
    }
}

/// Counts the iterations since the best merit was halved.
struct Watchdog {
    mark: f64,
    waited: usize,
    monotone_left: usize,
}

impl Watchdog {
    fn new(merit: f64) -> Self {
        Self { mark: merit, waited: 0, monotone_left: 0 }
    }

    /// Whether to return to the best point, whose merit is `best`.
    fn restarts(&mut self, best: f64, patience: usize) -> bool {
        self.monotone_left = self.monotone_left.saturating_sub(1);
        if best <= 0.5 * self.mark {
            (self.mark, self.waited) = (best, 0);
            return false;
        }
        self.waited += 1;
        if self.waited <= patience {
            return false;
        }
        (self.mark, self.waited, self.monotone_left) = (best, 0, patience);
        true
    }

    fn is_monotone(&self) -> bool {
        self.monotone_left > 0
    }
}

impl LinearSolver for ProjectedLevenbergMarquardt {
    fn solve(&mut self, problem: &dyn LinearProblem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        self.run(problem, start, observer)
    }
}

impl NonlinearSolver for ProjectedLevenbergMarquardt {
    fn solve(&mut self, problem: &dyn Problem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        self.run(problem, start, observer)
    }
}
