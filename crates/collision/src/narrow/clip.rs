//! Where two patches lie over each other, seen along the normal.

use super::patch::{MOST, Patch};
use super::{Point, basis, feature};
use stiction_linalg::space::Vector3;

/// A point of a clipped patch: two coordinates across the normal, and the height along it.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    u: f64,
    v: f64,
    height: f64,
    feature: u32,
    /// The edge that leaves it, as a number of the clipped patch, or that plus `SIDE` for a side that clipped it.
    edge: usize,
}

const SIDE: usize = 1000;

/// A patch before and after a cut.
pub(super) type Buffers = [[Spot; 2 * MOST]; 2];

/// Made once: filling them takes longer than a cut.
pub(super) fn buffers() -> Box<Buffers> {
    Box::new([[Spot { u: 0.0, v: 0.0, height: 0.0, feature: 0, edge: 0 }; 2 * MOST]; 2])
}

fn length(u: f64, v: f64) -> f64 {
    (u * u + v * v).sqrt()
}

/// What both sides of a pair have in common.
pub(super) struct Seen {
    /// From the first to the second.
    pub normal: Vector3,
    /// The shapes' radii about the patches.
    pub radii: [f64; 2],
    pub margin: f64,
    /// Lengths below this are rounding.
    pub tolerance: f64,
}

/// Adds the corners of the overlap whose gap is below the margin, in their order around it.
pub(super) fn overlap(first: &Patch, second: &Patch, seen: &Seen, buffers: &mut Buffers, points: &mut Vec<Point>) {
    let (t, s) = basis(seen.normal);
    let spot = |p: Vector3| (p.dot(t), p.dot(s), p.dot(seen.normal));
    let mut emit = |u: f64, v: f64, low: f64, high: f64, feature: u32| {
        let (low, high) = (low + seen.radii[0], high - seen.radii[1]);
        let gap = high - low;
        if gap < seen.margin {
            let position = t * u + s * v + seen.normal * (0.5 * (low + high));
            points.push(Point { feature, position, normal: seen.normal, gap });
        }
    };
    match (first.points().len(), second.points().len()) {
        (0, _) | (_, 0) => {}
        (1 | 2, 1 | 2) => thin(first, second, seen, &spot, &mut emit),
        (3.., _) => clip(second, first, false, seen, buffers, &spot, &mut emit),
        (_, 3..) => clip(first, second, true, seen, buffers, &spot, &mut emit),
    }
}

type Place<'a> = &'a dyn Fn(Vector3) -> (f64, f64, f64);

/// Points and segments against each other.
fn thin(a: &Patch, b: &Patch, seen: &Seen, spot: Place, emit: &mut dyn FnMut(f64, f64, f64, f64, u32)) {
    let ends = |patch: &Patch| {
        let points = patch.points();
        [spot(points[0]), spot(points[points.len() - 1])]
    };
    let ([p, q], [r, s]) = (ends(a), ends(b));
    let (a_long, b_long) = ((q.0 - p.0, q.1 - p.1), (s.0 - r.0, s.1 - r.1));
    let (a_square, b_square) = (a_long.0 * a_long.0 + a_long.1 * a_long.1, b_long.0 * b_long.0 + b_long.1 * b_long.1);
    let cross = a_long.0 * b_long.1 - a_long.1 * b_long.0;
    let tiny = seen.tolerance * seen.tolerance;
    let at = |x: (f64, f64, f64), y: (f64, f64, f64), t: f64| {
        (x.0 + (y.0 - x.0) * t, x.1 + (y.1 - x.1) * t, x.2 + (y.2 - x.2) * t)
    };
    if a_square > tiny && b_square > tiny && cross * cross > 1e-12 * a_square * b_square {
        let (du, dv) = (r.0 - p.0, r.1 - p.1);
        let (i, j) = ((du * b_long.1 - dv * b_long.0) / cross, (du * a_long.1 - dv * a_long.0) / cross);
        let (loose_a, loose_b) = (seen.tolerance / a_square.sqrt(), seen.tolerance / b_square.sqrt());
        let within = |t: f64, loose: f64| t >= -loose && t <= 1.0 + loose;
        if within(i, loose_a) && within(j, loose_b) {
            let (x, y) = (at(p, q, i), at(r, s, j));
            emit(x.0, x.1, x.2, y.2, feature::crossing(a.edges[0], b.edges[0]));
        }
        return;
    }
    // Parallel, or a point: along the longer one, where both are.
    let swap = b_square > a_square;
    let ([p, q], [r, s], square) = if swap { ([r, s], [p, q], b_square) } else { ([p, q], [r, s], a_square) };
    let long = (q.0 - p.0, q.1 - p.1);
    let (long_patch, short_patch) = if swap { (b, a) } else { (a, b) };
    let number = |patch: &Patch, k: usize, of_long: bool| {
        feature::vertex(patch.vertices[k.min(patch.points().len() - 1)], of_long == swap)
    };
    let along = |x: (f64, f64, f64)| ((x.0 - p.0) * long.0 + (x.1 - p.1) * long.1) / square;
    let across = |x: (f64, f64, f64)| ((x.0 - p.0) * long.1 - (x.1 - p.1) * long.0) / square.sqrt();
    if square <= tiny {
        if length(p.0 - r.0, p.1 - r.1) <= seen.tolerance.max(1e-9 * (p.0 - r.0).abs()) {
            emit(p.0, p.1, if swap { r.2 } else { p.2 }, if swap { p.2 } else { r.2 }, number(long_patch, 0, true));
        }
        return;
    }
    let loose = seen.tolerance / square.sqrt();
    let wide = 10.0 * seen.tolerance + 1e-6 * length(r.0 - s.0, r.1 - s.1);
    if across(r).abs() > wide && across(s).abs() > wide {
        return;
    }
    let short_square = (s.0 - r.0).powi(2) + (s.1 - r.1).powi(2);
    for (k, x) in [r, s].into_iter().enumerate().take(if short_square > tiny { 2 } else { 1 }) {
        let t = along(x);
        if t >= -loose && t <= 1.0 + loose {
            let y = at(p, q, t);
            let (low, high) = if swap { (x.2, y.2) } else { (y.2, x.2) };
            emit(x.0, x.1, low, high, number(short_patch, k, false));
        }
    }
    if short_square > tiny {
        let (from, to) = (along(r), along(s));
        for (k, x) in [p, q].into_iter().enumerate() {
            let t = (k as f64 - from) / (to - from);
            let short_loose = seen.tolerance / short_square.sqrt();
            if t > short_loose && t < 1.0 - short_loose {
                let y = at(r, s, t);
                let (low, high) = if swap { (y.2, x.2) } else { (x.2, y.2) };
                emit(x.0, x.1, low, high, number(long_patch, k, true));
            }
        }
    }
}

