use crate::{CollisionError, Shape};
use stiction_linalg::space::{Matrix3, Pose, Vector3};

/// Lengths above this, m, are refused: their squares and products would leave the range of numbers.
const LARGEST: f64 = 1e12;

/// A shape that is checked and not a compound.
#[derive(Clone, Debug)]
pub(crate) enum Primitive {
    HalfSpace,
    Sphere { radius: f64 },
    Capsule { radius: f64, half_length: f64 },
    Box { half: Vector3 },
}

impl Primitive {
    /// The primitives of a shape, each with its frame in the frame of `placement`.
    pub(crate) fn flatten(shape: &Shape, placement: Pose, out: &mut Vec<(Pose, Self)>) -> Result<(), CollisionError> {
        pose(&placement)?;
        let primitive = match shape {
            Shape::Sphere { radius } => Self::Sphere { radius: length("radius", *radius)? },
            Shape::Box { half } => {
                for k in 0..3 {
                    length(["half.x", "half.y", "half.z"][k], half[k])?;
                }
                Self::Box { half: *half }
            }
            Shape::Capsule { radius, half_length } => {
                Self::Capsule { radius: length("radius", *radius)?, half_length: length("half_length", *half_length)? }
            }
            Shape::HalfSpace => Self::HalfSpace,
            Shape::Compound(parts) => {
                if parts.is_empty() {
                    return Err(CollisionError::new("compound", "expected at least one part"));
                }
                for (k, (inner, part)) in parts.iter().enumerate() {
                    pose(inner)
                        .and_then(|()| Self::flatten(part, placement * *inner, out))
                        .map_err(|error| CollisionError { field: format!("compound[{k}].{}", error.field), ..error })?;
                }
                return Ok(());
            }
        };
        out.push((placement, primitive));
        Ok(())
    }
}

fn length(field: &str, value: f64) -> Result<f64, CollisionError> {
    if value > 0.0 && value <= LARGEST {
        Ok(value)
    } else {
        Err(CollisionError::new(field, format!("expected a positive length up to {LARGEST:e} m, found {value}")))
    }
}

fn pose(pose: &Pose) -> Result<(), CollisionError> {
    if !(pose.position.norm_max() <= LARGEST) {
        let found = pose.position.to_array();
        return Err(CollisionError::new("placement", format!("expected lengths up to {LARGEST:e} m, found {found:?}")));
    }
    let square = pose.rotation.transpose() * pose.rotation - Matrix3::IDENTITY;
    let skew = square.x.norm_max().max(square.y.norm_max()).max(square.z.norm_max());
    if !(skew <= 1e-9 && pose.rotation.determinant() > 0.0) {
        let found = pose.rotation.to_rows();
        return Err(CollisionError::new("placement", format!("expected a rotation, found {found:?}")));
    }
    Ok(())
}
