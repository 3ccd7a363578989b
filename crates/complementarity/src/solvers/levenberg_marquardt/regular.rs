//! The regular Levenberg–Marquardt method on the Fischer–Burmeister equations.
//!
//! `(JᵀJ + λI) d = −Jᵀφ` (Levenberg 1944, Marquardt 1963), here as the least-squares problem
//! `[J; √λ I] d = [−φ; 0]` by QR, which is the same step without squaring the condition number. The ratio of
//! actual to predicted decrease moves `λ` and decides whether the step is taken (Bazaraa, Sherali and
//! Shetty, chapter 8).
//!
//! # Symbols
//! | letter | meaning |
//! |---|---|
//! | `φ`, `J`, `ψ` | the equations, their generalised Jacobian, the merit `½ ‖φ‖²` |
//! | `λ`, `d` | damping, step |

use super::super::start::start_point;
use super::super::{LinearSolver, NonlinearSolver, Settings};
use super::fischer_burmeister_system::{FischerBurmeisterSystem, Point};
use super::restart::Attempts;
use crate::{Effort, Iteration, LinearProblem, Method, Observer, Outcome, Problem, Solution};
use stiction_linalg::LeastSquares;
use stiction_linalg::kernels::dot;

/// What [`RegularLevenbergMarquardt`] can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegularLevenbergMarquardtSettings {
    /// The largest scaled natural residual that counts as solved; 1e-10.
    pub tolerance: f64,
    /// The largest number of steps tried; 1 000.
    pub iteration_limit: usize,
    /// The merit at which to stop in any case; 1e-30.
    pub merit_tolerance: f64,
    /// `λ` at the start; 1e-3.
    pub damping: f64,
    /// What `λ` is multiplied or divided by; 20.
    pub damping_factor: f64,
    /// The smallest `λ`; 1e-25.
    pub smallest_damping: f64,
    /// The `λ` at which the solve counts as stalled; 1e20.
    pub largest_damping: f64,
    /// Below this ratio of actual to predicted decrease `λ` grows; 0.3.
    pub poor_ratio: f64,
    /// Above this ratio `λ` shrinks; 0.8.
    pub good_ratio: f64,
    /// Steps without the merit falling by a hundredth before the solve counts as stalled; 300.
    pub stall_iterations: usize,
    /// Other starts tried after a stall; 4.
    pub restarts: usize,
}

impl Default for RegularLevenbergMarquardtSettings {
    fn default() -> Self {
        Self {
            tolerance: 1e-10,
            iteration_limit: 1_000,
            merit_tolerance: 1e-30,
            damping: 1e-3,
            damping_factor: 20.0,
            smallest_damping: 1e-25,
            largest_damping: 1e20,
            poor_ratio: 0.3,
            good_ratio: 0.8,
            stall_iterations: 300,
            restarts: 4,
        }
    }
}

impl From<&Settings> for RegularLevenbergMarquardtSettings {
    fn from(settings: &Settings) -> Self {
        let (own, given) = (Self::default(), &settings.levenberg_marquardt);
        Self {
            tolerance: settings.tolerance,
            iteration_limit: settings.iteration_limit.unwrap_or(own.iteration_limit),
            merit_tolerance: given.merit_tolerance.unwrap_or(own.merit_tolerance),
            damping: given.damping.unwrap_or(own.damping),
            damping_factor: given.damping_factor.unwrap_or(own.damping_factor),
            smallest_damping: given.smallest_damping.unwrap_or(own.smallest_damping),
            poor_ratio: given.poor_ratio.unwrap_or(own.poor_ratio),
            good_ratio: given.good_ratio.unwrap_or(own.good_ratio),
            restarts: given.restarts.map_or(own.restarts, |count| count as usize),
            ..own
        }
    }
}

/// Fischer–Burmeister equations by regular Levenberg–Marquardt.
#[derive(Default)]
pub struct RegularLevenbergMarquardt {
    /// What it was told.
    pub settings: RegularLevenbergMarquardtSettings,
    system: FischerBurmeisterSystem,
    least_squares: LeastSquares,
    current: Point,
    trial: Point,
    right: Vec<f64>,
    step: Vec<f64>,
    model: Vec<f64>,
}

