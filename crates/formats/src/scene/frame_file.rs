use crate::field::shown;
use crate::scene::document::Content;
use crate::scene::place::Fault;
use crate::scene::table::Table;
use crate::scene::value::Field;
use stiction_linalg::space::{Matrix3, Pose, Quaternion, Vector3};

/// How far from one the length of a quaternion may be: as far as four digits round it.
const ROUNDED: f64 = 1e-3;

/// The pose that `position` and `orientation` give.
pub(crate) fn pose(table: &Table<'_>) -> Result<Pose, Fault> {
    let position = table.or("position", Vector3::ZERO, Field::vector)?;
    let orientation = table.or("orientation", Matrix3::IDENTITY, |field| Ok(quaternion(field)?.to_matrix()))?;
    Ok(Pose::new(orientation, position))
}

/// A rotation in any of its forms.
pub(crate) fn quaternion(field: &Field<'_>) -> Result<Quaternion, Fault> {
    const FORMS: &str =
        "a quaternion [w, x, y, z], { axis = [x, y, z], angle_deg = … } or { rpy_deg = [roll, pitch, yaw] }";
    match &field.node.content {
        Content::List(_) => {
            let [w, x, y, z] = field.array(FORMS, Field::number)?;
            let given = Quaternion::new(w, x, y, z);
            let length = given.norm_squared().sqrt();
            match given.unit() {
                Some(unit) if (length - 1.0).abs() <= ROUNDED => Ok(unit),
                _ => {
                    let length = shown(length);
                    Err(field.fault(format!("expected a quaternion of length 1, found one of length {length}")))
                }
            }
        }
        Content::Table(_) => {
            let table = Table::of(field, FORMS)?;
            table.known(&["axis", "angle", "angle_deg", "rpy", "rpy_deg"])?;
            if table.find("axis").is_some() {
                if let Some(other) = ["rpy", "rpy_deg"].into_iter().find_map(|key| table.find(key)) {
                    return Err(
                        other.fault("expected either an axis with an angle, or roll, pitch and yaw, found both")
                    );
                }
                let axis = table.required("axis", Field::direction)?;
                let angle = angle(&table, "angle")?.ok_or_else(|| table.fault("expected 'angle_deg' or 'angle'"))?;
                return Ok(Quaternion::from_rotation_vector(axis * angle));
            }
            if let Some(angle) = ["angle", "angle_deg"].into_iter().find_map(|key| table.find(key)) {
                return Err(angle.fault("expected an 'axis' beside it"));
            }
            let turns = |field: &Field<'_>| field.array::<f64, 3>("three angles [roll, pitch, yaw]", Field::number);
            let [roll, pitch, yaw] = match (table.optional("rpy", turns)?, table.optional("rpy_deg", turns)?) {
                (Some(angles), None) => angles,
                (None, Some(angles)) => angles.map(f64::to_radians),
                _ => return Err(field.expected(FORMS)),
            };
            let about = |axis: Vector3, angle: f64| Quaternion::from_rotation_vector(axis * angle);
            let turned = about(Vector3::Z, yaw) * about(Vector3::Y, pitch) * about(Vector3::X, roll);
            turned.unit().ok_or_else(|| field.expected(FORMS))
        }
        _ => Err(field.expected(FORMS)),
    }
}

/// An angle in rad, from `key` or, in degrees, from `key_deg`.
pub(crate) fn angle(table: &Table<'_>, key: &str) -> Result<Option<f64>, Fault> {
    either(table, key, |field| field.number(), f64::to_radians)
}

/// A value from `key` or, with degrees in place of radians, from `key_deg`.
pub(crate) fn either<T>(
    table: &Table<'_>,
    key: &str,
    read: impl Fn(&Field<'_>) -> Result<T, Fault>,
    in_radians: impl Fn(T) -> T,
) -> Result<Option<T>, Fault> {
    let in_degrees = format!("{key}_deg");
    match (table.find(key), table.find(&in_degrees)) {
        (Some(_), Some(degrees)) => {
            Err(degrees.fault(format!("expected either '{key}' or '{in_degrees}', found both")))
        }
        (Some(field), None) => read(&field).map(Some),
        (None, Some(field)) => Ok(Some(in_radians(read(&field)?))),
        (None, None) => Ok(None),
    }
}
