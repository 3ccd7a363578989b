//! What a model must be before anything is computed with it.

use crate::dynamics::{ArticulatedFactor, Kinematics};
use crate::model::{FreedomKind, FreedomProperties, JointDescription, JointKind, Model, ModelElement, ModelError};
use crate::spatial::Inertia;
use stiction_linalg::space::{Matrix3, Pose, Symmetric3, Vector3};

/// A degree of freedom counts as moving nothing when freeing what hangs on it leaves less than this part
/// of its rigid inertia.
const NOTHING: f64 = 1e-13;

/// A pose of finite numbers whose axes are those of a right-handed frame.
pub(super) fn pose(element: &dyn Fn() -> ModelElement, what: &str, pose: &Pose) -> Result<(), ModelError> {
    if !pose.is_finite() {
        return Err(ModelError::new(element(), format!("{what}: expected finite numbers")));
    }
    let square = pose.rotation.transpose() * pose.rotation - Matrix3::IDENTITY;
    let skew = square.x.norm_max().max(square.y.norm_max()).max(square.z.norm_max());
    if skew > 1e-9 || pose.rotation.determinant() < 0.0 {
        return Err(ModelError::new(
            element(),
            format!("{what}: expected a rotation, found {:?}", pose.rotation.to_rows()),
        ));
    }
    Ok(())
}

/// What is odd about a body's mass.
pub(super) enum MassFault {
    /// The equations hold all the same.
    Remark(ModelError),
    /// They do not, unless it is part of a link whose mass in all is sound.
    Fault(ModelError),
}

/// A mass that some real body could have, or what is odd about it.
pub(super) fn inertia(element: &dyn Fn() -> ModelElement, inertia: &Inertia) -> Result<Option<MassFault>, ModelError> {
    if !inertia.is_finite() {
        return Err(ModelError::new(element(), "inertia: expected finite numbers"));
    }
    if inertia.mass < 0.0 {
        return Err(ModelError::new(element(), format!("mass: expected zero or more, found {}", inertia.mass)));
    }
    let [a, b, c] = inertia.moments.eigenvalues();
    let odd = |message: String| ModelError::new(element(), message);
    Ok(if !is_sound(inertia) {
        Some(MassFault::Fault(odd(if inertia.mass == 0.0 {
            format!("mass: expected more than zero with moments of inertia up to {c:.6e}, found zero")
        } else {
            format!("inertia: expected no negative principal moment, found {a:.6e}, {b:.6e}, {c:.6e}")
        })))
    // The tolerance lets pass what a file with four digits rounds.
    } else if a + b < c * (1.0 - 1e-3) {
        Some(MassFault::Remark(odd(format!(
            "principal moments {a:.6e}, {b:.6e}, {c:.6e} violate the triangle inequality: the largest exceeds the sum \
             of the others"
        ))))
    } else {
        None
    })
}

/// Whether kinetic energy cannot become negative.
pub(super) fn is_sound(inertia: &Inertia) -> bool {
    let [a, _, c] = inertia.moments.eigenvalues();
    a >= -1e-9 * c && c >= 0.0 && (inertia.mass > 0.0 || c == 0.0)
}

/// A joint in order; gives its kind with axes of length one.
pub(super) fn joint(joint: &JointDescription) -> Result<JointKind, ModelError> {
    let element = || ModelElement::Joint(joint.name.clone());
    let fail = |message: String| Err(ModelError::new(element(), message));
    pose(&element, "placement", &joint.placement)?;
    let unit = |what: &str, axis: Vector3| {
        axis.unit().ok_or_else(|| {
            let Vector3 { x, y, z } = axis;
            ModelError::new(element(), format!("{what}: expected a direction, found ({x}, {y}, {z})"))
        })
    };
    let kind = match joint.kind {
        JointKind::Fixed | JointKind::Spherical | JointKind::Free => joint.kind.clone(),
        JointKind::Revolute { axis } => JointKind::Revolute { axis: unit("axis", axis)? },
        JointKind::Prismatic { axis } => JointKind::Prismatic { axis: unit("axis", axis)? },
        JointKind::Cylindrical { axis } => JointKind::Cylindrical { axis: unit("axis", axis)? },
        JointKind::Planar { normal } => JointKind::Planar { normal: unit("normal", normal)? },
        JointKind::Screw { axis, pitch } => {
            if !pitch.is_finite() {
                return fail(format!("pitch: expected a finite number, found {pitch}"));
            }
            JointKind::Screw { axis: unit("axis", axis)?, pitch }
        }
        JointKind::Universal { first, second } => {
            let (first, second) = (unit("first axis", first)?, unit("second axis", second)?);
            if first.cross(second).norm() < 1e-6 {
                return fail("axes: expected two directions, found the same twice".to_owned());
            }
            JointKind::Universal { first, second }
        }
    };
    let (given, freedoms) = (joint.properties.len(), kind.velocity_size());
    if given > 1 && given != freedoms {
        return fail(format!("properties: expected none, one, or {freedoms}, found {given}"));
    }
    joint.properties.iter().try_for_each(properties).map_err(|message| ModelError::new(element(), message))?;
    let several = matches!(kind, JointKind::Spherical | JointKind::Free);
    if several && joint.properties.iter().any(|p| p.limits.is_some() || p.rest != 0.0) {
        return fail(format!(
            "a {} joint has no scalar coordinate for limits or a spring's rest position",
            kind.name()
        ));
    }
    if kind == JointKind::Free && joint.properties.iter().any(|p| p.stiffness != 0.0) {
        return fail("stiffness: expected none on a free joint".to_owned());
    }
    match joint.angle_limit {
        Some(_) if kind != JointKind::Spherical => fail("angle limit: expected a spherical joint".to_owned()),
        // Beyond half a turn, the shorter way round is another one.
        Some(limit) if !(limit > 0.0 && limit <= std::f64::consts::PI) => {
            fail(format!("angle limit: expected a number above zero, up to π, found {limit}"))
        }
        _ => Ok(kind),
    }
}

