//! One run of the method with one choice of settings.

use super::PathSettings;
use super::iterate::Iterate;
use super::strategy::Strategy;
use crate::solvers::levenberg_marquardt::fischer_burmeister_system::{FischerBurmeisterSystem, Point};
use crate::solvers::pivoting::{End, Tracer};
use crate::{Effort, Iteration, Method, Observer, Outcome, Position, Problem, Units};
use stiction_linalg::kernels::{axpy, dot, reserve_total};
use stiction_linalg::{DenseMatrix, Lu};

/// How one trial step ended.
enum Trial {
    /// A point on the path, with the artificial there: 0 is the full step.
    Reached(f64),
    /// No step at all.
    Failed,
    Interrupted,
}

#[derive(Default)]
pub(super) struct Attempt {
    current: Iterate,
    trial: Iterate,
    checkpoint: Iterate,
    best: Iterate,
    jacobian: DenseMatrix,
    vector: Vec<f64>,
    tracer: Tracer,
    lu: Lu,
    units: Units,
    /// Every bounded row at a bound: where a path from a ray starts.
    resting: Vec<Position>,
    basic: Vec<usize>,
    step: Vec<f64>,
    weights: Vec<f64>,
    history: Vec<f64>,
    row_sizes: Vec<f64>,
    /// For the judge.
    scratch: Vec<f64>,
    system: FischerBurmeisterSystem,
    point: Point,
    gradient: Vec<f64>,
    proximal: f64,
}

impl Attempt {
    /// The proximal term grows by this factor when a linearisation cannot be solved.
    const PROXIMAL_STEP: f64 = 10.0;
    const PROXIMAL_FIRST: f64 = 1e-8;
    const PROXIMAL_LAST: f64 = 1e4;
    /// Recoveries in a row without a Newton step before the attempt counts as stalled.
    const MOST_RECOVERIES: usize = 20;
    /// Points on the path tried in a search, each half as far from the start as the one before.
    const SEARCH_POINTS: i32 = 14;

    pub fn best_measure(&self) -> f64 {
        self.best.residual.scaled.natural
    }

    pub fn best_point(&self) -> &[f64] {
        &self.best.z
    }

    /// Runs from `start` until solved or stuck.
    pub fn run(
        &mut self,
        problem: &dyn Problem,
        settings: &PathSettings,
        strategy: Strategy,
        start: &[f64],
        effort: &mut Effort,
        observer: &mut dyn Observer,
    ) -> Outcome {
        self.prepare(problem, settings, strategy, start, effort);
        if !self.current.merit.is_finite() {
            return Outcome::NumericalFailure;
        }
        if strategy.crash {
            self.crash(problem, settings, effort);
        }
        let (mut unchecked, mut recoveries) = (0, 0);
        self.remember(settings);
        self.checkpoint.copy_from(&self.current);
        loop {
            if self.current.residual.scaled.natural < self.best.residual.scaled.natural {
                self.best.copy_from(&self.current);
            }
            if self.current.residual.within(settings.tolerance) {
                return Outcome::Solved;
            }
            let pivot_limit = settings.pivot_limit + 200 * self.vector.len();
            if effort.iterations >= settings.major_limit || effort.pivots >= pivot_limit {
                return Outcome::IterationLimit;
            }
            effort.iterations += 1;
            let kind = match self.newton(problem, settings, strategy, 0.0, effort, observer) {
                Trial::Interrupted => return Outcome::Interrupted,
                Trial::Reached(artificial) if self.is_decrease(settings, artificial) => {
                    (unchecked, recoveries) = (0, 0);
                    self.take_trial(settings);
                    if artificial == 0.0 { "newton" } else { "ray" }
                }
                Trial::Reached(_) if unchecked < settings.watchdog && self.trial.merit.is_finite() => {
                    unchecked += 1;
                    self.accept();
                    "watchdog"
                }
                _ => {
                    unchecked = 0;
                    recoveries += 1;
                    if recoveries > Self::MOST_RECOVERIES {
                        return Outcome::Stalled;
                    }
                    self.current.copy_from(&self.checkpoint);
                    match self.recover(problem, settings, strategy, effort, observer) {
                        Ok(kind) => kind,
                        Err(outcome) => return outcome,
                    }
                }
            };
            let seen = Iteration {
                method: Method::Path.name(),
                number: effort.iterations - 1,
                step: kind,
                measure: self.current.residual.scaled.natural,
                pivots: effort.pivots,
                worst_row: Some(self.current.residual.worst_row),
                point: &self.current.z,
            };
            if observer.iteration(&seen).is_break() {
                return Outcome::Interrupted;
            }
        }
    }

