//! What impacts give back: the normal velocities that contacts are asked to leave with.

use crate::report::Event;
use crate::rows::ConstraintRows;
use crate::setback::Setback;
use crate::solve::Asked;
use crate::stepper::Stepper;
use crate::{ImpactLaw, Scene};
use stiction_linalg::kernels::dot;
use stiction_linalg::{DenseMatrix, Lu};

/// Poisson's law is met when what the normal impulses miss makes less than this many tolerances of the approaching speed.
const POISSON_TOLERANCES: f64 = 100.0;
const POISSON_LIMIT: usize = 20;
/// The velocities by which derivatives are taken, over the approaching speed.
const POISSON_DIFFERENCE: f64 = 1e-5;

/// What contacts aim at.
#[derive(Clone, Copy)]
pub(crate) enum Aim<'a> {
    /// To close, and no more.
    Plastic,
    /// To leave as Newton's law says, where they close within the step.
    Bouncing,
    /// These targets.
    At(&'a [f64]),
}

/// Velocities of a step's rows, m/s.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowVelocities {
    /// Before the step.
    pub before: Vec<f64>,
    /// At its end, without impulses.
    pub free: Vec<f64>,
    /// What is added to the velocities for the laws to be about positions: `ψ/h`.
    pub targets: Vec<f64>,
    /// How contacts slip at the end of the step, row by row: what soft ones give way is no slip.
    pub slips: Vec<f64>,
}

impl Stepper {
    /// The impulses of a step, by its impact law.
    pub(crate) fn solve_impacts(&mut self, scene: &Scene, at: (usize, f64)) -> Result<(), Setback> {
        self.find_closing_contacts();
        if self.closing.is_empty() {
            return self.solve_with(scene, at, Aim::Plastic, true);
        }
        match scene.settings.impact_law {
            ImpactLaw::Newton => self.solve_with(scene, at, Aim::Bouncing, true),
            ImpactLaw::EnergyConsistent => {
                self.solve_with(scene, at, Aim::Bouncing, true)?;
                let restituted = self.impulses.clone();
                let gain = self.energy_of(&restituted);
                if gain > 0.0 {
                    self.solve_with(scene, at, Aim::Plastic, true)?;
                    self.blend(&restituted, gain);
                }
                Ok(())
            }
            ImpactLaw::Poisson => self.solve_poisson(scene, at),
        }
    }

    /// The normal rows of contacts that close within the step and give something back. What approaches no faster than a
    /// step of the other forces makes it does not bounce: it rests, or comes to rest.
    pub(crate) fn find_closing_contacts(&mut self) {
        self.closing.clear();
        for contact in self.rows.contacts.iter().filter(|contact| contact.restitution > 0.0) {
            let row = self.rows.first_rows[contact.law];
            let (before, free) = (self.velocities.before[row], self.velocities.free[row]);
            let reached = contact.point.gap + self.h * free <= 0.0;
            if reached && before < -(free - before).abs() {
                self.closing.push((row, contact.restitution));
            }
        }
    }

    /// Sets the right side to what the contacts aim at: the free velocity plus their targets.
    pub(crate) fn aim(&mut self, aim: Aim<'_>) {
        let RowVelocities { free, targets, before, .. } = &self.velocities;
        let targets = if let Aim::At(given) = aim { given } else { &targets[..] };
        self.right.clear();
        self.right.extend(free.iter().zip(targets).map(|(free, target)| free + target));
        if let Aim::Bouncing = aim {
            for &(row, restitution) in &self.closing {
                self.right[row] = free[row] + restitution * before[row];
            }
        }
    }

    /// Solves for what the contacts aim at.
    fn solve_with(&mut self, scene: &Scene, at: (usize, f64), aim: Aim<'_>, warm: bool) -> Result<(), Setback> {
        self.aim(aim);
        let start = (warm && self.warm).then_some(&self.start[..]);
        let (free_velocity, slips) = (&self.right[..], &self.slips[..]);
        let asked = Asked { scene, rows: &self.rows, at, free_velocity, slips, start };
        self.solver.solve(asked, &mut self.impulses)
    }

    /// What impulses do to the kinetic energy, and to what soft contacts store: `pᵀ (u_free + ½ W p)` less what these had stored.
    pub(crate) fn energy_of(&mut self, impulses: &[f64]) -> f64 {
        self.response_to(impulses);
        let done =
            dot(impulses, &self.velocities.free) + 0.5 * (dot(impulses, &self.response) - self.rows.strain(impulses));
        done - self.pressed_in()
    }

