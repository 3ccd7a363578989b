//! From the laws of a step to its impulses: what rows measure, whether the last impulses do, the problem, and what its solution does.

use crate::impact::Aim;
use crate::setback::Setback;
use crate::step_problem::Inertia;
use crate::stepper::Stepper;
use crate::{Scene, Scheme, SimulationError, StepContact};
use stiction_linalg::kernels::{axpy, norm_max};

/// A solve that changed impulses by less than this share of the largest may have come to rest.
const SETTLING: f64 = 1e-3;

impl Stepper {
    /// What the rows measure of both velocities, and what they aim at.
    pub(crate) fn measure_rows(&mut self, scene: &Scene) {
        let order = self.rows.order();
        if order == 0 {
            return;
        }
        let Self { rows, velocities, motions, .. } = self;
        velocities.before.resize(order, 0.0);
        velocities.free.resize(order, 0.0);
        rows.rows.velocities(motions, &self.place.velocity, &mut velocities.before);
        motions.update_velocities(&scene.model, &self.kinematics, &self.free_velocity);
        rows.rows.velocities(motions, &self.free_velocity, &mut velocities.free);
        let settings = &scene.settings;
        // Where more contacts bear a load than are needed, they cannot all close gaps of their own: impulses would have far to go, at
        // the speed of these gaps, until only those that need not close are left. Gaps that are noise ask for nothing.
        let closed = settings.closed_at(norm_max(&velocities.free));
        velocities.aim(rows, &self.held, self.h, closed);
        // A piece is measured as the whole step: over a short one, the gap of what is only near would be the fastest of all
        // velocities.
        let share = self.h / settings.time_step;
        let fastest = || velocities.fastest(rows, share);
        self.solver.velocity_scale = (share < 1.0).then(fastest);
        self.slips.clear();
        if scene.settings.method.is_pyramid() {
            for law in 0..rows.laws.len() {
                let own = &velocities.before[rows.rows_of(law)];
                self.slips.push(if own.len() == 3 { [own[1], own[2]] } else { [0.0; 2] });
            }
        }
    }

    /// Whether the impulses to start from are all that the step needs: those of what is at rest do not change, and no matrix has
    /// to be formed to see it.
    pub(crate) fn look_for_rest(&mut self, scene: &Scene) {
        self.rests = false;
        let likely = self.warm && self.settles && scene.settings.scheme != Scheme::Acceleration;
        if !likely || !self.solver.posed.knows(&self.rows) {
            return;
        }
        self.find_closing_contacts();
        if !self.closing.is_empty() {
            return;
        }
        self.aim(Aim::Plastic);
        self.response.resize(self.rows.order(), 0.0);
        let Self { operator, free_motion, kinematics, factor, rows, start, response, .. } = self;
        operator.apply(&free_motion.implicit, kinematics, factor, &rows.rows, start, response);
        self.rests = self.solver.is_steady(&self.rows, &self.right, &self.start, &self.response);
        if self.rests {
            self.impulses.clone_from(&self.start);
        }
    }

    /// The Delassus matrix of the rows.
    pub(crate) fn pose_problem(&mut self, scene: &Scene, (step, time): (usize, f64)) -> Result<(), SimulationError> {
        if self.rows.laws.is_empty() {
            return Ok(());
        }
        let Self { rows, delassus, free_motion, kinematics, factor, velocities, .. } = self;
        let inertia = Inertia { model: &free_motion.implicit, kinematics, factor };
        let posed = self.solver.posed.take(rows, delassus, inertia, &velocities.free, &scene.settings.contact);
        posed.map_err(|error| SimulationError::Problem { step, time, error })
    }

    /// The impulses.
    pub(crate) fn solve(&mut self, scene: &Scene, at: (usize, f64)) -> Result<(), Setback> {
        self.impulses.clear();
        if self.rows.laws.is_empty() {
            self.memory.clear();
            return Ok(());
        }
        let by_accelerations = scene.settings.scheme == Scheme::Acceleration && self.solve_accelerations(scene, at)?;
        if !by_accelerations {
            self.solve_impacts(scene, at)?;
        }
        let difference =
            self.impulses.iter().zip(&self.start).fold(0.0_f64, |most, (p, start)| most.max((p - start).abs()));
        self.settles = difference <= SETTLING * norm_max(&self.impulses);
        self.memory.keep(&self.rows, &self.impulses);
        Ok(())
    }

    /// From the free velocity to that at the end of the step.
    pub(crate) fn add_impulses(&mut self) {
        if self.impulses.is_empty() {
            return;
        }
        if !self.rests {
            let Self { operator, free_motion, kinematics, factor, rows, impulses, response, .. } = self;
            response.resize(impulses.len(), 0.0);
            operator.apply(&free_motion.implicit, kinematics, factor, &rows.rows, impulses, response);
        }
        axpy(1.0, self.operator.motion(), &mut self.free_velocity);
        self.velocities.find_slips(&self.rows, &self.impulses, &self.response, self.h);
    }

    /// What soft contacts hold from now on: their springs turn with the bodies to the end of the step.
    pub(crate) fn keep_springs(&mut self, scene: &Scene) {
        let before = self.springs.energy;
        let Self { springs, rows, motions, kinematics, body_ids, impulses, free_velocity, h, .. } = self;
        if rows.contacts.iter().any(StepContact::is_soft) {
            motions.update_velocities(&scene.model, kinematics, free_velocity);
        }
        springs.keep(rows, impulses, *h, |contact| {
            let about = |collider: usize| {
                let body = body_ids[scene.colliders[collider].body];
                motions.velocity(&scene.model, kinematics, body, contact.point.position).angular.dot(contact.frame[0])
            };
            0.5 * (about(contact.point.first) + about(contact.point.second))
        });
        self.account.contact_energy += self.springs.energy - before;
    }

    /// `W p` into `response`.
    pub(crate) fn response_to(&mut self, impulses: &[f64]) {
        self.solver.posed.multiply(impulses, &mut self.response);
    }
}
