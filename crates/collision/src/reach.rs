use crate::Shape;
use stiction_linalg::space::{Pose, Vector3};

impl Shape {
    /// The radius of a ball about the shape's origin that holds it; none if it is not bounded.
    pub fn bounding_radius(&self) -> Option<f64> {
        match self {
            Self::Sphere { radius } => Some(*radius),
            Self::Box { half } => Some(half.norm()),
            Self::Ellipsoid { half } => Some(half.norm_max()),
            Self::Capsule { radius, half_length } => Some(radius + half_length),
            Self::Cylinder { radius, half_length } | Self::Cone { radius, half_length } => {
                Some(radius.hypot(*half_length))
            }
            Self::Hull(hull) => Some(farthest(hull.vertices())),
            Self::Mesh(mesh) => Some(farthest(mesh.vertices())),
            Self::Heightfield(field) => Some(farthest(field.mesh().vertices())),
            Self::HalfSpace => None,
            Self::Compound(parts) => {
                let reach = |(pose, shape): &(Pose, Self)| Some(pose.position.norm() + shape.bounding_radius()?);
                parts.iter().map(reach).try_fold(0.0_f64, |largest, reach| Some(largest.max(reach?)))
            }
        }
    }
}

fn farthest(points: &[Vector3]) -> f64 {
    points.iter().fold(0.0, |farthest, point| farthest.max(point.norm()))
}
