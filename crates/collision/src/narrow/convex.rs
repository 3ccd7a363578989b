//! Two convex shapes.

use super::axis::{Axis, Pair};
use super::clip::{self, Seen};
use super::gjk::{self, Nearest};
use super::penetration;
use super::reduction;
use super::solid::Solid;
use super::{Point, Workspace, feature};
use stiction_linalg::space::Pose;

/// Shapes that overlap by less than this part of their size rest on a face if they lie on it.
const RESTING: f64 = 1e-10;

/// Shapes that overlap by more than this part of their size are never taken to rest on a face at first sight.
const DEEP: f64 = 1e-3;

/// Faces pressed into each other: of how deep they are, their patch shows this share at least; and it is so many times as wide, while
/// no corner is farther apart than so many times.
const SHOWN: f64 = 0.5;
const WIDE: f64 = 100.0;
const LIFTED: f64 = 10.0;

/// Adds the contact points of two convex shapes, the second's pose in the first's frame; all have one normal.
pub(super) fn touch(a: &Solid, b: &Solid, pose: &Pose, margin: f64, work: &mut Workspace, points: &mut Vec<Point>) {
    let start = points.len();
    all(a, b, pose, margin, work, points);
    reduction::thin_out(points, start, 1e-6 * (a.size() + b.size()));
}

/// The same with all corners of the patch, also those in line with others.
pub(super) fn all(a: &Solid, b: &Solid, pose: &Pose, margin: f64, work: &mut Workspace, points: &mut Vec<Point>) {
    let pair = Pair { a, b, pose, size: a.size() + b.size() };
    let reach = margin + a.radius + b.radius;
    let best = (a.is_small() && b.is_small()).then(|| pair.of_all());
    let face = best.as_ref().map_or_else(|| pair.of_faces(), |best| best.face);
    if pressed(&pair, &face, margin, work, points) {
        return;
    }
    let mut known = None;
    if let Some(best) = best {
        let axis = best.chosen(pair.size);
        // NaN comes from poses that are no poses; they touch nothing.
        if !(axis.separation < reach) || flat(&pair, &axis, margin, work, points) {
            return;
        }
        if axis.separation <= 0.0 {
            return nearest(&pair, &axis, None, margin, points);
        }
        known = Some(axis);
    }
    if known.is_none() {
        if !(face.separation < reach) {
            return;
        }
        // What lies flat on a face is done: nothing is nearer than the separation, and the face shows it. Shapes that
        // overlap might still part sideways, unless the patch is far wider than they are deep.
        let start = points.len();
        if face.separation > -DEEP * pair.size && flat(&pair, &face, margin, work, points) {
            let depth = -face.separation;
            if depth <= RESTING * pair.size || reduction::is_wide(&points[start..], WIDE * depth) {
                return;
            }
            points.truncate(start);
        }
    }
    let mut found = match gjk::nearest(a, b, pose, pair.size) {
        // A walk that went astray shows: its direction does not part the shapes by the distance found.
        Some(found) if pair.separation(found.normal) >= (found.second - found.first).norm() - 1e-7 * pair.size => {
            // Far more than the margin apart: no need for the last digits.
            if pair.separation(found.normal) > reach + 1e-6 * pair.size {
                return;
            }
            found
        }
        _ => work.penetration.guess(&pair),
    };
    let mut axis = pair.near(found.normal);
    let curved = !(a.is_polytope() && b.is_polytope());
    let distance = (found.second - found.first).norm();
    let close = distance < 1e-2 * pair.size;
    // Apart, and by no more than the axis says: nothing to gain.
    let sure = if curved { 1e-10 } else { 1e-14 };
    let proved = axis.separation > 0.0 && distance - axis.separation <= sure * pair.size;
    for _ in 0..if proved {
        0
    } else if curved {
        3
    } else {
        usize::from(close)
    } {
        let better = penetration::ascend(&pair, axis.normal, axis.separation);
        let next = pair.near(better.normal);
        let gained = next.separation - axis.separation;
        if gained >= 0.0 {
            (found, axis) = (better, next);
        }
        if !(gained > 1e-14 * pair.size) {
            break;
        }
    }
    let axis = known.filter(|known| known.separation > axis.separation).unwrap_or(axis);
    if axis.separation < reach && !flat(&pair, &axis, margin, work, points) {
        nearest(&pair, &axis, Some(&found), margin, points);
    }
}

/// Faces that are pressed into each other a little touch in all of their patch, though where one reaches beyond the other an edge
/// may part them by a hair less: whoever took its axis would go from the patch to one point and back with the least tilt.
fn pressed(pair: &Pair, face: &Axis, margin: f64, work: &mut Workspace, points: &mut Vec<Point>) -> bool {
    let gap = face.separation - pair.a.radius - pair.b.radius;
    if !(gap < -RESTING * pair.size && gap > -DEEP * pair.size) {
        return false;
    }
    let start = points.len();
    overlap(pair, face, margin.min(-LIFTED * gap), work, points);
    let deepest = points[start..].iter().fold(0.0_f64, |deepest, point| deepest.min(point.gap));
    let holds = deepest <= SHOWN * gap && reduction::encloses(&points[start..], -WIDE * gap);
    points.truncate(start);
    if holds {
        overlap(pair, face, margin, work, points);
    }
    holds
}

/// The overlap of the features along an axis; false, and nothing added, if it does not hold the nearest points.
pub(super) fn flat(pair: &Pair, axis: &Axis, margin: f64, work: &mut Workspace, points: &mut Vec<Point>) -> bool {
    let start = points.len();
    let gap = overlap(pair, axis, margin, work, points);
    let holds = points[start..].iter().any(|point| point.gap <= gap + 1e-12 * pair.size);
    if !holds {
        points.truncate(start);
    }
    holds
}

/// The overlap of the features along an axis, whatever it holds; gives the least gap that there can be.
pub(super) fn overlap(pair: &Pair, axis: &Axis, margin: f64, work: &mut Workspace, points: &mut Vec<Point>) -> f64 {
    let start = points.len();
    let normal = axis.normal;
    pair.a.patch(normal, &mut work.first);
    pair.b.patch(-pair.pose.rotation.transpose_mul(normal), &mut work.second);
    work.second.transform(pair.pose);
    let seen = Seen { normal, radii: [pair.a.radius, pair.b.radius], margin, tolerance: 1e-9 * pair.size };
    clip::overlap(&work.first, &work.second, &seen, &mut work.spots, points);
    let gap = axis.separation - pair.a.radius - pair.b.radius;
    for point in &mut points[start..] {
        // Nothing is nearer along the normal; what seems so lies outside by the tolerance.
        point.gap = point.gap.max(gap);
    }
    gap
}

/// The one point where the shapes are nearest.
pub(super) fn nearest(pair: &Pair, axis: &Axis, found: Option<&Nearest>, margin: f64, points: &mut Vec<Point>) {
    let gap = axis.separation - pair.a.radius - pair.b.radius;
    if !(gap < margin) {
        return;
    }
    let n = axis.normal;
    let support = pair.a.support(n);
    let other = pair.pose.point(pair.b.support(-pair.pose.rotation.transpose_mul(n)));
    let close = 1e-5 * pair.size;
    let first = match found {
        // A support point is exact where it is the only one.
        Some(found) if (found.first - support).norm_max() < close => support,
        Some(found) if (found.second - other).norm_max() < close => other - n * axis.separation,
        Some(found) => found.first,
        None => (support + other - n * axis.separation) * 0.5,
    };
    points.push(Point::between(feature::NEAREST, first + n * pair.a.radius, n, gap));
}
