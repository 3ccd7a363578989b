use super::axis::{Axis, Pair};
use super::solid::{Core, Solid};
use super::{Point, Workspace, convex, feature, reduction};
use stiction_linalg::space::{Pose, Vector3};

/// Two capsules: one point where they cross, two where they run side by side.
pub(super) fn touch(
    radii: [f64; 2],
    halves: [f64; 2],
    pose: &Pose,
    margin: f64,
    work: &mut Workspace,
    points: &mut Vec<Point>,
) {
    let a = Solid { core: Core::Segment(halves[0]), radius: radii[0] };
    let b = Solid { core: Core::Segment(halves[1]), radius: radii[1] };
    let (z, t) = nearest(halves, pose);
    let (first, second) = (Vector3::new(0.0, 0.0, z), pose.position + pose.rotation.z * t);
    let size = a.size() + b.size();
    let apart = second - first;
    let mut distance = apart.norm();
    if !(distance < margin + radii[0] + radii[1]) {
        return;
    }
    let cross = Vector3::Z.cross(pose.rotation.z);
    let interior = z.abs() < halves[0] && t.abs() < halves[1];
    let normal = match cross.unit() {
        // Exact even where the axes nearly meet.
        Some(n) if interior && cross.norm() > 1e-6 => {
            let along = n.dot(pose.position);
            distance = along.abs();
            if along < 0.0 { -n } else { n }
        }
        _ if distance > 1e-12 * size => apart * (1.0 / distance),
        _ => cross.unit().unwrap_or(Vector3::X),
    };
    let start = points.len();
    let pair = Pair { a: &a, b: &b, pose, size };
    let axis = Axis { normal, separation: distance };
    if !convex::flat(&pair, &axis, margin, work, points) {
        let gap = distance - radii[0] - radii[1];
        points.push(Point::between(feature::NEAREST, first + normal * radii[0], normal, gap));
    }
    reduction::thin_out(points, start, 1e-6 * size);
}

/// Where on their axes two segments along z are nearest, the second's pose in the first's frame.
fn nearest(halves: [f64; 2], pose: &Pose) -> (f64, f64) {
    let (d, p) = (pose.rotation.z, pose.position);
    let across = 1.0 - d.z * d.z;
    let onto_first = |t: f64| (p.z + d.z * t).clamp(-halves[0], halves[0]);
    let onto_second = |z: f64| ((z * d.z) - p.dot(d)).clamp(-halves[1], halves[1]);
    let start = if across > 1e-14 { (p.z - d.z * p.dot(d)) / across } else { p.z };
    let t = onto_second(start.clamp(-halves[0], halves[0]));
    let z = onto_first(t);
    (z, onto_second(z))
}
