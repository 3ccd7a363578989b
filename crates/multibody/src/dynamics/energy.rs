//! Sums over all links: energy, momentum, centre of mass.

use crate::dynamics::{Kinematics, Motions};
use crate::model::Model;
use crate::spatial::Wrench;
use stiction_linalg::space::Vector3;

/// Kinetic energy, J, armature included.
pub fn kinetic_energy(model: &Model, kinematics: &Kinematics, motions: &Motions, velocity: &[f64]) -> f64 {
    model.expect_velocity(velocity);
    let mut twice = 0.0;
    for (i, link) in model.links.iter().enumerate().skip(1) {
        let rotation = &kinematics.poses[i].rotation;
        let turning = rotation.transpose_mul(motions.velocities[i].angular);
        let moving = rotation.transpose_mul(motions.velocities[i].linear);
        let inertia = &link.inertia;
        twice += inertia.mass * moving.norm_squared()
            + 2.0 * moving.dot(turning.cross(inertia.first))
            + turning.dot(inertia.second * turning);
    }
    for (freedom, v) in model.freedoms.iter().zip(velocity) {
        twice += freedom.properties.armature * v * v;
    }
    0.5 * twice
}

/// Potential energy in the field of gravity, J: zero with all mass at the world's origin.
pub fn gravitational_energy(model: &Model, kinematics: &Kinematics) -> f64 {
    -model.gravity.dot(first_moment(model, kinematics))
}

/// The centre of all mass that can move, m; the world's origin if there is none.
pub fn centre_of_mass(model: &Model, kinematics: &Kinematics) -> Vector3 {
    let mass = model.mass();
    if mass == 0.0 { Vector3::ZERO } else { first_moment(model, kinematics) * (1.0 / mass) }
}

/// The momentum of all bodies, about a point of the world: angular N·m·s, linear N·s. Armature has none.
pub fn momentum(model: &Model, kinematics: &Kinematics, motions: &Motions, point: Vector3) -> Wrench {
    let mut sum = Wrench::ZERO;
    for (i, link) in model.links.iter().enumerate().skip(1) {
        let pose = &kinematics.poses[i];
        let motion = motions.velocities[i];
        let inertia = &link.inertia;
        let first = pose.rotation * inertia.first;
        let spin = pose.rotation * (inertia.second * pose.rotation.transpose_mul(motion.angular));
        let own =
            Wrench::new(spin + first.cross(motion.linear), motion.linear * inertia.mass + motion.angular.cross(first));
        sum += own.about(pose.position - point);
    }
    sum
}

fn first_moment(model: &Model, kinematics: &Kinematics) -> Vector3 {
    let mut sum = Vector3::ZERO;
    for (link, pose) in model.links.iter().zip(&kinematics.poses).skip(1) {
        sum += pose.position * link.inertia.mass + pose.rotation * link.inertia.first;
    }
    sum
}