    fn prepare(
        &mut self,
        problem: &dyn Problem,
        settings: &PathSettings,
        strategy: Strategy,
        start: &[f64],
        effort: &mut Effort,
    ) {
        let n = problem.dimension();
        for iterate in [&mut self.current, &mut self.trial, &mut self.checkpoint, &mut self.best] {
            iterate.resize(n);
        }
        for values in [&mut self.vector, &mut self.row_sizes, &mut self.gradient] {
            values.clear();
            values.resize(n, 0.0);
        }
        self.scratch.resize(2 * n, 0.0);
        self.weights.clear();
        self.weights.resize(n, 1.0);
        self.history.clear();
        self.history.reserve(settings.memory + 1);
        reserve_total(&mut self.resting, n);
        reserve_total(&mut self.basic, n);
        reserve_total(&mut self.step, n);
        self.lu.reserve(n);
        self.tracer.reserve(n);
        self.units.reserve(n);
        self.jacobian.reset(n, n);
        self.point.resize(n);
        self.proximal = strategy.proximal;
        problem.typical_sizes(&mut self.gradient, &mut self.row_sizes);
        self.current.z.copy_from_slice(start);
        self.current.evaluate(problem, &self.row_sizes, &mut self.scratch);
        self.current.settle(problem.bounds(), &self.row_sizes);
        effort.evaluations += 1;
        self.best.copy_from(&self.current);
        self.system.prepare(problem);
    }

    fn accept(&mut self) {
        std::mem::swap(&mut self.current, &mut self.trial);
    }

    /// Keeps the merit for the non-monotone test.
    fn remember(&mut self, settings: &PathSettings) {
        if self.history.len() >= settings.memory {
            self.history.remove(0);
        }
        self.history.push(self.current.merit);
    }

    /// Whether the trial's merit has fallen enough below the largest remembered one.
    fn is_decrease(&self, settings: &PathSettings, artificial: f64) -> bool {
        let reference = self.history.iter().copied().fold(0.0, f64::max);
        self.trial.merit <= (1.0 - settings.sufficient_decrease * (1.0 - artificial)) * reference && artificial < 1.0
    }

    /// Newton steps on the basic rows with the others held, as long as they pay: cheaper than pivoting
    /// while the basis is still far off.
    fn crash(&mut self, problem: &dyn Problem, settings: &PathSettings, effort: &mut Effort) {
        let bounds = problem.bounds();
        for _ in 0..settings.crash_limit {
            problem.jacobian(&self.current.z, &mut self.jacobian);
            self.basic.clear();
            self.basic.extend((0..self.vector.len()).filter(|&i| self.current.positions[i] == Position::Basic));
            let (jacobian, basic) = (&self.jacobian, &self.basic);
            effort.factorizations += 1;
            if basic.is_empty() || !self.lu.factor_with(basic.len(), |i, j| jacobian[(basic[i], basic[j])]) {
                return;
            }
            self.step.clear();
            self.step.extend(basic.iter().map(|&i| -self.current.function[i]));
            self.lu.solve(&mut self.step);
            let improved = [1.0, 0.5, 0.25, 0.125].into_iter().any(|length| {
                self.trial.z.copy_from_slice(&self.current.z);
                for (&j, step) in basic.iter().zip(&self.step) {
                    self.trial.z[j] = bounds.clamp(j, self.current.z[j] + length * step);
                }
                self.trial.evaluate(problem, &self.row_sizes, &mut self.scratch);
                self.trial.settle(bounds, &self.row_sizes);
                effort.evaluations += 1;
                self.trial.merit < (1.0 - 0.1 * length) * self.current.merit
            });
            if !improved {
                return;
            }
            let same_basis = self.trial.positions == self.current.positions;
            self.accept();
            if same_basis {
                return;
            }
        }
    }

    /// Linearises at the current point, with the proximal term.
    fn linearise(&mut self, problem: &dyn Problem) {
        problem.jacobian(&self.current.z, &mut self.jacobian);
        self.units.refill_dense(&self.jacobian, &self.current.function);
        let units = &self.units;
        for i in 0..self.vector.len() {
            self.jacobian[(i, i)] += self.proximal * units.rows[i] / units.columns[i];
        }
        self.vector.copy_from_slice(&self.current.function);
        for (j, &value) in self.current.z.iter().enumerate() {
            axpy(-value, self.jacobian.column(j), &mut self.vector);
        }
    }

    /// Follows the path of the linearisation down to `stop`, and evaluates the point there.
    fn newton(
        &mut self,
        problem: &dyn Problem,
        settings: &PathSettings,
        strategy: Strategy,
        stop: f64,
        effort: &mut Effort,
        observer: &mut dyn Observer,
    ) -> Trial {
        self.linearise(problem);
        let bounds = problem.bounds();
        if self.jacobian.as_slice().iter().chain(&self.vector).any(|value| !value.is_finite()) {
            return Trial::Failed;
        }
        self.tracer.load(&self.jacobian, &self.vector, bounds.lower(), bounds.upper(), Some(&self.units));
        let limit = settings.minor_limit + 20 * self.vector.len();
        let (positions, point) = (&self.current.positions, (&self.current.z[..], &self.current.w[..]));
        let mut end = End::NumericalFailure;
        if !strategy.from_ray || stop > 0.0 {
            (end, _) = self.tracer.trace_from_point(positions, point, stop, limit, Method::Path.name(), observer);
            self.count(effort);
        }
        let mut reached = self.tracer.artificial();
        if stop == 0.0 && matches!(end, End::Ray | End::NumericalFailure) {
            // Once more from a ray: for monotone and copositive problems that path does not fail.
            let partial = (end == End::Ray && reached < 0.999).then(|| self.read_trial(problem, effort));
            let (lower, upper) = (bounds.lower(), bounds.upper());
            self.resting.clear();
            self.resting.extend((0..lower.len()).map(|i| bounds.resting_position(i)));
            self.tracer.load(&self.jacobian, &self.vector, lower, upper, Some(&self.units));
            end = self.tracer.trace_from_ray(&self.resting, &self.weights, limit, Method::Path.name(), observer).0;
            self.count(effort);
            if end != End::Solution && partial.is_some() {
                return if end == End::Interrupted { Trial::Interrupted } else { Trial::Reached(reached) };
            }
            reached = 0.0;
        }
        match end {
            End::Solution => {
                self.read_trial(problem, effort);
                Trial::Reached(reached.max(stop))
            }
            End::Interrupted => Trial::Interrupted,
            _ => Trial::Failed,
        }
    }

