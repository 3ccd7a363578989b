//! Forces that joints exert by themselves. Dry friction is not one: it is a law of the contact problem.

use crate::model::{LinkKind, Model, left_jacobian_inverse, rotation};
use stiction_linalg::space::Vector3;

/// Springs and dampers, N or N·m: `−stiffness (q − rest) − damping v`, spherical joints by their rotation
/// vector from the neutral place.
pub fn passive_force(model: &Model, configuration: &[f64], velocity: &[f64], force: &mut [f64]) {
    model.expect_configuration(configuration);
    model.expect_velocity(velocity);
    model.expect_velocity(force);
    for ((force, freedom), v) in force.iter_mut().zip(&model.freedoms).zip(velocity) {
        let properties = &freedom.properties;
        let stretched = freedom.coordinate.map_or(0.0, |q| configuration[q] - properties.rest);
        *force = -properties.damping * v - properties.stiffness * stretched;
    }
    for_rotations(model, configuration, |first, angle| {
        let stiffness = |k: usize| model.freedoms[first + k].properties.stiffness;
        let pull = Vector3::new(stiffness(0) * angle.x, stiffness(1) * angle.y, stiffness(2) * angle.z);
        // φ̇ = J⁻ᵀ(φ) ω along the body's axes, so that the torque of ½ φᵀ K φ is −J⁻¹(φ) K φ.
        for (k, torque) in left_jacobian_inverse(angle, pull).to_array().into_iter().enumerate() {
            force[first + k] -= torque;
        }
    });
}

/// The energy in all springs, J.
pub fn spring_energy(model: &Model, configuration: &[f64]) -> f64 {
    model.expect_configuration(configuration);
    let mut twice = 0.0;
    for freedom in &model.freedoms {
        let stretched = freedom.coordinate.map_or(0.0, |q| configuration[q] - freedom.properties.rest);
        twice += freedom.properties.stiffness * stretched * stretched;
    }
    for_rotations(model, configuration, |first, angle| {
        for (k, angle) in angle.to_array().into_iter().enumerate() {
            twice += model.freedoms[first + k].properties.stiffness * angle * angle;
        }
    });
    0.5 * twice
}

/// Calls with the first degree of freedom and the rotation vector of each spherical joint.
fn for_rotations(model: &Model, configuration: &[f64], mut call: impl FnMut(usize, Vector3)) {
    for link in &model.links[1..] {
        if link.kind == LinkKind::Spherical {
            let turned = rotation(&configuration[link.configuration..]);
            call(link.freedoms.start, turned.to_rotation_vector());
        }
    }
}
