//! What impacts give back: the normal velocities that contacts are asked to leave with.

use crate::report::Event;
use crate::rows::ConstraintRows;
use crate::stepper::Stepper;
use crate::{ImpactLaw, Scene, SimulationError};
use stiction_linalg::kernels::dot;

/// Poisson's law is met when what the normal impulses miss makes less than this share of the approaching speed.
const POISSON_TOLERANCE: f64 = 1e-9;
const POISSON_LIMIT: usize = 60;

/// Velocities of a step's rows, m/s.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowVelocities {
    /// Before the step.
    pub before: Vec<f64>,
    /// At its end, without impulses.
    pub free: Vec<f64>,
    /// What is added to the velocities for the laws to be about positions: `ψ/h`.
    pub targets: Vec<f64>,
}

impl Stepper {
    /// The impulses of a step, by its impact law.
    pub(crate) fn solve_impacts(&mut self, scene: &Scene, at: (usize, f64)) -> Result<Vec<f64>, SimulationError> {
        let closing = self.closing_contacts(scene);
        let plastic: Vec<f64> = self.velocities.targets.clone();
        if closing.is_empty() {
            return self.solve_with(scene, at, &plastic, true);
        }
        let mut bouncing = plastic.clone();
        for &(row, restitution) in &closing {
            bouncing[row] = restitution * self.velocities.before[row];
        }
        match scene.settings.impact_law {
            ImpactLaw::Newton => self.solve_with(scene, at, &bouncing, true),
            ImpactLaw::EnergyConsistent => {
                let restituted = self.solve_with(scene, at, &bouncing, true)?;
                let gain = self.energy_of(&restituted);
                if gain <= 0.0 {
                    return Ok(restituted);
                }
                let p = self.solve_with(scene, at, &plastic, true)?;
                Ok(self.blend(p, &restituted, gain))
            }
            ImpactLaw::Poisson => self.solve_poisson(scene, at, &closing, plastic),
        }
    }

    /// The normal rows of contacts that close within the step and give something back.
    fn closing_contacts(&self, scene: &Scene) -> Vec<(usize, f64)> {
        let h = scene.settings.time_step;
        let mut closing = Vec::new();
        for contact in self.rows.contacts.iter().filter(|contact| contact.restitution > 0.0) {
            let row = self.rows.first_rows[contact.law];
            let reached = contact.point.gap + h * self.velocities.free[row] <= 0.0;
            if reached && self.velocities.before[row] < 0.0 {
                closing.push((row, contact.restitution));
            }
        }
        closing
    }

    /// Solves with given targets; the right side is the free velocity plus these.
    fn solve_with(
        &mut self,
        scene: &Scene,
        at: (usize, f64),
        targets: &[f64],
        warm: bool,
    ) -> Result<Vec<f64>, SimulationError> {
        self.right.clear();
        self.right.extend(self.velocities.free.iter().zip(targets).map(|(free, target)| free + target));
        let start = (warm && self.warm).then_some(&self.start[..]);
        self.solver.solve(scene, &self.rows, at, &self.right, &self.slips, start)
    }

    /// What impulses do to the kinetic energy: `pᵀ (u_free + ½ W p)`.
    pub(crate) fn energy_of(&mut self, impulses: &[f64]) -> f64 {
        self.response_to(impulses);
        dot(impulses, &self.velocities.free) + 0.5 * dot(impulses, &self.response)
    }

    /// The largest share of the restituted impulse with which the energy does not rise. Cones are convex: the mixture
    /// stays within them.
    fn blend(&mut self, plastic: Vec<f64>, restituted: &[f64], gain: f64) -> Vec<f64> {
        // ΔE(α) = c + l α + q α² with ΔE(0) = c ≤ 0 and ΔE(1) = gain > 0, convex.
        let difference: Vec<f64> = restituted.iter().zip(&plastic).map(|(r, p)| r - p).collect();
        let constant = self.energy_of(&plastic).min(0.0);
        self.response_to(&difference);
        let quadratic = 0.5 * dot(&difference, &self.response);
        let linear = gain - constant - quadratic;
        let root = (linear * linear - 4.0 * quadratic * constant).max(0.0).sqrt();
        // The positive root, without cancellation; constant ≤ 0 ≤ quadratic.
        let share = if linear > 0.0 { -2.0 * constant / (linear + root) } else { (root - linear) / (2.0 * quadratic) };
        // A hair less, so that rounding does not turn "no more" into "a little more".
        let share = (share * (1.0 - 1e-12)).clamp(0.0, 1.0);
        self.solver.tally.events.push(Event::Blended { share, avoided: gain });
        plastic.iter().zip(&difference).map(|(p, d)| p + share * d).collect()
    }

    /// Compression, then an expansion whose normal impulses are the restitution's share of those of compression.
    ///
    /// The unknowns are the velocities with which the contacts depart: what the normal impulses still miss is turned into
    /// velocities by `W`, which ends at once where there is no friction, and is damped where it overshoots.
    fn solve_poisson(
        &mut self,
        scene: &Scene,
        at: (usize, f64),
        closing: &[(usize, f64)],
        plastic: Vec<f64>,
    ) -> Result<Vec<f64>, SimulationError> {
        let compression = self.solve_with(scene, at, &plastic, true)?;
        self.response_to(&compression);
        let kept = self.velocities.free.clone();
        self.velocities.free.iter_mut().zip(&self.response).for_each(|(free, response)| *free += response);
        let mut targets = plastic;
        for &(row, _) in closing {
            targets[row] = targets[row].min(0.0);
        }
        let mut expansion = vec![0.0; compression.len()];
        let mut missing = vec![0.0; compression.len()];
        let (mut miss, mut damping) = (f64::INFINITY, 1.0);
        let scale = closing.iter().fold(0.0_f64, |scale, &(row, _)| scale.max(self.velocities.before[row].abs()));
        for _ in 0..POISSON_LIMIT {
            expansion = self.solve_with(scene, at, &targets, false)?;
            for &(row, restitution) in closing {
                missing[row] = restitution * compression[row] - expansion[row];
                // More is right where the contact would close again.
                if missing[row] < 0.0 && targets[row] >= 0.0 {
                    missing[row] = 0.0;
                }
            }
            self.response_to(&missing);
            let now = closing.iter().fold(0.0_f64, |miss, &(row, _)| miss.max(self.response[row].abs()));
            if now > miss {
                damping *= 0.5;
            }
            miss = now;
            if miss <= POISSON_TOLERANCE * scale {
                break;
            }
            for &(row, _) in closing {
                targets[row] = (targets[row] - damping * self.response[row]).min(0.0);
            }
        }
        self.velocities.free = kept;
        if miss > POISSON_TOLERANCE * scale {
            self.solver.tally.events.push(Event::PoissonMissed(miss / scale));
        }
        Ok(compression.iter().zip(&expansion).map(|(c, e)| c + e).collect())
    }
}

impl RowVelocities {
    /// Targets for positions: no gap is negative after `h`, drives arrive.
    pub fn aim(&mut self, rows: &ConstraintRows, h: f64, look_ahead: bool) {
        use crate::Source;
        self.targets.clear();
        self.targets.resize(rows.order(), 0.0);
        for (law, source) in rows.sources.iter().enumerate() {
            let row = rows.first_rows[law];
            match source {
                Source::Drive(_) => self.targets[row] = rows.offsets[row] / h,
                // What overlaps is brought back by the projection, not by a velocity.
                Source::Limit(..) | Source::Contact(..) if look_ahead => {
                    self.targets[row] = rows.offsets[row].max(0.0) / h;
                }
                _ => {}
            }
        }
    }
}
