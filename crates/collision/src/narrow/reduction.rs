//! Fewer points with the same support: the corners of a patch's convex hull.

use super::{Point, basis};
use stiction_linalg::space::Vector3;

/// Points that a patch may have.
const MOST: usize = 8;

/// Gaps that differ by less than this part of the tolerance are equal.
const NOISE: f64 = 1e-6;

/// Thins out points with one normal that run around their patch: no doubles, none in line with its neighbours, at most
/// eight; the deepest stays.
pub(super) fn thin_out(points: &mut Vec<Point>, start: usize, tolerance: f64) {
    if points.len() <= start + 1 {
        return;
    }
    let (t, s) = basis(points[start].normal);
    let flat = |p: &Point, q: &Point| {
        let d = q.position - p.position;
        (d.dot(t), d.dot(s))
    };
    let mut from = start;
    while points.len() > start + 1 {
        let count = points.len() - start;
        let deepest = deepest(&points[start..]);
        let mut drop = None;
        let mut least = (f64::INFINITY, start);
        for k in (from - start)..count {
            let (p, q, r) =
                (&points[start + (k + count - 1) % count], &points[start + k], &points[start + (k + 1) % count]);
            let ((ax, ay), (bx, by)) = (flat(p, q), flat(q, r));
            if ax * ax + ay * ay <= tolerance * tolerance {
                // A double: the deeper one stays.
                let previous = (k + count - 1) % count;
                drop = Some(if previous == deepest && k != deepest {
                    k
                } else if k == deepest {
                    previous
                } else {
                    k
                });
                break;
            }
            if count == 2 {
                break;
            }
            let area = (ax * by - ay * bx).abs();
            let chord = ((ax + bx) * (ax + bx) + (ay + by) * (ay + by)).sqrt();
            let between = ax * bx + ay * by >= 0.0;
            if between && area <= tolerance * chord && (k != deepest || q.gap > p.gap.min(r.gap) - NOISE * tolerance) {
                drop = Some(k);
                break;
            }
            if k != deepest && area < least.0 {
                least = (area, k);
            }
        }
        match drop {
            Some(k) => {
                points.remove(start + k);
                from = start;
            }
            None if count > MOST => {
                points.remove(start + least.1);
                from = start;
            }
            None => break,
        }
    }
}

fn deepest(points: &[Point]) -> usize {
    let mut best = 0;
    for (k, point) in points.iter().enumerate() {
        if point.gap < points[best].gap {
            best = k;
        }
    }
    best
}

/// The same for points in any order: first those of their convex hull, in order (Andrew's chain).
pub(super) fn hull(points: &mut Vec<Point>, start: usize, tolerance: f64, chain: &mut Vec<Point>) {
    if points.len() <= start + 1 {
        return;
    }
    let (t, s) = basis(points[start].normal);
    let place = |p: &Point| (p.position.dot(t), p.position.dot(s));
    points[start..].sort_unstable_by(|p, q| {
        let ((a, b), (c, d)) = (place(p), place(q));
        a.total_cmp(&c).then(b.total_cmp(&d)).then(p.gap.total_cmp(&q.gap)).then(p.feature.cmp(&q.feature))
    });
    let lowest = points[start + deepest(&points[start..])];
    let turn = |p: &Point, q: &Point, r: &Point| {
        let ((a, b), (c, d), (e, f)) = (place(p), place(q), place(r));
        (c - a) * (f - b) - (d - b) * (e - a)
    };
    chain.clear();
    let count = points.len() - start;
    for pass in 0..2 {
        let floor = chain.len();
        for step in 0..count {
            let point = points[start + if pass == 0 { step } else { count - 1 - step }];
            let doubled = chain.len() > floor
                && chain.last().is_some_and(|last| (last.position - point.position).norm() <= tolerance);
            if doubled {
                if let Some(last) = chain.last_mut()
                    && point.gap < last.gap
                {
                    *last = point;
                }
                continue;
            }
            while chain.len() >= floor + 2 && turn(&chain[chain.len() - 2], &chain[chain.len() - 1], &point) <= 0.0 {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
    }
    // The deepest point lies inside where shapes are round: it is kept beside its nearest corner.
    if !chain.iter().any(|point| point.gap <= lowest.gap + NOISE * tolerance) {
        let distance = |p: &Point| (p.position - lowest.position).norm_squared();
        let at = (0..chain.len()).min_by(|&i, &j| distance(&chain[i]).total_cmp(&distance(&chain[j]))).unwrap_or(0);
        chain.insert(at, lowest);
    }
    points.truncate(start);
    if chain.is_empty() {
        points.push(lowest);
    } else {
        points.extend_from_slice(chain);
    }
    thin_out(points, start, tolerance);
}

/// The largest distance of a point from the first: the size of a patch.
pub(super) fn spread(points: &[Point]) -> f64 {
    let first = points.first().map_or(Vector3::ZERO, |point| point.position);
    points.iter().fold(0.0, |largest, point| (point.position - first).norm_max().max(largest))
}

/// Whether points around a patch, all in contact, enclose one that is wider than a length.
pub(super) fn is_wide(points: &[Point], width: f64) -> bool {
    points.iter().all(|point| point.gap <= 0.0) && encloses(points, width)
}

/// Whether points around a patch enclose one that is wider than a length.
pub(super) fn encloses(points: &[Point], width: f64) -> bool {
    let Some(first) = points.first() else { return false };
    let from = |k: usize| points[k].position - first.position;
    let area = (1..points.len().saturating_sub(1)).fold(Vector3::ZERO, |sum, k| sum + from(k).cross(from(k + 1)));
    0.5 * area.norm() > width * spread(points)
}
