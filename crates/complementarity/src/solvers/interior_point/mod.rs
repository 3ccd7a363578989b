//! Mehrotra's predictor–corrector for monotone linear problems on any box.
//!
//! Each finite bound is a pair of a slack and a multiplier, both kept positive; equations are rows without a
//! pair. An iteration factorises once and solves twice: the predictor aims at complementarity at once, shows
//! how much centring is needed, and what the linearisation leaves out; the corrector makes up for both
//! (Mehrotra 1992; for linear complementarity Wright 1997, chapters 8 and 10). Slacks and multipliers move
//! by the same length, because `w = M z + q` ties them together.
//!
//! It is made for positive semidefinite matrices. On others, and where there is no solution, it ends
//! `Stalled`, `Diverged` or at its limit, which proves nothing.
//!
//! # Symbols
//! | letter | meaning |
//! |---|---|
//! | `μ` | mean product of slack and multiplier |
//! | `σ` | centring: the share of `μ` that the corrector aims at |
//! | `α` | step length |

mod newton;
mod pair;

use super::progress::{row_residual, worst};
use super::start::start_point;
use super::{LinearSolver, Settings};
use crate::{Effort, Iteration, LinearProblem, Method, Observer, Outcome, Solution};
use newton::Newton;
use pair::Pairs;

/// What [`InteriorPoint`] can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InteriorPointSettings {
    /// The largest scaled natural residual that counts as solved; 1e-10.
    pub tolerance: f64,
    /// The largest number of predictor–corrector steps; 200.
    pub iteration_limit: usize,
    /// The share of the way to the boundary that a step may go; 0.995, and closer as `μ` falls.
    pub boundary_share: f64,
    /// Below this step length the corrector is replaced by a step towards the centre; 0.1.
    pub poor_step: f64,
    /// Steps without the residual falling by a tenth before plain steps along the central path take over; 4.
    pub centring_patience: usize,
    /// Added to the diagonal of the scaled matrix before it is factorised, and taken out again by iterative
    /// refinement: low-rank matrices stay solvable; 1e-12.
    pub regularization: f64,
    /// An unknown this many times the problem's size is divergence, unless the residual has fallen; 1e7.
    pub divergence_growth: f64,
    /// Steps without the residual falling by a tenth before the solve counts as stalled; 40.
    pub stall_iterations: usize,
}

impl Default for InteriorPointSettings {
    fn default() -> Self {
        Self {
            tolerance: 1e-10,
            iteration_limit: 200,
            boundary_share: 0.995,
            poor_step: 0.1,
            centring_patience: 4,
            regularization: 1e-12,
            divergence_growth: 1e7,
            stall_iterations: 40,
        }
    }
}

impl From<&Settings> for InteriorPointSettings {
    fn from(settings: &Settings) -> Self {
        let own = Self::default();
        Self {
            tolerance: settings.tolerance,
            iteration_limit: settings.iteration_limit.unwrap_or(own.iteration_limit),
            ..own
        }
    }
}

/// Mehrotra's predictor–corrector, for monotone linear problems.
#[derive(Default)]
pub struct InteriorPoint {
    /// What it was told.
    pub settings: InteriorPointSettings,
    newton: Newton,
    pairs: Pairs,
    /// The unknowns in the scaled problem.
    x: Vec<f64>,
    step: Vec<f64>,
    /// The unknowns in the problem's units, moved into the box; the best of them; `F` there.
    z: Vec<f64>,
    best: Vec<f64>,
    w: Vec<f64>,
    /// For the judge.
    scratch: Vec<f64>,
}