/// A patch clipped by the sides of a face (Sutherland and Hodgman); `swapped`: the face is of the second shape.
fn clip(
    patch: &Patch,
    face: &Patch,
    swapped: bool,
    seen: &Seen,
    buffers: &mut Buffers,
    spot: Place,
    emit: &mut dyn FnMut(f64, f64, f64, f64, u32),
) {
    let mut count = patch.points().len();
    for (k, point) in patch.points().iter().enumerate() {
        let (u, v, height) = spot(*point);
        let number = feature::vertex(patch.vertices[k], !swapped);
        buffers[0][k] = Spot { u, v, height, feature: number, edge: k };
    }
    let closed = count > 2;
    let sides = face.points().len();
    let mut corners = [(0.0, 0.0, 0.0); MOST];
    for (k, point) in face.points().iter().enumerate() {
        corners[k] = spot(*point);
    }
    // Which way round the face is seen.
    let up = face.normal.dot(seen.normal);
    let turn = if up > 0.0 { 1.0 } else { -1.0 };
    let mut now = 0;
    for side in 0..sides {
        let (from, to) = (corners[side], corners[(side + 1) % sides]);
        let (eu, ev) = (to.0 - from.0, to.1 - from.1);
        let long = length(eu, ev);
        if long <= 1e-3 * seen.tolerance {
            continue;
        }
        let (iu, iv) = (-turn * ev / long, turn * eu / long);
        let inward = |x: &Spot| iu * (x.u - from.0) + iv * (x.v - from.1);
        let (source, target) = if now == 0 {
            let (a, b) = buffers.split_at_mut(1);
            (&a[0], &mut b[0])
        } else {
            let (a, b) = buffers.split_at_mut(1);
            (&b[0], &mut a[0])
        };
        let mut kept = 0;
        let cut = |x: &Spot, y: &Spot, dx: f64, dy: f64, label: usize| {
            let t = dx / (dx - dy);
            let number = if label >= SIDE {
                // Two sides of the face meet: its own corner.
                let other = label - SIDE;
                let corner = if (other + 1) % sides == side { side } else { (side + 1) % sides };
                feature::vertex(face.vertices[corner], swapped)
            } else {
                let (mine, theirs) = (patch.edges[label], face.edges[side]);
                if swapped { feature::crossing(mine, theirs) } else { feature::crossing(theirs, mine) }
            };
            Spot {
                u: x.u + (y.u - x.u) * t,
                v: x.v + (y.v - x.v) * t,
                height: x.height + (y.height - x.height) * t,
                feature: number,
                edge: label,
            }
        };
        let last = if closed || count < 2 { count } else { count - 1 };
        let mut distance = if count > 0 { inward(&source[0]) } else { 0.0 };
        let start = distance;
        for k in 0..count {
            let next = (k + 1) % count;
            let (x, y) = (source[k], source[next]);
            let (dx, dy) = (distance, if next == 0 { start } else { inward(&y) });
            distance = dy;
            let (inside, inside_next) = (dx >= -seen.tolerance, dy >= -seen.tolerance);
            if inside && kept < 2 * MOST {
                target[kept] = x;
                kept += 1;
            }
            if k < last && inside != inside_next && kept < 2 * MOST {
                let mut crossing = cut(&x, &y, dx, dy, x.edge);
                // Leaving: the way goes on along the side.
                if inside && closed {
                    crossing.edge = SIDE + side;
                }
                target[kept] = crossing;
                kept += 1;
            }
        }
        count = kept;
        now = 1 - now;
        if count == 0 {
            return;
        }
    }
    let (gu, gv) = {
        let (t, s) = basis(seen.normal);
        (face.normal.dot(t) / up, face.normal.dot(s) / up)
    };
    for x in &buffers[now][..count] {
        let height = corners[0].2 - gu * (x.u - corners[0].0) - gv * (x.v - corners[0].1);
        if swapped {
            emit(x.u, x.v, x.height, height, x.feature);
        } else {
            emit(x.u, x.v, height, x.height, x.feature);
        }
    }
}
