//! Where in a step forces and contacts are looked at, and what laws there are.

use crate::stepper::Stepper;
use crate::{Scene, Scheme};
use stiction_multibody::State;

impl Stepper {
    /// Where in the step forces and contacts are looked at: at its start, or half-way.
    pub(crate) fn go_to_place(&mut self, scene: &Scene, state: &State) {
        self.place.configuration.copy_from_slice(&state.configuration);
        self.place.velocity.copy_from_slice(&state.velocity);
        self.place.time = state.time;
        if scene.settings.scheme == Scheme::MoreauJean {
            let half = 0.5 * self.h;
            scene.model.advance(&mut self.place.configuration, &state.velocity, half);
            scene.model.transport(&state.configuration, &self.place.configuration, &mut self.place.velocity);
        }
    }

    /// Kinematics, contact points and all laws at the place.
    pub(crate) fn find_laws(&mut self, scene: &Scene, end: f64) {
        let model = &scene.model;
        self.kinematics.update(model, &self.place.configuration);
        if model.closures().is_empty() {
            self.motions.update_velocities(model, &self.kinematics, &self.place.velocity);
        } else {
            // Loops also ask for accelerations.
            self.motions.update(model, &self.kinematics, &self.place.velocity, None);
        }
        self.poses.clear();
        self.poses.extend(self.body_ids.iter().map(|&body| self.kinematics.body_pose(model, body)));
        let margin = self.margin(scene);
        let arrival = self.arrival(scene, end);
        let points = self.detector.detect(&self.poses, margin);
        let place = &self.place;
        self.rows.gather(
            scene,
            &self.kinematics,
            &self.motions,
            place,
            points,
            (self.h, arrival),
            margin,
            &self.body_ids,
            &self.motors,
        );
    }

    /// No gap larger than this closes within the step: twice the fastest motion of any shape. Of a step in pieces each looks
    /// as far, so that the last one knows nearly every contact that pushed.
    pub(crate) fn margin(&self, scene: &Scene) -> f64 {
        let h = scene.settings.time_step;
        let mut fastest = 0.0_f64;
        for (&body, &reach) in self.body_ids.iter().zip(&self.reaches) {
            let motion = self.motions.velocity(&scene.model, &self.kinematics, body, self.poses[body.index()].position);
            fastest = fastest.max(motion.linear.norm() + motion.angular.norm() * reach);
        }
        2.0 * h * (fastest + h * scene.model.gravity().norm()) + scene.settings.margin
    }

    /// When a whole length of the new velocity arrives: from half-way, half of it beyond the end.
    pub(crate) fn arrival(&self, scene: &Scene, end: f64) -> f64 {
        end + self.h - self.remaining_time(scene)
    }

    /// How long the new velocity acts until the end: all of it, or the second half.
    pub(crate) fn remaining_time(&self, scene: &Scene) -> f64 {
        if scene.settings.scheme == Scheme::MoreauJean { 0.5 * self.h } else { self.h }
    }
}
