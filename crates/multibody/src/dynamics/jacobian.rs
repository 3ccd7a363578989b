//! Jacobians: how the velocity of something depends on the model's velocity.

use crate::dynamics::Kinematics;
use crate::model::{BodyId, FreedomKind, Model};
use crate::spatial::Motion;
use stiction_linalg::DenseMatrix;
use stiction_linalg::space::Vector3;

/// The Jacobian of a body's motion referred to a point of the world that moves with it: six rows (angular,
/// then linear, world axes), one column per degree of freedom.
pub fn frame_jacobian(
    model: &Model,
    kinematics: &Kinematics,
    body: BodyId,
    point: Vector3,
    jacobian: &mut DenseMatrix,
) {
    jacobian.reset(6, model.freedoms.len());
    along_path(model, kinematics, body, point, |k, motion| {
        jacobian.column_mut(k).copy_from_slice(&motion.to_array());
    });
}

/// The Jacobian of the velocity of a body's point: three rows, one column per degree of freedom.
pub fn point_jacobian(
    model: &Model,
    kinematics: &Kinematics,
    body: BodyId,
    point: Vector3,
    jacobian: &mut DenseMatrix,
) {
    jacobian.reset(3, model.freedoms.len());
    along_path(model, kinematics, body, point, |k, motion| {
        jacobian.column_mut(k).copy_from_slice(&motion.linear.to_array());
    });
}

/// The Jacobian of the centre of all mass: three rows, one column per degree of freedom.
pub fn centre_of_mass_jacobian(model: &Model, kinematics: &Kinematics, jacobian: &mut DenseMatrix) {
    jacobian.reset(3, model.freedoms.len());
    let mass = model.mass();
    if mass == 0.0 {
        return;
    }
    for (link, pose) in model.links.iter().zip(&kinematics.poses).skip(1) {
        let inertia = &link.inertia;
        if inertia.mass == 0.0 {
            continue;
        }
        let centre = pose.point(inertia.first * (1.0 / inertia.mass));
        let part = inertia.mass / mass;
        let mut next = link.last_freedom;
        while let Some(k) = next {
            let column = jacobian.column_mut(k);
            for (entry, value) in column.iter_mut().zip(unit_motion(model, kinematics, k, centre).linear.to_array()) {
                *entry += part * value;
            }
            next = model.freedoms[k].parent;
        }
    }
}

/// The motion of a degree of freedom at rate one, referred to a point.
pub(crate) fn unit_motion(model: &Model, kinematics: &Kinematics, freedom: usize, point: Vector3) -> Motion {
    let axis = kinematics.axes[freedom];
    let lever = point - kinematics.poses[model.freedoms[freedom].link].position;
    match model.freedoms[freedom].kind {
        FreedomKind::About => Motion::new(axis, axis.cross(lever)),
        FreedomKind::Along => Motion::new(Vector3::ZERO, axis),
        FreedomKind::Screw(pitch) => Motion::new(axis, axis.cross(lever) + axis * pitch),
    }
}

fn along_path(
    model: &Model,
    kinematics: &Kinematics,
    body: BodyId,
    point: Vector3,
    mut call: impl FnMut(usize, Motion),
) {
    let mut next = model.links[model.bodies[body.0].link].last_freedom;
    while let Some(k) = next {
        call(k, unit_motion(model, kinematics, k, point));
        next = model.freedoms[k].parent;
    }
}
