//! Where an element stands in the frame around it, in each of the ways that a file may say it.

use crate::FormatError;
use crate::robot::mjcf::compiler::Compiler;
use crate::robot::mjcf::{Layered, Node};
use stiction_linalg::space::{Matrix3, Pose, Quaternion, Vector3};

const WAYS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// Position and orientation.
pub(super) fn pose(element: &Layered<'_>, compiler: &Compiler<'_>) -> Result<Pose, FormatError> {
    let position = element.vector("pos")?.unwrap_or_default();
    Ok(Pose::new(rotation(element, compiler)?, position))
}

/// The orientation of the nearest of an element and its classes that gives one.
fn rotation(element: &Layered<'_>, compiler: &Compiler<'_>) -> Result<Matrix3, FormatError> {
    for layer in element.nearest_first() {
        let given: Vec<&str> = WAYS.into_iter().filter(|way| layer.attribute(way).is_some()).collect();
        match given[..] {
            [] => {}
            [way] => return oriented(layer, way, compiler),
            [first, second, ..] => {
                return Err(layer.error(second, format!("expected one orientation, found '{first}' and '{second}'")));
            }
        }
    }
    Ok(Matrix3::IDENTITY)
}

/// Whether an element gives an orientation itself.
pub(super) fn has_rotation(element: Node<'_>) -> bool {
    WAYS.into_iter().any(|way| element.attribute(way).is_some())
}

fn oriented(element: Node<'_>, way: &str, compiler: &Compiler<'_>) -> Result<Matrix3, FormatError> {
    let aimless = || element.error(way, "expected a direction, found zeros");
    match way {
        "quat" => quaternion(element, way).map(|found| found.unwrap_or(Quaternion::IDENTITY).to_matrix()),
        "axisangle" => {
            let [x, y, z, angle] = element.array(way)?.unwrap_or_default();
            let axis = Vector3::new(x, y, z).unit().ok_or_else(aimless)?;
            Ok(Matrix3::rotation(axis, angle * compiler.angle))
        }
        "euler" => {
            let angles = element.array::<3>(way)?.unwrap_or_default();
            let mut rotation = Matrix3::IDENTITY;
            for (letter, angle) in compiler.euler_sequence.into_iter().zip(angles) {
                let axis = match letter.to_ascii_lowercase() {
                    b'x' => Vector3::X,
                    b'y' => Vector3::Y,
                    _ => Vector3::Z,
                };
                let turn = Matrix3::rotation(axis, angle * compiler.angle);
                // About the axes that turn along, or about those that stay.
                rotation = if letter.is_ascii_lowercase() { rotation * turn } else { turn * rotation };
            }
            Ok(rotation)
        }
        "xyaxes" => {
            let [a, b, c, d, e, f] = element.array(way)?.unwrap_or_default();
            let x = Vector3::new(a, b, c).unit().ok_or_else(aimless)?;
            let y = Vector3::new(d, e, f).unit().ok_or_else(aimless)?;
            let y = (y - x * x.dot(y)).unit().filter(|_| x.cross(y).norm() > 1e-10);
            let y = y.ok_or_else(|| element.error(way, "expected two directions, found the same twice"))?;
            Ok(Matrix3::from_columns(x, y, x.cross(y)))
        }
        _ => {
            let z = element.vector(way)?.and_then(Vector3::unit).ok_or_else(aimless)?;
            Ok(turn_to(z))
        }
    }
}

/// The least turn that brings the z axis to a unit vector.
pub(super) fn turn_to(z: Vector3) -> Matrix3 {
    let across = Vector3::Z.cross(z);
    let axis = across.unit().filter(|_| across.norm() > 1e-10).unwrap_or(Vector3::X);
    Matrix3::rotation(axis, across.norm().atan2(z.z))
}

/// A quaternion, brought to length one.
pub(super) fn quaternion(element: Node<'_>, name: &str) -> Result<Option<Quaternion>, FormatError> {
    let Some([w, x, y, z]) = element.array(name)? else { return Ok(None) };
    match Quaternion::new(w, x, y, z).unit() {
        Some(unit) => Ok(Some(unit)),
        None => Err(element.error(name, "expected a quaternion that is not zero, found zeros")),
    }
}

/// The middle, orientation and half length of what stretches between two points.
pub(super) fn between(element: &Layered<'_>) -> Result<Option<(Pose, f64)>, FormatError> {
    let Some([a, b, c, d, e, f]) = element.array("fromto")? else { return Ok(None) };
    let (from, to) = (Vector3::new(a, b, c), Vector3::new(d, e, f));
    let along = from - to;
    match along.unit().filter(|_| along.norm() > 1e-14) {
        Some(z) => Ok(Some((Pose::new(turn_to(z), (from + to) * 0.5), 0.5 * along.norm()))),
        None => Err(element.error("fromto", "expected two points apart from each other, found the same twice")),
    }
}