impl InteriorPoint {
    /// A solver with these settings.
    pub fn new(settings: InteriorPointSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    fn prepare(&mut self, problem: &dyn LinearProblem, start: &[f64]) {
        let order = start.len();
        self.newton.prepare(problem);
        self.x.clear();
        self.x.extend(start.iter().zip(&self.newton.z_sizes).map(|(z, size)| z / size));
        self.pairs.prepare(problem.bounds(), &self.newton.z_sizes, &self.x);
        self.step.clear();
        self.step.resize(order, 0.0);
        self.w.clear();
        self.w.resize(order, 0.0);
        self.scratch.resize(2 * order, 0.0);
        self.best.clear();
        self.best.extend_from_slice(start);
        self.z.clear();
        self.z.extend_from_slice(start);
    }

    /// Pushes the slacks and multipliers well inside, from where one affine step would bring them.
    fn centre_start(&mut self, effort: &mut Effort) -> bool {
        self.pairs.close(&self.x);
        self.newton.residual(&self.x, &self.pairs);
        let ready = self.newton.factor(&self.pairs, self.settings.regularization);
        effort.factorizations += 1;
        if ready {
            self.pairs.aim_affine();
            self.newton.solve(&mut self.pairs, &mut self.step);
            self.pairs.push_inside();
        }
        ready
    }

    /// The corrector step after the predictor step, into `step` and the pairs; returns its length `α`.
    fn predict_and_correct(&mut self) -> f64 {
        let centrality = self.pairs.mean_product();
        self.pairs.aim_affine();
        self.newton.solve(&mut self.pairs, &mut self.step);
        let affine = self.pairs.mean_product_after(self.pairs.longest_step());
        let centring = if centrality > 0.0 { (affine / centrality).powi(3).min(1.0) } else { 0.0 };

        self.pairs.aim_corrected(centring * centrality);
        self.newton.solve(&mut self.pairs, &mut self.step);
        let share = self.settings.boundary_share.max(1.0 - centrality).min(1.0 - 1e-8);
        let length = (share * self.pairs.longest_step()).min(1.0);
        if length >= self.settings.poor_step {
            return length;
        }
        // The second-order term promised too much.
        self.centre(0.5)
    }

    /// A step towards products of `share · μ`, without second-order term; returns its length `α`.
    fn centre(&mut self, share: f64) -> f64 {
        self.pairs.aim_central(share * self.pairs.mean_product());
        self.newton.solve(&mut self.pairs, &mut self.step);
        (self.settings.boundary_share * self.pairs.longest_step()).min(1.0)
    }

    /// Writes the current point into `z`, in the box; returns its residual in the problem's units and its worst row.
    fn measure(&mut self, problem: &dyn LinearProblem) -> (f64, usize) {
        for i in 0..self.x.len() {
            self.z[i] = problem.bounds().clamp(i, self.x[i] * self.newton.z_sizes[i]);
        }
        problem.evaluate(&self.z, &mut self.w);
        worst((0..self.z.len()).map(|i| row_residual(problem, i, self.z[i], self.w[i])))
    }

    fn iterate(&mut self, problem: &dyn LinearProblem, start: &[f64], watch: &mut dyn Observer) -> (Outcome, Effort) {
        let settings = self.settings;
        let mut effort = Effort::default();
        self.prepare(problem, start);
        if !self.centre_start(&mut effort) {
            return (Outcome::NumericalFailure, effort);
        }
        let size = self.newton.size;
        let (mut best, mut mark, mut since_mark) = (f64::INFINITY, f64::INFINITY, 0);
        let mut step = "start";
        for number in 0..=settings.iteration_limit {
            let (measure, row) = self.measure(problem);
            effort.evaluations += 1;
            let iteration = Iteration {
                method: Method::InteriorPoint.name(),
                number,
                step,
                measure,
                pivots: 0,
                worst_row: Some(row),
                point: &self.z,
            };
            if watch.iteration(&iteration).is_break() {
                return (Outcome::Interrupted, effort);
            }
            if measure.is_nan() {
                return (Outcome::NumericalFailure, effort);
            }
            // Must come first: relative to a runaway point, any residual looks small.
            if measure > 1e-3 * size && self.x.iter().any(|x| x.abs() > settings.divergence_growth) {
                return (Outcome::Diverged, effort);
            }
            if measure < best {
                best = measure;
                self.best.copy_from_slice(&self.z);
            }
            if problem.residual_in(&self.z, &self.w, &mut self.scratch).within(settings.tolerance) {
                self.best.copy_from_slice(&self.z);
                return (Outcome::Solved, effort);
            }
            since_mark += 1;
            if measure < 0.9 * mark {
                (mark, since_mark) = (measure, 0);
            }
            if since_mark > settings.stall_iterations {
                return (Outcome::Stalled, effort);
            }
            if number == settings.iteration_limit {
                break;
            }

            self.pairs.close(&self.x);
            self.newton.residual(&self.x, &self.pairs);
            effort.factorizations += 1;
            if !self.newton.factor(&self.pairs, settings.regularization) {
                return (Outcome::NumericalFailure, effort);
            }
            // Far from the centre Mehrotra's method can cycle (Cartis 2009); the plain path does not.
            let follow_path = since_mark > settings.centring_patience;
            let length = match follow_path {
                true if self.pairs.is_off_centre() => self.centre(1.0),
                true => self.centre(0.2),
                false => self.predict_and_correct(),
            };
            step = if follow_path { "centre" } else { "newton" };
            stiction_linalg::kernels::axpy(length, &self.step, &mut self.x);
            self.pairs.advance(length);
            effort.iterations += 1;
        }
        (Outcome::IterationLimit, effort)
    }
}

impl LinearSolver for InteriorPoint {
    fn solve(&mut self, problem: &dyn LinearProblem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        let mut z = start_point(problem.bounds(), start);
        let (outcome, effort) = self.iterate(problem, &z, observer);
        z.copy_from_slice(&self.best);
        Solution::judged(problem, z, outcome, self.settings.tolerance, effort, Method::InteriorPoint)
    }
}