    /// What soft contacts store at the start, as they are pressed in and stretched, J.
    fn pressed_in(&self) -> f64 {
        let soft = self.rows.contacts.iter().filter(|contact| contact.is_soft());
        let stored = soft.map(|contact| {
            let depth = contact.point.gap.min(0.0);
            let held = &self.held[self.rows.rows_of(contact.law)][1..];
            0.5 * (contact.stiffness * depth * depth + contact.compliance(self.h) * dot(held, held))
        });
        stored.sum()
    }

    /// The largest share of the restituted impulse with which the energy does not rise, the rest from the plastic one. Cones
    /// are convex: the mixture stays within them.
    fn blend(&mut self, restituted: &[f64], gain: f64) {
        // ΔE(α) = c + l α + q α² with ΔE(0) = c ≤ 0 and ΔE(1) = gain > 0, convex.
        let plastic = self.impulses.clone();
        let difference: Vec<f64> = restituted.iter().zip(&plastic).map(|(r, p)| r - p).collect();
        let constant = self.energy_of(&plastic).min(0.0);
        self.response_to(&difference);
        let quadratic = 0.5 * (dot(&difference, &self.response) - self.rows.strain(&difference));
        let linear = gain - constant - quadratic;
        let root = (linear * linear - 4.0 * quadratic * constant).max(0.0).sqrt();
        // The positive root, without cancellation; constant ≤ 0 ≤ quadratic.
        let share = if linear > 0.0 { -2.0 * constant / (linear + root) } else { (root - linear) / (2.0 * quadratic) };
        // A hair less, so that rounding does not turn "no more" into "a little more".
        let share = (share * (1.0 - 1e-12)).clamp(0.0, 1.0);
        self.solver.tally.events.push(Event::Blended { share, avoided: gain });
        for ((impulse, plastic), difference) in self.impulses.iter_mut().zip(&plastic).zip(&difference) {
            *impulse = plastic + share * difference;
        }
    }

    /// Compression, then an expansion whose normal impulses are the restitution's share of those of compression.
    fn solve_poisson(&mut self, scene: &Scene, at: (usize, f64)) -> Result<(), Setback> {
        // Contacts that close within the step are taken as closed.
        let mut targets = self.velocities.targets.clone();
        self.closing.iter().for_each(|&(row, _)| targets[row] = targets[row].min(0.0));
        self.solve_with(scene, at, Aim::At(&targets), true)?;
        let compression = self.impulses.clone();
        self.response_to(&compression);
        let kept = self.velocities.free.clone();
        self.velocities.free.iter_mut().zip(&self.response).for_each(|(free, response)| *free += response);
        let expanded = self.expand(scene, at, &compression, targets);
        self.velocities.free = kept;
        expanded?;
        self.impulses.iter_mut().zip(&compression).for_each(|(p, compression)| *p += compression);
        Ok(())
    }

    /// Finds the velocities with which the closing contacts have to depart for their normal impulses to be right. The
    /// impulses are piecewise linear in them: Newton's method, with differences for derivatives and steps that shorten
    /// until they pay. Where no velocity gives the right ones there is no expansion, and the step says so.
    fn expand(
        &mut self,
        scene: &Scene,
        at: (usize, f64),
        compression: &[f64],
        mut targets: Vec<f64>,
    ) -> Result<(), Setback> {
        let closing = self.closing.clone();
        let count = closing.len();
        let scale = closing.iter().fold(0.0_f64, |scale, &(row, _)| scale.max(self.velocities.before[row].abs()));
        let enough = POISSON_TOLERANCES * scene.settings.contact.tolerance * scale;
        let mut missing = self.missing_impulses(scene, at, compression, &closing, &targets)?;
        let mut left = self.as_velocity(&closing, &missing);
        for _ in 0..POISSON_LIMIT {
            if left <= enough {
                return Ok(());
            }
            if self.solver.patience.is_spent() {
                break;
            }
            let mut derivative = DenseMatrix::identity(count);
            for (j, &(row, _)) in closing.iter().enumerate() {
                let before = targets[row];
                targets[row] -= POISSON_DIFFERENCE * scale;
                let moved = self.missing_impulses(scene, at, compression, &closing, &targets)?;
                targets[row] = before;
                for i in 0..count {
                    derivative[(i, j)] = (missing[i] - moved[i]) / (POISSON_DIFFERENCE * scale);
                }
            }
            let mut step = missing.clone();
            let mut factors = Lu::default();
            let solvable = factors.factor(&derivative);
            if solvable {
                factors.solve(&mut step);
            }
            let mut paid = false;
            for length in [1.0, 0.5, 0.25, 0.125] {
                let mut tried = targets.clone();
                for (k, &(row, _)) in closing.iter().enumerate() {
                    tried[row] = (targets[row] - length * step[k]).min(0.0);
                }
                let now = self.missing_impulses(scene, at, compression, &closing, &tried)?;
                let reached = self.as_velocity(&closing, &now);
                if solvable && reached < left {
                    (targets, missing, left, paid) = (tried, now, reached, true);
                    break;
                }
            }
            if !paid {
                break;
            }
        }
        if left > enough {
            // Close to Painlevé's condition friction can take up any normal velocity: the impact stays plastic.
            self.impulses.fill(0.0);
            self.solver.tally.events.push(Event::PoissonMissed(left / scale));
        }
        Ok(())
    }

