use crate::dynamics::Kinematics;
use crate::model::{BodyId, Model};
use crate::spatial::Motion;
use stiction_linalg::space::Vector3;

/// How every link moves: velocity and acceleration of its frame's origin, world axes.
#[derive(Clone, Debug)]
pub struct Motions {
    pub(crate) velocities: Vec<Motion>,
    pub(crate) accelerations: Vec<Motion>,
}

impl Motions {
    /// Room for a model.
    pub fn new(model: &Model) -> Self {
        let rest = vec![Motion::ZERO; model.links.len()];
        Self { velocities: rest.clone(), accelerations: rest }
    }

    /// Velocities alone.
    pub fn update_velocities(&mut self, model: &Model, kinematics: &Kinematics, velocity: &[f64]) {
        model.expect_velocity(velocity);
        for (i, link) in model.links.iter().enumerate().skip(1) {
            let mut motion = self.velocities[link.parent].at(kinematics.offsets[i]);
            for k in link.freedoms.clone() {
                model.freedoms[k].kind.add(kinematics.axes[k], velocity[k], &mut motion);
            }
            self.velocities[i] = motion;
        }
    }

    /// Velocities and classical accelerations (second derivatives of positions) without gravity. With no
    /// `acceleration` given, those that velocities alone bring about.
    pub fn update(&mut self, model: &Model, kinematics: &Kinematics, velocity: &[f64], acceleration: Option<&[f64]>) {
        self.update_velocities(model, kinematics, velocity);
        acceleration.into_iter().for_each(|acceleration| model.expect_velocity(acceleration));
        for (i, link) in model.links.iter().enumerate().skip(1) {
            let offset = kinematics.offsets[i];
            let above = self.velocities[link.parent].angular;
            let relative = self.velocities[i] - self.velocities[link.parent].at(offset);
            // d/dt of a joint's own motion, whose axes turn with the link.
            let mut motion = self.accelerations[link.parent].at(offset);
            motion.angular += above.cross(relative.angular);
            motion.linear +=
                above.cross(above.cross(offset)) + (above + self.velocities[i].angular).cross(relative.linear);
            if let Some(acceleration) = acceleration {
                for k in link.freedoms.clone() {
                    model.freedoms[k].kind.add(kinematics.axes[k], acceleration[k], &mut motion);
                }
            }
            self.accelerations[i] = motion;
        }
    }

    /// The velocity of a body, referred to a point of the world that moves with it.
    pub fn velocity(&self, model: &Model, kinematics: &Kinematics, body: BodyId, point: Vector3) -> Motion {
        let link = model.bodies[body.0].link;
        self.velocities[link].at(point - kinematics.poses[link].position)
    }

    /// The classical acceleration of a body, referred to a point of the world that moves with it.
    pub fn acceleration(&self, model: &Model, kinematics: &Kinematics, body: BodyId, point: Vector3) -> Motion {
        let link = model.bodies[body.0].link;
        let offset = point - kinematics.poses[link].position;
        let turning = self.velocities[link].angular;
        let mut motion = self.accelerations[link].at(offset);
        motion.linear += turning.cross(turning.cross(offset));
        motion
    }
}