impl RegularLevenbergMarquardt {
    /// A solver with these settings.
    pub fn new(settings: RegularLevenbergMarquardtSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    fn prepare(&mut self, problem: &dyn Problem, start: &[f64]) {
        self.system.prepare(problem);
        self.least_squares.reserve(start.len());
        self.system.set(start, &mut self.current);
        self.trial.resize(start.len());
        for buffer in [&mut self.right, &mut self.step, &mut self.model] {
            buffer.clear();
            buffer.resize(start.len(), 0.0);
        }
        self.system.evaluate(problem, &mut self.current);
    }

    /// Sets `step` for the damping `λ`; returns the decrease of `ψ` that the linear model predicts, where
    /// there is a step.
    fn damped_step(&mut self, damping: f64) -> Option<f64> {
        for (right, phi) in self.right.iter_mut().zip(&self.current.phi) {
            *right = -phi;
        }
        let jacobian = &self.system.jacobian;
        if !self.least_squares.solve_damped(jacobian, damping.sqrt(), &self.right, &mut self.step) {
            return None;
        }
        self.model.copy_from_slice(&self.current.phi);
        jacobian.multiply_add(&self.step, &mut self.model);
        Some(self.current.merit - 0.5 * dot(&self.model, &self.model))
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
        let mut damping = settings.damping;
        let mut moved = true;
        self.prepare(problem, start);
        if !self.current.merit.is_finite() {
            return (Outcome::NumericalFailure, effort);
        }
        let (mut mark, mut since_mark) = (f64::INFINITY, 0);
        for number in 0..=settings.iteration_limit {
            let residual = self.system.residual(problem, &self.current);
            let iteration = Iteration {
                method: Method::FbRlm.name(),
                number: first + number,
                step: if moved { "newton" } else { "damp" },
                measure: self.current.merit,
                pivots: 0,
                worst_row: Some(residual.worst_row),
                point: &self.current.z,
            };
            if watch.iteration(&iteration).is_break() {
                return (Outcome::Interrupted, effort);
            }
            if moved && residual.within(settings.tolerance) {
                effort.evaluations += 1;
                if self.system.solves(problem, &self.current, settings.tolerance) {
                    return (Outcome::Solved, effort);
                }
            }
            since_mark += 1;
            if self.current.merit < 0.99 * mark {
                (mark, since_mark) = (self.current.merit, 0);
            }
            let stalled = since_mark > settings.stall_iterations || damping > settings.largest_damping;
            if stalled || self.current.merit < settings.merit_tolerance {
                return (Outcome::Stalled, effort);
            }
            if number == settings.iteration_limit {
                break;
            }

            if moved {
                self.system.linearise(problem, &self.current);
            }
            let predicted = self.damped_step(damping);
            effort.factorizations += 1;
            for i in 0..start.len() {
                self.trial.x[i] = self.current.x[i] + self.step[i];
            }
            self.system.evaluate(problem, &mut self.trial);
            effort.evaluations += 1;
            effort.iterations += 1;
            let ratio = predicted.map_or(f64::NAN, |predicted| (self.current.merit - self.trial.merit) / predicted);
            // A ratio that is NaN (no step, or a function left its domain) must count as poor.
            if ratio.is_nan() || ratio < settings.poor_ratio {
                damping *= settings.damping_factor;
            } else if ratio > settings.good_ratio {
                damping = (damping / settings.damping_factor).max(settings.smallest_damping);
            }
            moved = ratio > 0.0;
            if moved {
                std::mem::swap(&mut self.current, &mut self.trial);
            }
        }
        (Outcome::IterationLimit, effort)
    }

    fn run(&mut self, problem: &dyn Problem, start: Option<&[f64]>, watch: &mut dyn Observer) -> Solution {
        let mut z = start_point(problem.bounds(), start);
        let mut attempts = Attempts::new(&z);
        let outcome = loop {
            let (outcome, effort) = self.iterate(problem, &z, attempts.effort.iterations + attempts.made, watch);
            let may_help = attempts.note(&outcome, &self.current.z, self.current.merit, effort);
            if !may_help || attempts.made > self.settings.restarts {
                break outcome;
            }
            attempts.shake(&self.system, problem.bounds(), &mut z);
        };
        Solution::judged(problem, attempts.best, outcome, self.settings.tolerance, attempts.effort, Method::FbRlm)
    }
}

impl LinearSolver for RegularLevenbergMarquardt {
    fn solve(&mut self, problem: &dyn LinearProblem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        self.run(problem, start, observer)
    }
}

impl NonlinearSolver for RegularLevenbergMarquardt {
    fn solve(&mut self, problem: &dyn Problem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        self.run(problem, start, observer)
    }
}
