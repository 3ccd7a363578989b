//! Predictor and corrector (Mehrotra 1992), straight for the solution.

use super::linearisation::Linearisation;
use super::pairs::{Pairs, Place};
use super::settings::InteriorSettings;
use crate::Law;
use crate::scaled::Scaled;
use crate::solvers::system::System;
use crate::solvers::{Progress, RungEnd};
use stiction_linalg::kernels::norm_max;

/// Steps shorter than this are jammed against the boundary.
const JAM: f64 = 0.2;
const SHORTEST_STEP: f64 = 1e-8;
/// Pairs that let a jammed step go no farther than this many of its lengths block it; in the middle, their product is so many
/// times the mean.
const BLOCKING: f64 = 2.0;
const RECENTRED: f64 = 10.0;
/// Iterations without a gain that show it to be on the floor.
const PATIENCE_ON_FLOOR: usize = 3;

/// How far the iteration has come.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    residual: f64,
    number: usize,
    gained: usize,
    last_length: f64,
    ended: bool,
}

/// Workspace of the interior point method.
#[derive(Default)]
pub(crate) struct InteriorPoint {
    settings: InteriorSettings,
    state: State,
    pairs: Pairs,
    linearisation: Linearisation,
    step: Place,
    predicted: Place,
    point: Vec<f64>,
    velocity: Vec<f64>,
    best: Vec<f64>,
}

impl InteriorPoint {
    /// Whether the method takes every law.
    pub fn takes(laws: &[Law]) -> bool {
        !laws.iter().any(|law| matches!(law, Law::Rolling { .. }))
    }

    /// Whether there is no more progress to be expected.
    pub fn has_ended(&self) -> bool {
        self.state.ended
    }

    /// Starts in the middle of the cones.
    pub fn begin(&mut self, system: &mut System, scaled: &Scaled, settings: InteriorSettings) {
        self.settings = settings;
        system.prepare(scaled);
        self.pairs.prepare(scaled);
        self.pairs.start(|_, _| 1.0);
        let nodes = self.pairs.kinds.len();
        self.linearisation.prepare(nodes);
        self.step.reset(nodes);
        self.predicted.reset(nodes);
        for buffer in [&mut self.point, &mut self.velocity, &mut self.best] {
            buffer.clear();
            buffer.resize(scaled.order(), 0.0);
        }
        self.state = State { residual: f64::INFINITY, number: 0, gained: 0, last_length: 1.0, ended: false };
    }

    /// Starts near a point, with this mean of the products.
    pub fn begin_near(
        &mut self,
        system: &mut System,
        scaled: &Scaled,
        settings: InteriorSettings,
        point: &[f64],
        aim: f64,
    ) {
        self.begin(system, scaled, settings);
        scaled.velocity(point, &mut self.velocity);
        self.pairs.start_near(point, &self.velocity, aim);
    }

    /// Iterates until the residual is at most `goal`, or there is no more progress; `best` becomes the best point by the
    /// judge's measure.
    pub fn advance(
        &mut self,
        system: &mut System,
        scaled: &Scaled,
        goal: f64,
        best: &mut [f64],
        progress: &mut Progress<'_>,
    ) -> RungEnd {
        let settings = self.settings;
        let State { residual, number, mut gained, mut last_length, .. } = self.state;
        let mut end = RungEnd { residual, interrupted: false };
        self.state.ended = true;
        for number in number..=settings.iteration_limit {
            self.pairs.impulses(&mut self.point);
            scaled.velocity(&self.point, &mut self.velocity);
            let residual = scaled.residual(&self.point, &self.velocity);
            if residual < 0.9 * end.residual {
                gained = number;
            }
            if residual < end.residual {
                end.residual = residual;
                self.best.copy_from_slice(&self.point);
            }
            if progress.report("interior", residual, &self.point).is_break() {
                end.interrupted = true;
                break;
            }
            if end.residual <= goal {
                self.state = State { residual: end.residual, number, gained, last_length, ended: false };
                break;
            }
            let patience = if end.residual < settings.floor { PATIENCE_ON_FLOOR } else { settings.patience };
            if number - gained > patience || number == settings.iteration_limit {
                break;
            }
            progress.effort.factorizations += 1;
            progress.effort.iterations += 1;
            let Some(length) = self.find_step(system, scaled, last_length < JAM) else { break };
            self.pairs.at.add(length, &self.step);
            if settings.recentring && length < JAM {
                let aim = RECENTRED * self.pairs.complementarity(0.0, &self.step);
                self.pairs.recentre(&self.step, BLOCKING * length, aim);
            }
            last_length = length;
        }
        if end.residual.is_finite() {
            best.copy_from_slice(&self.best);
        }
        end
    }

    /// Sets `step`, and returns how much of it to go; nothing where there is none. After a jam, it goes to the middle.
    fn find_step(&mut self, system: &mut System, scaled: &Scaled, jammed: bool) -> Option<f64> {
        let Self { settings, pairs, linearisation, step, predicted, velocity, .. } = self;
        let complementarity = pairs.complementarity(0.0, step);
        linearisation.set(pairs, velocity, settings.slip_speed(complementarity), settings.slope);
        if !linearisation.factor(pairs, system, scaled) {
            return None;
        }
        linearisation.aim_at(pairs, 0.0, 1.0, None);
        let mut exact = linearisation.direction(pairs, system, predicted);
        let reach = pairs.longest(predicted).min(1.0);
        let left = pairs.complementarity(reach, predicted);
        let floor = if reach < 0.9 { 1e-3 } else { 1e-6 };
        let centring = match complementarity > 0.0 {
            true if jammed => 1.0,
            true => (left / complementarity).powi(3).clamp(floor, 1.0),
            false => 0.0,
        };
        let balanced = settings.balance * norm_max(linearisation.gap.as_flattened());
        let aim = (centring * complementarity).max(balanced.min(complementarity));
        let second_order = settings.second_order && reach > 0.1 && !jammed;
        linearisation.aim_at(pairs, aim, 1.0, second_order.then_some(&*predicted));
        exact &= linearisation.direction(pairs, system, step);
        let fraction = if reach > 0.9 { settings.fraction.max(1.0 - complementarity) } else { settings.fraction };
        let fraction = fraction.min(0.999);
        let mut length = (fraction * pairs.longest(step)).min(1.0);
        if length < JAM && !jammed {
            linearisation.aim_at(pairs, complementarity, 1.0, None);
            exact &= linearisation.direction(pairs, system, step);
            length = (fraction * pairs.longest(step)).min(1.0);
        }
        (exact && length >= SHORTEST_STEP).then_some(length)
    }
}
