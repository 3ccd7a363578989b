use super::Point;
use crate::primitive::Primitive;
use stiction_linalg::space::{Pose, Vector3};

/// Shapes above the half space z < 0, in its frame.
pub(super) fn touch(shape: &Primitive, pose: &Pose, margin: f64, points: &mut Vec<Point>) {
    let mut add = |feature: u32, place: Vector3, radius: f64| {
        let gap = place.z - radius;
        if gap < margin {
            let position = Vector3::new(place.x, place.y, 0.5 * gap);
            points.push(Point { feature, position, normal: Vector3::Z, gap });
        }
    };
    match shape {
        Primitive::HalfSpace => {}
        Primitive::Sphere { radius } => add(0, pose.position, *radius),
        Primitive::Capsule { radius, half_length } => {
            let axis = pose.rotation.z * *half_length;
            add(0, pose.position - axis, *radius);
            add(1, pose.position + axis, *radius);
        }
        Primitive::Box { half } => {
            for corner in 0..8 {
                add(corner, pose.point(super::sphere::corner(*half, corner)), 0.0);
            }
        }
    }
}
