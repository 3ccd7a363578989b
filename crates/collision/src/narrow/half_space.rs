use super::solid::Core;
use super::{Point, Workspace, feature, reduction};
use crate::primitive::Primitive;
use stiction_linalg::space::{Pose, Vector3};

/// Shapes above the half space z < 0, in its frame.
pub(super) fn touch(shape: &Primitive, pose: &Pose, margin: f64, work: &mut Workspace, points: &mut Vec<Point>) {
    let start = points.len();
    let mut add = |number: u32, place: Vector3, radius: f64| {
        let gap = place.z - radius;
        if gap < margin {
            let position = Vector3::new(place.x, place.y, 0.5 * gap);
            points.push(Point { feature: feature::vertex(number, true), position, normal: Vector3::Z, gap });
        }
    };
    match shape {
        Primitive::Sphere { radius } => return add(0, pose.position, *radius),
        Primitive::Hull(hull) => of_vertices(hull.vertices(), pose, &mut add),
        Primitive::Mesh(mesh) => of_vertices(mesh.vertices(), pose, &mut add),
        other => {
            let Some(solid) = other.solid() else { return };
            // Standing on its end, a capsule still has its lower end first.
            if let Core::Segment(half) = solid.core {
                let axis = pose.rotation.z * half;
                add(0, pose.position - axis, solid.radius);
                add(1, pose.position + axis, solid.radius);
            } else {
                solid.patch(-pose.rotation.transpose_mul(Vector3::Z), &mut work.first);
                for (k, point) in work.first.points().iter().enumerate() {
                    add(work.first.vertices[k], pose.point(*point), solid.radius);
                }
            }
            let tolerance = 1e-6 * solid.size();
            return reduction::thin_out(points, start, tolerance);
        }
    }
    let tolerance = 1e-6 * reduction::spread(&points[start..]);
    reduction::hull(points, start, tolerance, &mut work.chain);
}

fn of_vertices(vertices: &[Vector3], pose: &Pose, add: &mut dyn FnMut(u32, Vector3, f64)) {
    for (k, vertex) in vertices.iter().enumerate() {
        add(k as u32, pose.point(*vertex), 0.0);
    }
}