    fn count(&mut self, effort: &mut Effort) {
        effort.pivots += self.tracer.pivots;
        effort.factorizations += self.tracer.factorizations;
    }

    /// Takes the tracer's point as trial.
    fn read_trial(&mut self, problem: &dyn Problem, effort: &mut Effort) {
        let bounds = problem.bounds();
        self.tracer.write_point(&mut self.trial.z);
        self.tracer.write_w(&mut self.trial.w);
        self.trial.positions.copy_from_slice(self.tracer.positions());
        for i in 0..self.trial.z.len() {
            // Exactly at the bound where the basis says so; exactly w = 0 where it does not.
            match self.trial.positions[i] {
                Position::Lower => self.trial.z[i] = bounds.lower()[i],
                Position::Upper => self.trial.z[i] = bounds.upper()[i],
                Position::Basic => {
                    self.trial.z[i] = bounds.clamp(i, self.trial.z[i]);
                    self.trial.w[i] = 0.0;
                }
            }
        }
        self.trial.evaluate(problem, &self.row_sizes, &mut self.scratch);
        effort.evaluations += 1;
    }

    /// From the checkpoint: searches along the path, then tries a proximal term, then the gradient.
    fn recover(
        &mut self,
        problem: &dyn Problem,
        settings: &PathSettings,
        strategy: Strategy,
        effort: &mut Effort,
        observer: &mut dyn Observer,
    ) -> Result<&'static str, Outcome> {
        self.history.clear();
        self.history.push(self.current.merit);
        for k in 1..=Self::SEARCH_POINTS {
            let stop = 1.0 - 0.5_f64.powi(k);
            match self.newton(problem, settings, strategy, stop, effort, observer) {
                Trial::Interrupted => return Err(Outcome::Interrupted),
                Trial::Reached(artificial) if self.is_decrease(settings, artificial) => {
                    self.take_trial(settings);
                    return Ok("path search");
                }
                Trial::Reached(_) => {}
                Trial::Failed => break,
            }
        }
        if self.gradient_step(problem, settings, effort) {
            return Ok("gradient");
        }
        self.proximal = (self.proximal * Self::PROXIMAL_STEP).max(Self::PROXIMAL_FIRST);
        if self.proximal > Self::PROXIMAL_LAST {
            return Err(Outcome::Stalled);
        }
        Ok("proximal")
    }

    fn take_trial(&mut self, settings: &PathSettings) {
        self.accept();
        self.remember(settings);
        self.checkpoint.copy_from(&self.current);
    }

    /// A projected step down the gradient of the Fischer–Burmeister merit.
    fn gradient_step(&mut self, problem: &dyn Problem, settings: &PathSettings, effort: &mut Effort) -> bool {
        self.system.set(&self.current.z, &mut self.point);
        self.system.evaluate(problem, &mut self.point);
        self.system.linearise(problem, &self.point);
        self.system.jacobian.multiply_transposed(&self.point.phi, &mut self.gradient);
        let (merit, slope) = (self.point.merit, dot(&self.gradient, &self.gradient));
        if !slope.is_finite() || slope == 0.0 {
            return false;
        }
        self.step.clear();
        self.step.extend_from_slice(&self.point.x);
        let x = &self.step;
        // The first length would bring a linear merit to zero.
        let mut length = 2.0 * merit / slope;
        for _ in 0..30 {
            for i in 0..x.len() {
                self.point.x[i] = self.system.clamp(i, x[i] - length * self.gradient[i]);
            }
            self.system.evaluate(problem, &mut self.point);
            effort.evaluations += 1;
            if self.point.merit < (1.0 - 0.01 * (length * slope / merit).min(1.0)) * merit {
                self.trial.z.copy_from_slice(&self.point.z);
                problem.bounds().project(&mut self.trial.z);
                self.trial.evaluate(problem, &self.row_sizes, &mut self.scratch);
                self.trial.settle(problem.bounds(), &self.row_sizes);
                self.history.clear();
                self.take_trial(settings);
                return true;
            }
            length *= 0.5;
        }
        false
    }
}
