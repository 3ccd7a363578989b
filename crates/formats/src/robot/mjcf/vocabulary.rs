//! The attributes that are used. What is not listed here is reported to the user where it occurs.

use crate::robot::mjcf::Node;

const JOINT: &[&str] = &[
    "name",
    "class",
    "type",
    "pos",
    "axis",
    "range",
    "limited",
    "damping",
    "armature",
    "stiffness",
    "springref",
    "ref",
    "frictionloss",
    "actuatorfrcrange",
    "actuatorfrclimited",
];
const GEOM: &[&str] = &[
    "name",
    "class",
    "type",
    "size",
    "fromto",
    "pos",
    "quat",
    "axisangle",
    "euler",
    "xyaxes",
    "zaxis",
    "contype",
    "conaffinity",
    "group",
    "friction",
    "rgba",
    "material",
    "mesh",
    "mass",
    "density",
];
const SITE: &[&str] = &["name", "class", "pos", "quat", "axisangle", "euler", "xyaxes", "zaxis", "fromto"];
const MESH: &[&str] = &["name", "class", "file", "scale", "refpos", "refquat", "vertex", "face", "inertia"];
const MATERIAL: &[&str] = &["name", "class", "rgba"];
pub(super) const EQUALITY: &[&str] = &["name", "class", "active"];
const MOTOR: &[&str] =
    &["name", "class", "joint", "jointinparent", "gear", "ctrlrange", "ctrllimited", "forcerange", "forcelimited"];
const POSITION: &[&str] = &[
    "name",
    "class",
    "joint",
    "jointinparent",
    "gear",
    "ctrlrange",
    "ctrllimited",
    "forcerange",
    "forcelimited",
    "kp",
    "kv",
    "inheritrange",
];
const GENERAL: &[&str] = &[
    "name",
    "class",
    "joint",
    "jointinparent",
    "gear",
    "ctrlrange",
    "ctrllimited",
    "forcerange",
    "forcelimited",
    "dyntype",
    "gaintype",
    "biastype",
    "gainprm",
    "biasprm",
    "inheritrange",
];

/// For the tag of an element in a default class, or of one that has such classes: the kind of its classes, and the
/// attributes that are used. All actuators share one kind.
pub(super) fn of_default(tag: &str) -> Option<(&'static str, &'static [&'static str])> {
    Some(match tag {
        "joint" => ("joint", JOINT),
        "geom" => ("geom", GEOM),
        "site" => ("site", SITE),
        "mesh" => ("mesh", MESH),
        "material" => ("material", MATERIAL),
        "equality" => ("equality", EQUALITY),
        "motor" => ("actuator", MOTOR),
        "position" | "velocity" => ("actuator", POSITION),
        "general" => ("actuator", GENERAL),
        _ => return None,
    })
}

/// Marks attributes as used, whether or not they are asked for: one class may hide what another says.
pub(super) fn know(element: Node<'_>, attributes: &[&str]) {
    for name in attributes {
        element.attribute(name);
    }
}
