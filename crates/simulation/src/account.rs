use crate::Scene;
use crate::impact::RowVelocities;
use crate::report::{Event, StepReport};
use crate::rows::Source;
use crate::stepper::Stepper;

/// What the pieces of a step come to, as its report has it.
#[derive(Default)]
pub(crate) struct Account {
    penetration: f64,
    deepest: Option<Source>,
    offset: f64,
    moved_energy: f64,
    pub contact_energy: f64,
    contact_work: f64,
    bilateral_work: f64,
}

impl Stepper {
    /// Adds the piece that was taken to the step's account.
    pub fn take_account(&mut self, scene: &Scene) {
        let account = &mut self.account;
        if !self.impulses.is_empty() {
            let RowVelocities { before, free, .. } = &self.velocities;
            for (law, source) in self.rows.sources.iter().enumerate() {
                let rows = self.rows.rows_of(law);
                let after = |row: usize| free[row] + self.response[row];
                let sum = |from: &[f64]| -> f64 {
                    rows.clone().map(|row| 0.5 * self.impulses[row] * (from[row] + after(row))).sum()
                };
                match source {
                    Source::Closure(_) | Source::Coupling(_) | Source::Drive(_) => {
                        account.bilateral_work += sum(before)
                    }
                    Source::Motor(_) => {}
                    _ => {
                        account.contact_energy += sum(free);
                        account.contact_work += sum(before);
                    }
                }
            }
        }
        for (motor, impulse) in scene.motors.iter().zip(&self.motors.impulses) {
            let [before, after] = [&self.place.velocity, &self.free_velocity].map(|velocity| velocity[motor.freedom]);
            account.bilateral_work += 0.5 * impulse * (before + after);
        }
        for contact in &self.rows.contacts {
            if -contact.point.gap > account.penetration {
                account.penetration = -contact.point.gap;
                account.deepest = Some(self.rows.sources[contact.law]);
            }
        }
        self.motors.add_piece();
        account.offset = account.offset.max(self.offset);
        account.moved_energy += self.moved_energy;
        if self.halving.is_inside() {
            self.earlier.add(&self.rows, &self.impulses);
        }
    }

    /// Gives the contacts of the last piece their impulses of the whole step.
    pub fn join_pieces(&mut self, pieces: usize) {
        self.earlier.add_to(&self.rows, &mut self.impulses);
        self.solver.tally.events.push(Event::Halved { pieces });
    }

    /// The report of a step that ends at a time.
    pub fn report(&mut self, (step, time): (usize, f64)) -> StepReport {
        let (account, tally) = (&self.account, &mut self.solver.tally);
        StepReport {
            step,
            time,
            contacts: self.rows.contacts.len(),
            outcome: tally.outcome.clone(),
            residual: tally.residual,
            answered_by: tally.answered_by,
            effort: tally.effort,
            solves: tally.solves,
            worst_law: tally.worst_law,
            penetration: account.penetration,
            deepest: account.deepest,
            offset: account.offset,
            moved_energy: account.moved_energy,
            contact_energy: account.contact_energy,
            contact_work: account.contact_work,
            bilateral_work: account.bilateral_work,
            events: std::mem::take(&mut tally.events),
        }
    }
}