    /// What the normal impulses lack when the contacts aim at these velocities, which they are solved for.
    fn missing_impulses(
        &mut self,
        scene: &Scene,
        at: (usize, f64),
        compression: &[f64],
        closing: &[(usize, f64)],
        targets: &[f64],
    ) -> Result<Vec<f64>, Setback> {
        self.solve_with(scene, at, Aim::At(targets), false)?;
        let lack = |&(row, restitution): &(usize, f64)| {
            let missing = restitution * compression[row] - self.impulses[row];
            // More is right where the contact would close again.
            if missing < 0.0 && targets[row] >= 0.0 { 0.0 } else { missing }
        };
        Ok(closing.iter().map(lack).collect())
    }

    /// The largest change of a contact's own velocity that missing impulses make.
    fn as_velocity(&self, closing: &[(usize, f64)], missing: &[f64]) -> f64 {
        let own = closing.iter().zip(missing).map(|(&(row, _), lack)| lack.abs() * self.solver.posed.own_response(row));
        own.fold(0.0, f64::max)
    }
}

impl RowVelocities {
    /// The fastest row of a step of which this is a piece, by its share of the length: gaps are to be closed within the whole.
    pub fn fastest(&self, rows: &ConstraintRows, share: f64) -> f64 {
        use crate::Source;
        let mut fastest = 0.0_f64;
        for (law, source) in rows.sources.iter().enumerate() {
            let factor = if matches!(source, Source::Limit(..) | Source::Contact(..)) { share } else { 1.0 };
            for row in rows.rows_of(law) {
                fastest = fastest.max((self.free[row] + factor * self.targets[row]).abs());
            }
        }
        fastest
    }

    /// Targets for positions: no gap is negative after `h`, drives arrive. What is as good as closed is closed: divided by
    /// `h`, the rounding of its gap would be a velocity. From half-way through a step, `h` leads half-way through the next, where
    /// gaps are looked at again.
    ///
    /// A soft contact is a spring of stiffness `k` at the end of the step, in series with the law of a rigid one: what its impulse
    /// `p` presses in is `p / (k h)`. Along the normal that was in its overlap before, along the tangents it is what the springs hold:
    /// of that, friction has not slipped.
    pub fn aim(&mut self, rows: &ConstraintRows, held: &[f64], h: f64, closed: f64) {
        use crate::Source;
        self.targets.clear();
        self.targets.resize(rows.order(), 0.0);
        for (law, source) in rows.sources.iter().enumerate() {
            let row = rows.first_rows[law];
            match source {
                Source::Drive(_) | Source::Motor(_) => self.targets[row] = rows.offsets[row] / h,
                // What overlaps is brought back by the projection, not by a velocity.
                Source::Limit(..) | Source::Contact(..) => {
                    let gap = rows.offsets[row];
                    self.targets[row] = if gap > closed { gap / h } else { 0.0 };
                }
                _ => {}
            }
        }
        for contact in rows.contacts.iter().filter(|contact| contact.is_soft()) {
            let own = rows.rows_of(contact.law);
            let compliance = contact.compliance(h);
            self.targets[own.start] = contact.point.gap / h;
            own.skip(1).for_each(|row| self.targets[row] = -compliance * held[row]);
        }
    }

    /// Finds how contacts slip, from the impulses and what these did.
    pub fn find_slips(&mut self, rows: &ConstraintRows, impulses: &[f64], response: &[f64], h: f64) {
        self.slips.clear();
        self.slips.extend(self.free.iter().zip(response).map(|(free, caused)| free + caused));
        for contact in rows.contacts.iter().filter(|contact| contact.is_soft()) {
            let compliance = contact.compliance(h);
            for row in rows.rows_of(contact.law).skip(1) {
                self.slips[row] += self.targets[row] + compliance * impulses[row];
            }
        }
    }
}
