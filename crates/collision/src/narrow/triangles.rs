//! Meshes: convex shapes against each triangle near them, and what remains of it.

use super::axis::{Axis, Pair};
use super::solid::{Core, Solid, Triangle};
use super::{Point, Workspace, convex, feature, reduction};
use crate::Mesh;
use crate::bounds::Bounds;
use stiction_linalg::space::{Pose, Vector3};

/// Beyond this part of a shape's size, a triangle's face does not push where its edge may not.
const DEEPEST: f64 = 0.1;

/// A convex shape against a mesh, the mesh's pose in the shape's frame.
pub(super) fn touch(
    solid: &Solid,
    own: &Bounds,
    mesh: &Mesh,
    pose: &Pose,
    margin: f64,
    work: &mut Workspace,
    points: &mut Vec<Point>,
) {
    let start = points.len();
    let mut near = std::mem::take(&mut work.near);
    mesh.near(&own.enlarged(margin.max(0.0)).moved(&pose.inverse()), &mut near);
    for &index in &near {
        let triangle = &mesh.triangles()[index as usize];
        if matches!(solid.core, Core::Point) {
            sphere(solid.radius, triangle, index, mesh, pose, margin, points);
        } else {
            one(solid, triangle, mesh, pose, margin, work, points);
        }
    }
    work.near = near;
    settle(points, start, work);
    by_normal(points, start, solid.size(), work);
}

/// Two meshes, the second's pose in the first's frame: triangle against triangle.
pub(super) fn both(a: &Mesh, b: &Mesh, pose: &Pose, margin: f64, work: &mut Workspace, points: &mut Vec<Point>) {
    let start = points.len();
    let (mut near, mut others) = (std::mem::take(&mut work.near), std::mem::take(&mut work.others));
    let inverse = pose.inverse();
    a.near(&b.bounds().moved(pose).enlarged(margin.max(0.0)), &mut near);
    for &index in &near {
        let first = &a.triangles()[index as usize];
        let solid = Solid { core: Core::Triangle(first), radius: 0.0 };
        b.near(&Bounds::of_points(&first.corners).enlarged(margin.max(0.0)).moved(&inverse), &mut others);
        for &other in &others {
            let from = points.len();
            one(&solid, &b.triangles()[other as usize], b, pose, margin, work, points);
            // The first's neighbours have their say as well.
            if points.get(from).is_some_and(|point| !a.pushes(first, point.normal)) {
                points.truncate(from);
            }
        }
    }
    (work.near, work.others) = (near, others);
    settle(points, start, work);
    let reach = a.bounds().high - a.bounds().low;
    by_normal(points, start, reach.norm_max(), work);
}

fn one(
    solid: &Solid,
    triangle: &Triangle,
    mesh: &Mesh,
    pose: &Pose,
    margin: f64,
    work: &mut Workspace,
    points: &mut Vec<Point>,
) {
    let start = points.len();
    let other = Solid { core: Core::Triangle(triangle), radius: 0.0 };
    let mut overlapping = false;
    // Amid a flat surface, the face alone can push.
    let sure = triangle.edges.iter().all(|&edge| mesh.is_flat_edge(edge));
    if !sure {
        convex::all(solid, &other, pose, margin, work, points);
        if points.len() == start {
            return;
        }
        let point = &points[start];
        let out = -pose.rotation.transpose_mul(point.normal);
        // A lone nearest point under a face is beside the triangle: the neighbour's matter.
        let beside = point.feature == feature::NEAREST && triangle.normal.dot(out) > 1.0 - 1e-12;
        if !beside && mesh.pushes(triangle, out) {
            return real(triangle, mesh, start, points);
        }
        overlapping = point.gap + solid.radius < 0.0;
        points.truncate(start);
    }
    // Not the triangle's own edge: if anything, its face pushes, unless the shape is so deep that this is another side's
    // matter.
    let pair = Pair { a: solid, b: &other, pose, size: solid.size() + other.size() };
    let deepest = solid.radius - DEEPEST * solid.size();
    let face = axis(&pair, triangle.normal);
    if face.separation < margin + solid.radius && face.separation > deepest {
        convex::overlap(&pair, &face, margin, work, points);
        if points.len() > start {
            real(triangle, mesh, start, points);
            if !sure {
                loosen(points, start, work);
            }
            return;
        }
    }
    // Across a corner that is inside the shape, the best of a few directions will do.
    if overlapping {
        let mut best = Axis { normal: Vector3::Z, separation: deepest };
        mesh.slopes(triangle, &mut |out| {
            let other = axis(&pair, out);
            if other.separation > best.separation {
                best = other;
            }
        });
        if best.separation > deepest {
            convex::nearest(&pair, &best, None, margin, points);
            loosen(points, start, work);
        }
    }
}

