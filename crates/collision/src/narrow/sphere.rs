use super::Point;
use crate::primitive::Primitive;
use stiction_linalg::space::{Pose, Vector3};

/// A corner of a box: each bit of its number chooses a side.
pub(super) fn corner(half: Vector3, number: u32) -> Vector3 {
    let side = |bit: u32, half: f64| if number & bit == 0 { -half } else { half };
    Vector3::new(side(1, half.x), side(2, half.y), side(4, half.z))
}

/// A sphere at the origin against a shape.
pub(super) fn touch(radius: f64, shape: &Primitive, pose: &Pose, margin: f64, points: &mut Vec<Point>) {
    let centre = pose.inverse_point(Vector3::ZERO);
    let (outward, distance) = match shape {
        Primitive::HalfSpace => return,
        Primitive::Sphere { radius } => {
            let distance = centre.norm();
            (centre.unit().unwrap_or(Vector3::Z), distance - radius)
        }
        Primitive::Capsule { radius, half_length } => {
            let nearest = Vector3::new(0.0, 0.0, centre.z.clamp(-half_length, *half_length));
            let away = centre - nearest;
            (away.unit().unwrap_or(Vector3::X), away.norm() - radius)
        }
        Primitive::Box { half } => from_box(centre, *half),
    };
    let gap = distance - radius;
    if gap < margin {
        let normal = -(pose.rotation * outward);
        points.push(Point::between(0, normal * radius, normal, gap));
    }
}

/// The outward normal and the signed distance of a point from a box.
fn from_box(point: Vector3, half: Vector3) -> (Vector3, f64) {
    let nearest =
        Vector3::new(point.x.clamp(-half.x, half.x), point.y.clamp(-half.y, half.y), point.z.clamp(-half.z, half.z));
    let away = point - nearest;
    if let Some(outward) = away.unit() {
        return (outward, away.norm());
    }
    let depths = [half.x - point.x.abs(), half.y - point.y.abs(), half.z - point.z.abs()];
    let k = (0..3).min_by(|&a, &b| depths[a].total_cmp(&depths[b])).unwrap_or(0);
    let axis = [Vector3::X, Vector3::Y, Vector3::Z][k];
    (if point[k] < 0.0 { -axis } else { axis }, -depths[k])
}
