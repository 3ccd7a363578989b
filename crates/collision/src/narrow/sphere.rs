use super::Point;
use crate::primitive::Primitive;
use stiction_linalg::space::{Pose, Vector3};

/// A sphere at the origin against a shape.
pub(super) fn touch(radius: f64, shape: &Primitive, pose: &Pose, margin: f64, points: &mut Vec<Point>) {
    let centre = pose.inverse_point(Vector3::ZERO);
    let (outward, distance) = match shape {
        Primitive::HalfSpace | Primitive::Hull(_) | Primitive::Mesh(_) | Primitive::Ellipsoid { .. } => return,
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
        Primitive::Cylinder { radius, half_length } => {
            let profile = [(0.0, *half_length), (*radius, *half_length), (*radius, -half_length), (0.0, -half_length)];
            turned(centre, &profile)
        }
        Primitive::Cone { radius, half_length } => {
            turned(centre, &[(0.0, *half_length), (*radius, -half_length), (0.0, -half_length)])
        }
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

/// The same from the convex body that a profile (distance from the axis, height) sweeps about z, downwards.
fn turned(point: Vector3, profile: &[(f64, f64)]) -> (Vector3, f64) {
    let out = point.x.hypot(point.y);
    let (x, y) = if out > 0.0 { (point.x / out, point.y / out) } else { (1.0, 0.0) };
    // The least distance from outside, or the least depth.
    let mut outside: Option<(f64, f64, f64)> = None;
    let mut inside: Option<(f64, f64, f64)> = None;
    for side in profile.windows(2) {
        let ((a, b), (c, d)) = (side[0], side[1]);
        let (along, down) = (c - a, d - b);
        let length = along.hypot(down);
        let (normal_out, normal_up) = (-down / length, along / length);
        let height = (out - a) * normal_out + (point.z - b) * normal_up;
        if inside.is_none_or(|best| height > best.2) {
            inside = Some((normal_out, normal_up, height));
        }
        let t = (((out - a) * along + (point.z - b) * down) / (length * length)).clamp(0.0, 1.0);
        let (du, dv) = (out - (a + along * t), point.z - (b + down * t));
        let distance = du.hypot(dv);
        if outside.is_none_or(|best| distance < best.2) {
            let exact = (0.0 < t && t < 1.0) || distance == 0.0;
            // Over a side its normal is exact however near the point is.
            outside =
                Some(if exact { (normal_out, normal_up, distance) } else { (du / distance, dv / distance, distance) });
        }
    }
    let chosen = match (inside, outside) {
        (Some(depth), _) if depth.2 <= 0.0 => depth,
        (_, Some(distance)) => distance,
        _ => (0.0, 1.0, 0.0),
    };
    (Vector3::new(x * chosen.0, y * chosen.0, chosen.1), chosen.2)
}
