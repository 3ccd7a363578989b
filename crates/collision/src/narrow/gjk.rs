//! The nearest points of two convex cores that are apart, by Gilbert, Johnson and Keerthi's walk.
//!
//! For polytopes the walk ends at the nearest features, and the direction is computed from these.

use super::solid::Solid;
use stiction_linalg::space::{Pose, Vector3};

/// The nearest points, in the first's frame.
pub(super) struct Nearest {
    /// From the first to the second.
    pub normal: Vector3,
    pub first: Vector3,
    pub second: Vector3,
}

#[derive(Clone, Copy)]
struct Vertex {
    /// Second minus first.
    w: Vector3,
    first: Vector3,
    second: Vector3,
}

/// None if the cores overlap, or touch within rounding.
pub(super) fn nearest(a: &Solid, b: &Solid, pose: &Pose, size: f64) -> Option<Nearest> {
    let probe = |toward: Vector3| {
        // The second's point nearest to the first along a direction, and the first's nearest to the second.
        let second = pose.point(b.support(-pose.rotation.transpose_mul(toward)));
        let first = a.support(toward);
        Vertex { w: second - first, first, second }
    };
    // Round shapes have no last feature: the rest is left to the candidates of the axis.
    let enough = if a.is_polytope() && b.is_polytope() { 1e-15 } else { 1e-11 };
    let mut simplex = [probe(pose.position.unit().unwrap_or(Vector3::X)); 4];
    let mut count = 1;
    let mut weights = [1.0, 0.0, 0.0, 0.0];
    let mut v = simplex[0].w;
    let mut last = f64::INFINITY;
    let mut before = (simplex, count, weights, v);
    for _ in 0..128 {
        let square = v.norm_squared();
        if square <= (1e-14 * size).powi(2) {
            return None;
        }
        let new = probe(v);
        // No point of the difference is farther towards the origin than v, up to rounding.
        let slack = square - new.w.dot(v);
        let known = simplex[..count].iter().any(|vertex| vertex.w == new.w);
        if square >= last {
            // Rounding has the last word: the step before was better.
            (simplex, count, weights, v) = before;
            break;
        }
        if known || slack <= enough * square {
            break;
        }
        last = square;
        before = (simplex, count, weights, v);
        simplex[count] = new;
        count += 1;
        if !reduce(&mut simplex, &mut count, &mut weights) {
            return None;
        }
        v = (0..count).fold(Vector3::ZERO, |sum, k| sum + simplex[k].w * weights[k]);
    }
    let mix = |f: fn(&Vertex) -> Vector3| (0..count).fold(Vector3::ZERO, |sum, k| sum + f(&simplex[k]) * weights[k]);
    let mut normal = v.unit()?;
    if count == 3 {
        // Better from the plane than from a short difference.
        let plane = (simplex[1].w - simplex[0].w).cross(simplex[2].w - simplex[0].w).unit()?;
        if plane.dot(normal).abs() > 0.999 {
            normal = if plane.dot(normal) > 0.0 { plane } else { -plane };
        }
    }
    Some(Nearest { normal, first: mix(|vertex| vertex.first), second: mix(|vertex| vertex.second) })
}

/// Keeps the vertices whose hull has the point nearest to the origin; false if the origin is inside.
fn reduce(simplex: &mut [Vertex; 4], count: &mut usize, weights: &mut [f64; 4]) -> bool {
    let w = |k: usize| simplex[k].w;
    let (subset, found) = match *count {
        2 => edge(w(0), w(1), [0, 1]),
        3 => triangle(w(0), w(1), w(2), [0, 1, 2]),
        _ => {
            let mut best: Option<(f64, [usize; 3], [f64; 3])> = None;
            for (i, j, k, opposite) in [(0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 3, 1), (1, 2, 3, 0)] {
                let normal = (w(j) - w(i)).cross(w(k) - w(i));
                let inside = normal.dot(w(opposite) - w(i));
                let origin = -normal.dot(w(i));
                // A flat tetrahedron has no inside.
                let flat = inside.abs() <= 1e-14 * normal.norm() * (w(opposite) - w(i)).norm();
                if !flat && origin * inside > 0.0 {
                    continue;
                }
                let (subset, found) = triangle(w(i), w(j), w(k), [i, j, k]);
                let point = (0..3).fold(Vector3::ZERO, |sum, n| sum + w(subset[n]) * found[n]);
                let square = point.norm_squared();
                if best.is_none_or(|(least, ..)| square < least) {
                    best = Some((square, subset, found));
                }
            }
            let Some((_, subset, found)) = best else { return false };
            (subset, found)
        }
    };
    let old = *simplex;
    *count = 0;
    for n in 0..3 {
        if found[n] > 0.0 {
            simplex[*count] = old[subset[n]];
            weights[*count] = found[n];
            *count += 1;
        }
    }
    *count > 0
}

fn edge(a: Vector3, b: Vector3, index: [usize; 2]) -> ([usize; 3], [f64; 3]) {
    let along = b - a;
    let t = (-a.dot(along) / along.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    ([index[0], index[1], index[0]], [1.0 - t, t, 0.0])
}

/// Weights of the point of a triangle nearest to the origin.
fn triangle(a: Vector3, b: Vector3, c: Vector3, index: [usize; 3]) -> ([usize; 3], [f64; 3]) {
    let normal = (b - a).cross(c - a);
    let area = normal.norm_squared();
    let inside = [normal.dot(b.cross(c)), normal.dot(c.cross(a)), normal.dot(a.cross(b))];
    if area > 0.0 && inside.iter().all(|&part| part > 0.0) {
        let sum = inside[0] + inside[1] + inside[2];
        return (index, inside.map(|part| part / sum));
    }
    let point = |(s, f): &([usize; 3], [f64; 3])| {
        let of = |k: usize| {
            if k == index[0] {
                a
            } else if k == index[1] {
                b
            } else {
                c
            }
        };
        (of(s[0]) * f[0] + of(s[1]) * f[1]).norm_squared()
    };
    let edges = [edge(a, b, [index[0], index[1]]), edge(b, c, [index[1], index[2]]), edge(c, a, [index[2], index[0]])];
    let squares = [point(&edges[0]), point(&edges[1]), point(&edges[2])];
    let k = (0..3).min_by(|&i, &j| squares[i].total_cmp(&squares[j])).unwrap_or(0);
    edges[k]
}
