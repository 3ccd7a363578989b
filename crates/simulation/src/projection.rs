//! Overlaps and open loops, brought back by moving bodies: no velocity is made for it.

use crate::report::Event;
use crate::rows::Source;
use crate::step_problem::Inertia;
use crate::stepper::Stepper;
use crate::{Energy, Scene, SimulationError};
use stiction_contact::Law;

/// The most Newton steps of a projection.
const STEPS: usize = 10;
/// The share of a step's budget that it may be at before the contacts get the rest of it.
const BUDGET_SHARE: f64 = 0.5;
/// A move is shortened at most so often, each time by half, until it makes nothing worse.
const SHORTER: usize = 4;
/// How far soft contacts may be pressed in further, over the largest offset.
const ROOM: f64 = 2.0;
/// What is left open by more than this, m or rad, cannot be brought back: the scene contradicts itself.
const OPEN: f64 = 1e-6;

impl Stepper {
    /// The largest overlap of rigid contacts and limits, and error of loops and couplings, m or rad; and its law.
    pub(crate) fn largest_offset(&self) -> (f64, usize) {
        let mut largest = (0.0, 0);
        for (law, source) in self.rows.sources.iter().enumerate() {
            let offsets = &self.rows.offsets[self.rows.rows_of(law)];
            let offset = match source {
                Source::Closure(_) | Source::Coupling(_) => offsets.iter().fold(0.0_f64, |size, e| size.max(e.abs())),
                Source::Contact(..) if self.rows.is_soft(law) => 0.0,
                Source::Limit(..) | Source::Contact(..) => (-offsets[0]).max(0.0),
                Source::Drive(_) | Source::Motor(_) | Source::Friction(_) => 0.0,
            };
            if offset > largest.0 {
                largest = (offset, law);
            }
        }
        largest
    }

    /// Moves the place by the least that brings all offsets below the drift allowed: `min ½ δᵀ M δ` with `G δ + e = 0` for
    /// loops and `≥ 0` for gaps, repeated as the places change.
    pub(crate) fn project(&mut self, scene: &Scene, at: (usize, f64)) -> Result<(), SimulationError> {
        let before = self.largest_offset().0;
        self.offset = before;
        self.moved_energy = 0.0;
        if before <= scene.settings.drift {
            return Ok(());
        }
        let energy = self.energy(scene);
        let mut after = before;
        self.solver.patience.may_take(BUDGET_SHARE);
        for step in 0..STEPS {
            // One is taken whatever is left of the budget, or else bodies sink into each other.
            let spent = step > 0 && self.solver.patience.is_spent();
            if spent {
                break;
            }
            let Some(shift) = self.find_shift(scene, after, at)? else { break };
            let now = self.move_by(scene, &shift, after, at.1);
            let stuck = now > 0.5 * after;
            after = now;
            if after <= scene.settings.drift || stuck {
                break;
            }
        }
        self.offset = after;
        self.moved_energy = self.energy(scene) - energy;
        self.solver.tally.events.push(Event::Projected { before, after, energy: self.moved_energy });
        if after > scene.settings.drift && self.solver.patience.is_spent() {
            self.solver.tally.events.push(Event::ProjectionCut { offset: after });
        } else if after > OPEN {
            let what = self.rows.sources[self.largest_offset().1].label(scene);
            self.solver.tally.events.push(Event::LeftOpen { offset: after, what });
        }
        Ok(())
    }

    /// All energy at the place, J.
    fn energy(&self, scene: &Scene) -> f64 {
        Energy::at(&scene.model, &self.kinematics, &self.motions, &self.place).total()
    }

    /// Moves the place, and no further than makes nothing worse: what overlaps deeply may turn far, and what is linear in the small then
    /// says little. The largest offset after it.
    fn move_by(&mut self, scene: &Scene, shift: &[f64], before: f64, end: f64) -> f64 {
        let (place, mut shift) = (self.place.clone(), shift.to_vec());
        for _ in 0..=SHORTER {
            scene.model.advance(&mut self.place.configuration, &shift, 1.0);
            scene.model.transport(&place.configuration, &self.place.configuration, &mut self.place.velocity);
            self.find_laws(scene, end);
            let after = self.largest_offset().0;
            if after <= before {
                return after;
            }
            self.place.clone_from(&place);
            shift.iter_mut().for_each(|part| *part *= 0.5);
        }
        self.find_laws(scene, end);
        before
    }

    /// One step of it, from a largest offset, if anything can be done.
    fn find_shift(
        &mut self,
        scene: &Scene,
        largest: f64,
        (step, time): (usize, f64),
    ) -> Result<Option<Vec<f64>>, SimulationError> {
        self.factor.compute(&self.free_motion.implicit, &self.kinematics);
        let Self { rows, delassus, free_motion, kinematics, factor, .. } = self;
        let inertia = Inertia { model: &free_motion.implicit, kinematics, factor };
        // What soft contacts are pressed in is theirs to give back, and it grows no more than what has to make room. Nothing gives
        // way here.
        self.right.clone_from(&rows.offsets);
        for contact in rows.contacts.iter().filter(|contact| contact.is_soft()) {
            let row = rows.first_rows[contact.law];
            self.right[row] = self.right[row].max(0.0) + ROOM * largest;
        }
        let taken = self.solver.posed.take_blocks(rows, &[], delassus, inertia, &self.right);
        let laws = self.rows.sources.iter().zip(&self.rows.laws).map(|(source, law)| position_law(source, *law));
        let solution = taken.and_then(|()| self.solver.solve_positions(&self.rows, laws));
        let solution = solution.map_err(|error| SimulationError::Problem { step, time, error })?;
        if self.solver.patience.asked_to_end {
            return Err(SimulationError::Interrupted { step, time });
        }
        let Some(solution) = solution else { return Ok(None) };
        let Self { operator, free_motion, kinematics, factor, rows, .. } = self;
        let mut shift = vec![0.0; scene.model.velocity_size()];
        let implicit = &free_motion.implicit;
        operator.motion_of_rows(implicit, kinematics, factor, &rows.rows, &solution.impulses, &mut shift);
        Ok(shift.iter().all(|value| value.is_finite()).then_some(shift))
    }
}

/// What a law asks of positions, with as many rows; what does not concern them gets no impulse.
fn position_law(source: &Source, law: Law) -> Law {
    match source {
        Source::Closure(_) | Source::Coupling(_) => law,
        Source::Contact(..) if law.rows() == 3 => Law::Coulomb { friction: 0.0 },
        Source::Limit(..) | Source::Contact(..) => Law::Unilateral,
        Source::Drive(_) | Source::Motor(_) | Source::Friction(_) => Law::Bounded { lower: 0.0, upper: 0.0 },
    }
}
