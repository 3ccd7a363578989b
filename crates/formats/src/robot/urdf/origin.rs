use crate::FormatError;
use crate::robot::xml::Element;
use stiction_linalg::space::{Matrix3, Pose, Vector3};

/// The `<origin>` of an element: position, and roll, pitch and yaw about the fixed axes x, y and z.
pub fn read_origin(element: &Element<'_, '_>) -> Result<Pose, FormatError> {
    let Some(origin) = element.child("origin")? else { return Ok(Pose::IDENTITY) };
    let position = origin.vector("xyz")?.unwrap_or(Vector3::ZERO);
    let rotation = match origin.vector("rpy")? {
        // Exactly no turn where none is given, and not one up to rounding.
        None | Some(Vector3::ZERO) => Matrix3::IDENTITY,
        Some(angles) => {
            Matrix3::rotation(Vector3::Z, angles.z)
                * (Matrix3::rotation(Vector3::Y, angles.y) * Matrix3::rotation(Vector3::X, angles.x))
        }
    };
    Ok(Pose::new(rotation, position))
}
