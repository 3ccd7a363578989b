use crate::Shape;
use stiction_linalg::space::Pose;

impl Shape {
    /// The radius of a ball about the shape's origin that holds it; none if it is not bounded.
    pub fn bounding_radius(&self) -> Option<f64> {
        match self {
            Self::Sphere { radius } => Some(*radius),
            Self::Box { half } => Some(half.norm()),
            Self::Capsule { radius, half_length } => Some(radius + half_length),
            Self::HalfSpace => None,
            Self::Compound(parts) => {
                let reach = |(pose, shape): &(Pose, Self)| Some(pose.position.norm() + shape.bounding_radius()?);
                parts.iter().map(reach).try_fold(0.0_f64, |largest, reach| Some(largest.max(reach?)))
            }
        }
    }
}
