//! Joints in words.

use super::number::short;
use stiction_linalg::space::Vector3;
use stiction_multibody::{FreedomProperties, Joint, JointKind};

/// How a joint moves.
pub fn moves(joint: &Joint) -> String {
    match joint.kind {
        JointKind::Fixed => "fixed".to_owned(),
        JointKind::Revolute { axis } => format!("revolute about {}", direction(axis)),
        JointKind::Prismatic { axis } => format!("prismatic along {}", direction(axis)),
        JointKind::Screw { axis, pitch } => format!("screw along {}, {} m/rad", direction(axis), short(pitch)),
        JointKind::Cylindrical { axis } => format!("cylindrical about {}", direction(axis)),
        JointKind::Universal { first, second } => {
            format!("universal about {}, then {}", direction(first), direction(second))
        }
        JointKind::Spherical => "spherical".to_owned(),
        JointKind::Planar { normal } => format!("planar, normal {}", direction(normal)),
        JointKind::Free => "free".to_owned(),
    }
}

fn direction(axis: Vector3) -> String {
    for (name, unit) in [("x", Vector3::X), ("y", Vector3::Y), ("z", Vector3::Z)] {
        if axis == unit {
            return name.to_owned();
        }
        if axis == -unit {
            return format!("-{name}");
        }
    }
    format!("({}, {}, {})", short(axis.x), short(axis.y), short(axis.z))
}

/// What bounds a joint: place, effort and speed of its degrees of freedom, equal ones said once.
pub fn limits(joint: &Joint, properties: &[FreedomProperties]) -> String {
    let angle = joint.angle_limit.map(|limit| format!("up to {} rad", short(limit)));
    let each = properties.iter().enumerate().map(|(k, p)| {
        let (place, force) = units(&joint.kind, k);
        let mut parts = Vec::new();
        if let Some((lower, upper)) = p.limits {
            parts.push(format!("{} to {} {place}", short(lower), short(upper)));
        }
        if p.effort_limit.is_finite() {
            parts.push(format!("{} {force}", short(p.effort_limit)));
        }
        if p.velocity_limit.is_finite() {
            parts.push(format!("{} {place}/s", short(p.velocity_limit)));
        }
        parts.join(", ")
    });
    said_once(angle.into_iter().chain(each))
}

/// What resists a joint.
pub fn resistance(properties: &[FreedomProperties]) -> String {
    let each = properties.iter().map(|p| {
        let parts = [
            ("damping", p.damping),
            ("friction", p.friction),
            ("armature", p.armature),
            ("stiffness", p.stiffness),
            ("spring rest", p.rest),
        ];
        let parts = parts.iter().filter(|(_, value)| *value != 0.0);
        parts.map(|(name, value)| format!("{name} {}", short(*value))).collect::<Vec<_>>().join(", ")
    });
    said_once(each)
}

fn said_once(texts: impl Iterator<Item = String>) -> String {
    let mut said: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    said.dedup();
    said.join("; ")
}

/// The units of a degree of freedom's place and force.
fn units(kind: &JointKind, freedom: usize) -> (&'static str, &'static str) {
    let shifts = match kind {
        JointKind::Prismatic { .. } => true,
        JointKind::Cylindrical { .. } => freedom == 1,
        JointKind::Planar { .. } => freedom < 2,
        JointKind::Free => freedom >= 3,
        _ => false,
    };
    if shifts { ("m", "N") } else { ("rad", "N·m") }
}

/// The names of a joint's degrees of freedom.
pub fn freedoms(joint: &Joint) -> Vec<String> {
    let parts: &[&str] = match joint.kind {
        JointKind::Fixed => &[],
        JointKind::Revolute { .. } | JointKind::Prismatic { .. } | JointKind::Screw { .. } => &[""],
        JointKind::Cylindrical { .. } => &[" turn", " shift"],
        JointKind::Universal { .. } => &[" first", " second"],
        JointKind::Spherical => &[" ωx", " ωy", " ωz"],
        JointKind::Planar { .. } => &[" first", " second", " turn"],
        JointKind::Free => &[" ωx", " ωy", " ωz", " vx", " vy", " vz"],
    };
    parts.iter().map(|part| format!("{}{part}", joint.name)).collect()
}
