//! Joints: how a body moves against its parent.

use crate::FormatError;
use crate::field::shown;
use crate::robot::mjcf::compiler::Compiler;
use crate::robot::mjcf::layered::LIMITED;
use crate::robot::mjcf::{Layered, Node};
use stiction_linalg::space::{Matrix3, Pose, Vector3};
use stiction_multibody::{FreedomProperties, JointDescription, JointKind};

/// A joint as it is read, in the frame of its body.
pub(super) struct JointDraft<'f> {
    pub element: Node<'f>,
    pub name: Option<&'f str>,
    pub kind: JointKind,
    pub position: Vector3,
    /// The coordinate at which the body stands as the file draws it.
    pub reference: f64,
    pub properties: FreedomProperties,
    pub angle_limit: Option<f64>,
}

#[derive(Clone, Copy, PartialEq)]
enum Motion {
    Free,
    Ball,
    Slide,
    Hinge,
}

impl<'f> JointDraft<'f> {
    /// A joint that leaves its body free; no default class applies to it.
    pub fn free(element: Node<'f>) -> Self {
        Self {
            element,
            name: element.attribute("name"),
            kind: JointKind::Free,
            position: Vector3::ZERO,
            reference: 0.0,
            properties: FreedomProperties::default(),
            angle_limit: None,
        }
    }

    /// Reads a joint in a frame of its body.
    pub fn read(joint: &Layered<'f>, frame: &Pose, compiler: &Compiler<'_>) -> Result<Self, FormatError> {
        let motions =
            [("free", Motion::Free), ("ball", Motion::Ball), ("slide", Motion::Slide), ("hinge", Motion::Hinge)];
        let motion = joint.keyword("type", &motions)?.unwrap_or(Motion::Hinge);
        let mut draft = Self::free(joint.own);
        let p = &mut draft.properties;
        p.armature = joint.number("armature")?.unwrap_or(0.0);
        p.friction = joint.number("frictionloss")?.unwrap_or(0.0);
        p.damping = linear(joint, "damping")?;
        p.stiffness = linear(joint, "stiffness")?;
        if motion == Motion::Free {
            if p.stiffness != 0.0 {
                p.stiffness = 0.0;
                joint.holder("stiffness").remark("stiffness of a free joint is not supported and is ignored");
            }
            if p.armature != 0.0 {
                joint
                    .holder("armature")
                    .remark("armature of a free joint acts along the body's axes, not along the world's as in MuJoCo");
            }
            return Ok(draft);
        }
        draft.position = frame.point(joint.vector("pos")?.unwrap_or_default());
        let unit = if motion == Motion::Slide { 1.0 } else { compiler.angle };
        let limits = range(joint, "range", "limited", compiler)?.map(|(low, high)| (low * unit, high * unit));
        if motion == Motion::Ball {
            draft.kind = JointKind::Spherical;
            if let Some((low, high)) = limits {
                if low != 0.0 {
                    return Err(joint.error("range", "expected 0 as the lowest angle of a ball joint, found another"));
                }
                draft.angle_limit = Some(high);
            }
            return Ok(draft);
        }
        let axis = joint.vector("axis")?.unwrap_or(Vector3::Z);
        let axis = axis.unit().filter(|_| axis.norm() > 1e-14).map(|axis| frame.rotation * axis);
        let axis = axis.ok_or_else(|| joint.error("axis", "expected a direction, found zeros"))?;
        draft.kind = match motion {
            Motion::Slide => JointKind::Prismatic { axis },
            _ => JointKind::Revolute { axis },
        };
        draft.reference = joint.number("ref")?.unwrap_or(0.0) * unit;
        let p = &mut draft.properties;
        p.rest = joint.number("springref")?.unwrap_or(0.0) * unit;
        p.limits = limits;
        if let Some((low, high)) = range(joint, "actuatorfrcrange", "actuatorfrclimited", compiler)? {
            p.effort_limit = low.abs().max(high.abs());
            if low != -high {
                let holder = joint.holder("actuatorfrcrange");
                holder.remark(
                    "attribute 'actuatorfrcrange' of <joint>: the larger magnitude limits the force in both directions",
                );
            }
        }
        Ok(draft)
    }

    /// As a builder takes it, in the frame of the joint before it or of the body's parent. Before its motion it is
    /// brought back by its reference, so that its coordinate is the file's own.
    pub fn describe(&self, name: String, before: &Pose) -> JointDescription {
        let back = match self.kind {
            JointKind::Revolute { axis } => Pose::new(Matrix3::rotation(axis, -self.reference), Vector3::ZERO),
            JointKind::Prismatic { axis } => Pose::from_position(axis * -self.reference),
            _ => Pose::IDENTITY,
        };
        // A turn by nothing would round the rotation.
        let placement = if self.reference == 0.0 { *before } else { *before * back };
        JointDescription {
            name,
            kind: self.kind.clone(),
            placement,
            properties: vec![self.properties],
            angle_limit: self.angle_limit,
        }
    }

    pub fn is_free(&self) -> bool {
        self.kind == JointKind::Free
    }

    /// Whether one number is its coordinate.
    pub fn is_scalar(&self) -> bool {
        self.kind.configuration_size() == 1
    }
}

/// A range, where it is in force: as the other attribute says or, if that is left open, where it is given.
pub(super) fn range(
    element: &Layered<'_>,
    name: &str,
    limited: &str,
    compiler: &Compiler<'_>,
) -> Result<Option<(f64, f64)>, FormatError> {
    let found = element.array::<2>(name)?;
    let [low, high] = found.unwrap_or_default();
    let in_force = match element.keyword(limited, &LIMITED)?.flatten() {
        Some(in_force) => in_force,
        None if found.is_some() && !compiler.auto_limits => {
            let message = format!("expected '{limited}' with a range, since autolimits is false, found none");
            return Err(element.error(name, message));
        }
        None => low != high,
    };
    if in_force && low >= high {
        let message =
            format!("expected the lower number below the higher one, found {} and {}", shown(low), shown(high));
        return Err(element.error(name, message));
    }
    Ok(in_force.then_some((low, high)))
}

/// The first of the numbers that make up a force's dependence.
fn linear(joint: &Layered<'_>, name: &str) -> Result<f64, FormatError> {
    let numbers = joint.numbers(name)?.unwrap_or_default();
    if numbers.iter().skip(1).any(|number| *number != 0.0) {
        let holder = joint.holder(name);
        holder.remark(format!("attribute '{name}' of <joint>: the first number is used, the others are ignored"));
    }
    Ok(numbers.first().copied().unwrap_or(0.0))
}