fn properties(p: &FreedomProperties) -> Result<(), String> {
    for (what, value) in
        [("armature", p.armature), ("damping", p.damping), ("stiffness", p.stiffness), ("friction", p.friction)]
    {
        if !(value >= 0.0 && value.is_finite()) {
            return Err(format!("{what}: expected a finite number, zero or more, found {value}"));
        }
    }
    if !p.rest.is_finite() {
        return Err(format!("rest: expected a finite number, found {}", p.rest));
    }
    for (what, value) in [("effort limit", p.effort_limit), ("velocity limit", p.velocity_limit)] {
        if value.is_nan() || value < 0.0 {
            return Err(format!("{what}: expected zero or more, found {value}"));
        }
    }
    match p.limits {
        Some((lower, upper)) if !(lower <= upper && lower < f64::INFINITY && upper > f64::NEG_INFINITY) => {
            Err(format!("limits: expected a lower limit of at most the upper one, found {lower} and {upper}"))
        }
        _ => Ok(()),
    }
}

/// Every degree of freedom moves some mass, in at least one of a few places: a mechanism may well be
/// singular in one of them.
pub(super) fn mobility(model: &Model) -> Result<(), ModelError> {
    let mut kinematics = Kinematics::new(model);
    let mut factor = ArticulatedFactor::new(model);
    let mut configuration = model.neutral_configuration();
    let mut stuck = None;
    for attempt in 0..3 {
        kinematics.update(model, &configuration);
        factor.compute(model, &kinematics);
        stuck = factor.immobile(model, &kinematics, NOTHING);
        if stuck.is_none() {
            return Ok(());
        }
        let step: Vec<f64> =
            (0..model.velocity_size()).map(|k| 0.3 + 0.7 * f64::from(attempt) + 0.1 * (k % 7) as f64).collect();
        model.integrate(&mut configuration, &step, 1.0);
    }
    let Some(freedom) = stuck else { return Ok(()) };
    let joint = model.joints.iter().find(|joint| joint.velocity.contains(&freedom));
    let Some(joint) = joint else { return Ok(()) };
    let body = &model.bodies[joint.body.0];
    let carried = carried_mass(model, body.link);
    let message = if carried == 0.0 {
        format!(
            "mass: expected more than zero on this body or its descendants, for joint '{}' to move, found none",
            joint.name
        )
    } else if body.inertia.moments == Symmetric3::ZERO && model.freedoms[freedom].kind == FreedomKind::About {
        format!(
            "a point mass has no rotational inertia for joint '{}': expected 'inertia', a solid shape, or a joint \
             without that rotation",
            joint.name
        )
    } else {
        format!(
            "expected joint '{}' to move mass in each of its directions, found a direction with an inertia of zero up \
             to rounding, or one that another joint repeats",
            joint.name
        )
    };
    Err(ModelError::new(ModelElement::Body(body.name.clone()), message))
}

/// The mass of a link and of all links that it carries.
fn carried_mass(model: &Model, link: usize) -> f64 {
    let mut masses: Vec<f64> = model.links.iter().map(|link| link.inertia.mass).collect();
    for i in (link + 1..model.links.len()).rev() {
        masses[model.links[i].parent] += masses[i];
    }
    masses[link]
}
