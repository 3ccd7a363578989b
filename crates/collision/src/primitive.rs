use crate::bounds::Bounds;
use crate::narrow::{Core, Solid};
use crate::{CollisionError, Hull, Mesh, Shape};
use std::sync::Arc;
use stiction_linalg::space::{Matrix3, Pose, Vector3};

/// Lengths above this, m, are refused: their squares and products would leave the range of numbers.
pub(crate) const LARGEST: f64 = 1e12;

/// A shape that is checked and not a compound.
#[derive(Clone, Debug)]
pub(crate) enum Primitive {
    HalfSpace,
    Sphere { radius: f64 },
    Capsule { radius: f64, half_length: f64 },
    Box { half: Vector3 },
    Ellipsoid { half: Vector3 },
    Cylinder { radius: f64, half_length: f64 },
    Cone { radius: f64, half_length: f64 },
    Hull(Arc<Hull>),
    Mesh(Arc<Mesh>),
}

impl Primitive {
    /// The primitives of a shape, each with its frame in the frame of `placement`.
    pub(crate) fn flatten(shape: &Shape, placement: Pose, out: &mut Vec<(Pose, Self)>) -> Result<(), CollisionError> {
        pose(&placement)?;
        let primitive = match shape {
            Shape::Sphere { radius } => Self::Sphere { radius: length("radius", *radius)? },
            Shape::Box { half } => Self::Box { half: lengths(*half)? },
            Shape::Ellipsoid { half } => Self::Ellipsoid { half: lengths(*half)? },
            Shape::Capsule { radius, half_length } => {
                Self::Capsule { radius: length("radius", *radius)?, half_length: length("half_length", *half_length)? }
            }
            Shape::Cylinder { radius, half_length } => {
                Self::Cylinder { radius: length("radius", *radius)?, half_length: length("half_length", *half_length)? }
            }
            Shape::Cone { radius, half_length } => {
                Self::Cone { radius: length("radius", *radius)?, half_length: length("half_length", *half_length)? }
            }
            Shape::HalfSpace => Self::HalfSpace,
            Shape::Hull(hull) => Self::Hull(hull.clone()),
            Shape::Mesh(mesh) => Self::Mesh(mesh.clone()),
            Shape::Heightfield(field) => Self::Mesh(field.mesh().clone()),
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

    /// As a convex shape, if it is one and bounded.
    pub(crate) fn solid(&self) -> Option<Solid<'_>> {
        let (core, radius) = match self {
            Self::HalfSpace | Self::Mesh(_) => return None,
            Self::Sphere { radius } => (Core::Point, *radius),
            Self::Capsule { radius, half_length } => (Core::Segment(*half_length), *radius),
            Self::Box { half } => (Core::Box(*half), 0.0),
            Self::Ellipsoid { half } => (Core::Ellipsoid(*half), 0.0),
            Self::Cylinder { radius, half_length } => (Core::Cylinder { radius: *radius, half: *half_length }, 0.0),
            Self::Cone { radius, half_length } => (Core::Cone { radius: *radius, half: *half_length }, 0.0),
            Self::Hull(hull) => (Core::Hull(hull), 0.0),
        };
        Some(Solid { core, radius })
    }

    /// Bounds in the frame in which it has the pose; of a half space, everything.
    pub(crate) fn bounds(&self, pose: &Pose) -> Bounds {
        let r = pose.rotation;
        let round = |radius: f64| Vector3::new(radius, radius, radius);
        let half = match self {
            Self::HalfSpace => round(f64::INFINITY),
            Self::Sphere { radius } => round(*radius),
            Self::Capsule { radius, half_length } => {
                let reach = |z: f64| radius + half_length * z.abs();
                Vector3::new(reach(r.z.x), reach(r.z.y), reach(r.z.z))
            }
            Self::Box { half } => {
                return Bounds::around(Vector3::ZERO, *half).moved(pose);
            }
            Self::Ellipsoid { half } => {
                let reach = |row: [f64; 3]| scaled(*half, Vector3::from(row)).norm();
                let [x, y, z] = r.to_rows();
                Vector3::new(reach(x), reach(y), reach(z))
            }
            Self::Cylinder { radius, half_length } | Self::Cone { radius, half_length } => {
                let reach = |z: f64| radius * (1.0 - z * z).max(0.0).sqrt() + half_length * z.abs();
                Vector3::new(reach(r.z.x), reach(r.z.y), reach(r.z.z))
            }
            Self::Hull(hull) => {
                return Bounds::of_points(hull.vertices()).moved(pose);
            }
            Self::Mesh(mesh) => return mesh.bounds().moved(pose),
        };
        Bounds::around(pose.position, half)
    }
}

/// A corner of a box: each bit of its number chooses a side.
pub(crate) fn corner(half: Vector3, number: u32) -> Vector3 {
    let side = |bit: u32, half: f64| if number & bit == 0 { -half } else { half };
    Vector3::new(side(1, half.x), side(2, half.y), side(4, half.z))
}

/// Coordinate by coordinate.
pub(crate) fn scaled(a: Vector3, b: Vector3) -> Vector3 {
    Vector3::new(a.x * b.x, a.y * b.y, a.z * b.z)
}

fn lengths(half: Vector3) -> Result<Vector3, CollisionError> {
    for k in 0..3 {
        length(["half.x", "half.y", "half.z"][k], half[k])?;
    }
    Ok(half)
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
