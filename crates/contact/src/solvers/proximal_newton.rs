//! The proximal point method around semismooth Newton, for `W` without full rank.
//!
//! Each outer step solves the problem with `W + α I` and `b − α x̄`, which is regular, around the last point `x̄`; `α` falls as
//! long as Newton keeps up. On a curved manifold of near-solutions the steps creep: a step that gains little is
//! prolonged as long as the residual does not grow much.

use super::newton::{Equations, Newton};
use super::system::System;
use super::{Progress, RungEnd};
use crate::scaled::Scaled;

/// What the proximal point method can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ProximalSettings {
    /// The first `α`.
    pub proximal: f64,
    /// Factorisations after which to stop.
    pub factorization_limit: usize,
}

/// What `α` is multiplied by after an easy success, and after a failure.
const DECREASE: f64 = 0.3;
const INCREASE: f64 = 3.0;
/// The range of `α`.
const SMALLEST: f64 = 1e-12;
const LARGEST: f64 = 10.0;
/// Steps of Newton's method per outer step, and the number up to which it counts as easy.
const INNER_LIMIT: usize = 25;
const EASY: usize = 8;
/// The most outer steps: one that needs no factorisation would not count otherwise.
const OUTER_LIMIT: usize = 400;
/// Failures in a row after which to give up.
const FAILURES: usize = 9;
/// A step that leaves more than this share of the residual is prolonged.
const POOR_GAIN: f64 = 0.7;
/// The growth of the residual that a prolonged step may cost, and the most doublings.
const PROLONGED_GROWTH: f64 = 1.3;
const PROLONGATIONS: usize = 24;

/// Workspace of the proximal point method.
#[derive(Default)]
pub(crate) struct ProximalNewton {
    centre: Vec<f64>,
    point: Vec<f64>,
    velocity: Vec<f64>,
    direction: Vec<f64>,
    longer: Vec<f64>,
    best: Vec<f64>,
}

impl ProximalNewton {
    /// Iterates from `x`, which becomes the best point by the judge's measure.
    pub fn run(
        &mut self,
        newton: &mut Newton,
        system: &mut System,
        scaled: &Scaled,
        settings: ProximalSettings,
        x: &mut [f64],
        progress: &mut Progress<'_>,
    ) -> RungEnd {
        for buffer in [
            &mut self.centre,
            &mut self.point,
            &mut self.velocity,
            &mut self.direction,
            &mut self.longer,
            &mut self.best,
        ] {
            buffer.clear();
            buffer.extend_from_slice(x);
        }
        let mut residual = self.residual_of(scaled, x);
        let mut best = residual;
        // Shown is the best point, not the last one.
        let mut best_row = scaled.worst_row.get();
        let mut proximal = settings.proximal;
        // Success at one r moves it to the front.
        let mut scalings = [100.0, 10.0, 1000.0];
        let mut failures = 0;
        let (mut failed_at, mut since_failure) = (0.0, 0);
        let spent = progress.effort.factorizations;
        for _ in 0..OUTER_LIMIT {
            scaled.worst_row.set(best_row);
            if progress.report("proximal", best, &self.best).is_break() {
                return self.end(x, best, true);
            }
            if best <= progress.goal || progress.effort.factorizations - spent > settings.factorization_limit {
                break;
            }
            let tolerance = (1e-2 * residual).min(0.1 * proximal).max(1e-13);
            let mut success = None;
            for k in 0..scalings.len() {
                self.point.copy_from_slice(&self.centre);
                let equations = Equations {
                    scaling: scalings[k],
                    proximal,
                    centre: &self.centre,
                    tolerance,
                    iteration_limit: INNER_LIMIT,
                    pivoting: false,
                };
                let run = newton.run(system, scaled, equations, &mut self.point, progress);
                scaled.velocity(&self.point, &mut self.velocity);
                let reached = scaled.residual(&self.point, &self.velocity);
                if reached < best {
                    best = reached;
                    best_row = scaled.worst_row.get();
                    self.best.copy_from_slice(&self.point);
                }
                if run.solved || reached <= progress.goal {
                    success = Some((k, run.iterations, reached));
                    break;
                }
                if progress.is_spent() || progress.stops() {
                    scaled.worst_row.set(best_row);
                    // Breaks for the same reason, and remembers it.
                    let _ = progress.report("proximal", best, &self.best);
                    return self.end(x, best, true);
                }
            }
            match success {
                Some((k, iterations, mut reached)) => {
                    scalings[..=k].rotate_right(1);
                    if reached > POOR_GAIN * residual && reached > progress.goal {
                        reached = self.prolong(scaled, reached);
                        if reached < best {
                            best = reached;
                            // The last point tried was another.
                            best_row = None;
                            self.best.copy_from_slice(&self.point);
                        }
                    }
                    self.centre.copy_from_slice(&self.point);
                    residual = reached;
                    failures = 0;
                    since_failure += 1;
                    if iterations <= EASY && (proximal * DECREASE > 1.01 * failed_at || since_failure > 4) {
                        proximal = (proximal * DECREASE).max(SMALLEST);
                        if since_failure > 4 {
                            (failed_at, since_failure) = (0.0, 0);
                        }
                    }
                }
                None => {
                    (failed_at, since_failure) = (proximal, 0);
                    proximal = (proximal * INCREASE).min(LARGEST);
                    failures += 1;
                    if failures == FAILURES {
                        break;
                    }
                }
            }
        }
        self.end(x, best, false)
    }

    fn end(&self, x: &mut [f64], residual: f64, interrupted: bool) -> RungEnd {
        x.copy_from_slice(&self.best);
        RungEnd { residual, interrupted }
    }

    fn residual_of(&mut self, scaled: &Scaled, x: &[f64]) -> f64 {
        scaled.velocity(x, &mut self.velocity);
        scaled.residual(x, &self.velocity)
    }

    /// Goes on along the last step, twice as far each time, while the residual does not grow much.
    fn prolong(&mut self, scaled: &Scaled, reached: f64) -> f64 {
        for i in 0..self.point.len() {
            self.direction[i] = self.point[i] - self.centre[i];
            self.centre[i] = self.point[i];
        }
        let mut length = 1.0;
        let mut kept = reached;
        for _ in 0..PROLONGATIONS {
            for i in 0..self.point.len() {
                self.longer[i] = self.centre[i] + length * self.direction[i];
            }
            scaled.project(&mut self.longer);
            scaled.velocity(&self.longer, &mut self.velocity);
            let residual = scaled.residual(&self.longer, &self.velocity);
            // Also ends at NaN.
            if residual.partial_cmp(&(PROLONGED_GROWTH * reached)) != Some(std::cmp::Ordering::Less) {
                break;
            }
            kept = residual;
            self.point.copy_from_slice(&self.longer);
            length *= 2.0;
        }
        kept
    }
}