/// Takes points aside whose direction is a guess.
fn loosen(points: &mut Vec<Point>, start: usize, work: &mut Workspace) {
    let gap = points[start..].iter().fold(f64::INFINITY, |least, point| point.gap.min(least));
    if gap < f64::INFINITY {
        work.shallowest = work.shallowest.max(gap);
    }
    work.loose.extend(points.drain(start..));
}

/// Brings back those that are not much deeper than the sure ones, or without any, than the shallowest of them.
fn settle(points: &mut Vec<Point>, start: usize, work: &mut Workspace) {
    let sure = points[start..].iter().fold(f64::INFINITY, |least, point| point.gap.min(least));
    let limit = 4.0 * if sure < f64::INFINITY { sure } else { work.shallowest }.min(0.0);
    points.extend(work.loose.drain(..).filter(|point| point.gap >= limit));
    work.shallowest = f64::NEG_INFINITY;
}

/// The axis along which a mesh would push that way, in the shape's frame.
fn axis(pair: &Pair, out: Vector3) -> Axis {
    let normal = -(pair.pose.rotation * out);
    Axis { normal, separation: pair.separation(normal) }
}

/// Leaves out corners of a patch that exist only because a flat surface is cut into triangles.
fn real(triangle: &Triangle, mesh: &Mesh, start: usize, points: &mut Vec<Point>) {
    let mut kept = start;
    for k in start..points.len() {
        let number = points[k].feature;
        let seam = (0..3).any(|i| {
            mesh.is_flat_edge(triangle.edges[i]) && feature::is_crossing_with(number, triangle.edges[i])
                || mesh.is_flat_vertex(triangle.vertices[i])
                    && feature::is_vertex_of_second(number, triangle.vertices[i])
        });
        if !seam {
            points[kept] = points[k];
            kept += 1;
        }
    }
    points.truncate(kept);
}

/// A ball at the origin.
fn sphere(radius: f64, t: &Triangle, index: u32, mesh: &Mesh, pose: &Pose, margin: f64, points: &mut Vec<Point>) {
    let centre = pose.inverse_point(Vector3::ZERO);
    let height = (centre - t.corners[0]).dot(t.normal);
    let inward = |k: usize| {
        let edge = t.corners[(k + 1) % 3] - t.corners[k];
        t.normal.cross(edge).dot(centre - t.corners[k])
    };
    let (out, distance, number) = if (0..3).all(|k| inward(k) >= 0.0) {
        if height < -radius {
            return;
        }
        (t.normal, height, feature::vertex(index, true))
    } else {
        let nearest = |k: usize| {
            let (from, edge) = (t.corners[k], t.corners[(k + 1) % 3] - t.corners[k]);
            let along = ((centre - from).dot(edge) / edge.norm_squared()).clamp(0.0, 1.0);
            (centre - from - edge * along, along)
        };
        let all = [nearest(0), nearest(1), nearest(2)];
        let square = |k: &usize| all[*k].0.norm_squared();
        let k = (0..3).min_by(|i, j| square(i).total_cmp(&square(j))).unwrap_or(0);
        let Some(out) = all[k].0.unit() else { return };
        if !mesh.pushes(t, out) {
            return;
        }
        let number = if all[k].1 <= 0.0 {
            feature::crossing(1, t.vertices[k])
        } else if all[k].1 >= 1.0 {
            feature::crossing(1, t.vertices[(k + 1) % 3])
        } else {
            feature::crossing(0, t.edges[k])
        };
        (out, all[k].0.norm(), number)
    };
    let gap = distance - radius;
    if gap < margin {
        let normal = -(pose.rotation * out);
        points.push(Point::between(number, normal * radius, normal, gap));
    }
}

/// Points with one normal make one patch, whatever triangles they come from.
fn by_normal(points: &mut Vec<Point>, start: usize, size: f64, work: &mut Workspace) {
    let mut rest = std::mem::take(&mut work.rest);
    let mut group = std::mem::take(&mut work.group);
    rest.clear();
    rest.extend(points.drain(start..));
    while let Some(first) = rest.first() {
        let normal = first.normal;
        group.clear();
        rest.retain(|point| {
            let same = point.normal.dot(normal) > 1.0 - 1e-12;
            if same {
                group.push(*point);
            }
            !same
        });
        reduction::hull(&mut group, 0, 1e-6 * size, &mut work.chain);
        points.extend_from_slice(&group);
    }
    (work.rest, work.group) = (rest, group);
}
