//! All slips of one contact in space.
//!
//! A slip along the unit vector `d` has `p = p_n (1, −μ d)` with `p_n g(d) = −b_n`, `g(d) = W_nn − μ W_nt d`, and its
//! velocity `u_t = p_n (W_tn − μ W_tt d) + b_t` must be along `d`. The vector product of the two, times `g`, is
//!
//! ```text
//! f(d) = −b_n (W_tn − μ W_tt d) × d + g(d) (b_t × d) = 0,
//! ```
//!
//! quadratic in `d = (cos θ, sin θ)`: a quartic in `tan θ/2`. It is the quartic of the slip speed (Bonnefon and Daviet
//! 2011) in another variable, and needs no inverse of a block of `W`, which may here be indefinite.

use super::dense_problem::DenseProblem;

/// Angles from which the one is chosen at which the substitution has its pole.
const ROTATIONS: usize = 16;
/// Values below this share of the largest coefficient are zeros.
const ZERO: f64 = 1e-13;

/// The candidates for slips, and whether they are all.
pub(super) struct Slips {
    /// Impulses, each with whether its direction determines it.
    pub impulses: Vec<([f64; 3], bool)>,
    pub complete: bool,
}

/// The slips of the only contact of a problem.
pub(super) fn slips(problem: &DenseProblem, friction: f64) -> Slips {
    let w = |i: usize, j: usize| problem.matrix[(i, j)];
    let b = &problem.vector;
    // f = a c + e s + q_cc c² + q_cs c s + q_ss s².
    let linear = [b[0] * w(2, 0) - w(0, 0) * b[2], w(0, 0) * b[1] - b[0] * w(1, 0)];
    let square = [
        friction * (w(0, 1) * b[2] - b[0] * w(2, 1)),
        friction * (b[0] * (w(1, 1) - w(2, 2)) - w(0, 1) * b[1] + w(0, 2) * b[2]),
        friction * (b[0] * w(1, 2) - w(0, 2) * b[1]),
    ];
    let f = |c: f64, s: f64| linear[0] * c + linear[1] * s + square[0] * c * c + square[1] * c * s + square[2] * s * s;
    let size = linear.iter().chain(&square).fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let mut angles: Vec<f64> = Vec::new();
    let spread = std::f64::consts::TAU / ROTATIONS as f64;
    let decided = size > ZERO;
    if decided {
        let value = |k: &usize| {
            let (s, c) = (*k as f64 * spread).sin_cos();
            f(c, s).abs()
        };
        let pole = (0..ROTATIONS).max_by(|a, b| value(a).total_cmp(&value(b))).unwrap_or(0) as f64 * spread;
        let turn = pole - std::f64::consts::PI;
        let (sine, cosine) = turn.sin_cos();
        // c and s times 1 + t², as polynomials in t.
        let c = [cosine, -2.0 * sine, -cosine];
        let s = [sine, 2.0 * cosine, -sine];
        let one = [1.0, 0.0, 1.0];
        let mut quartic = [0.0; 5];
        let terms = [
            (linear[0], &c, &one),
            (linear[1], &s, &one),
            (square[0], &c, &c),
            (square[1], &c, &s),
            (square[2], &s, &s),
        ];
        for (factor, first, second) in terms {
            for i in 0..3 {
                for j in 0..3 {
                    quartic[i + j] += factor * first[i] * second[j];
                }
            }
        }
        angles.extend(real_roots(&quartic).into_iter().map(|t| turn + 2.0 * t.atan()));
    } else {
        // Every direction passes: look at some of them.
        angles.extend((0..ROTATIONS).map(|k| k as f64 * spread));
    }
    // Where nothing prefers a direction, friction alone would have to push along the slip, which it does not.
    let isotropic = [w(0, 1), w(0, 2), w(1, 0), w(2, 0), w(1, 2), w(2, 1), w(1, 1) - w(2, 2), b[1], b[2]];
    let isotropic = isotropic.iter().all(|value| value.abs() <= ZERO) && w(0, 0) > ZERO && w(1, 1) > ZERO;
    let mut impulses: Vec<([f64; 3], bool)> = Vec::new();
    let edges = indifferent(problem, friction);
    let edges = edges.into_iter().filter_map(|angle| indifferent_impulse(problem, friction, angle));
    let roots = angles.into_iter().filter_map(|angle| impulse(problem, friction, angle));
    for (impulse, unique) in edges.chain(roots) {
        let same = |other: &([f64; 3], bool)| {
            (0..3).all(|k| (other.0[k] - impulse[k]).abs() <= 1e-9 * (1.0 + impulse[k].abs()))
        };
        if !impulses.iter().any(same) {
            impulses.push((impulse, unique && decided));
        }
    }
    Slips { impulses, complete: decided || isotropic }
}

/// The impulse of a slip along an angle, and whether that determines it.
fn impulse(problem: &DenseProblem, friction: f64, angle: f64) -> Option<([f64; 3], bool)> {
    let (s, c) = angle.sin_cos();
    let (w, b) = (&problem.matrix, &problem.vector);
    let normal = -b[0] / (w[(0, 0)] - friction * (w[(0, 1)] * c + w[(0, 2)] * s));
    normal.is_finite().then(|| (along_edge(friction, normal, c, s), true))
}

/// Where the normal row has no free velocity, it must be indifferent to the impulse: the angles with `g(d) = 0`.
fn indifferent(problem: &DenseProblem, friction: f64) -> Vec<f64> {
    let w = &problem.matrix;
    let (x, y) = (friction * w[(0, 1)], friction * w[(0, 2)]);
    let ratio = w[(0, 0)] / x.hypot(y);
    // Also where there is no ratio at all.
    let meets = ratio.abs() <= 1.0 + 1e-12;
    if problem.vector[0].abs() > ZERO || !meets {
        return Vec::new();
    }
    let (middle, half) = (y.atan2(x), ratio.clamp(-1.0, 1.0).acos());
    vec![middle + half, middle - half]
}

/// The impulse of a slip along an angle at which the normal row is indifferent: the tangents decide, or nothing does.
fn indifferent_impulse(problem: &DenseProblem, friction: f64, angle: f64) -> Option<([f64; 3], bool)> {
    let (s, c) = angle.sin_cos();
    let (w, b) = (&problem.matrix, &problem.vector);
    let push = [1, 2].map(|i| w[(i, 0)] - friction * (w[(i, 1)] * c + w[(i, 2)] * s));
    let (across, along) = (push[0] * s - push[1] * c, push[0] * c + push[1] * s);
    let (free_across, free_along) = (b[1] * s - b[2] * c, b[1] * c + b[2] * s);
    let (normal, unique) = if across.abs() > ZERO || free_across.abs() > ZERO {
        (-free_across / across, true)
    } else if along >= 0.0 {
        // All impulses along this edge of the cone slide so, as far as they do not stop the slip.
        (1.0, false)
    } else {
        (-0.5 * free_along / along, false)
    };
    (normal.is_finite() && normal > 0.0).then(|| (along_edge(friction, normal, c, s), unique))
}

fn along_edge(friction: f64, normal: f64, c: f64, s: f64) -> [f64; 3] {
    [normal, -friction * normal * c, -friction * normal * s]
}

/// The real roots of a polynomial (constant first), each once: between neighbouring roots of its derivative there is at
/// most one, and those themselves may be double roots.
pub(super) fn real_roots(polynomial: &[f64]) -> Vec<f64> {
    let size = polynomial.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let mut degree = polynomial.len() - 1;
    while degree > 0 && polynomial[degree].abs() <= 1e-15 * size {
        degree -= 1;
    }
    let polynomial = &polynomial[..=degree];
    if degree == 0 {
        return Vec::new();
    }
    if degree == 1 {
        return vec![-polynomial[0] / polynomial[1]];
    }
    let derivative: Vec<f64> = polynomial.iter().enumerate().skip(1).map(|(k, c)| k as f64 * c).collect();
    let turns = real_roots(&derivative);
    let value = |t: f64| polynomial.iter().rev().fold(0.0, |sum, c| sum * t + c);
    // Cauchy's bound.
    let bound = 1.0 + size / polynomial[degree].abs();
    let mut roots: Vec<f64> = Vec::new();
    let mut ends = vec![-bound];
    ends.extend(turns.iter().copied().filter(|t| t.abs() < bound));
    ends.push(bound);
    for pair in ends.windows(2) {
        if value(pair[0]) * value(pair[1]) < 0.0 {
            roots.push(bisect(value, pair[0], pair[1]));
        }
    }
    for &turn in &turns {
        let terms: f64 = polynomial.iter().rev().fold(0.0, |sum, c| sum * turn.abs() + c.abs());
        if value(turn).abs() <= ZERO * terms {
            roots.push(turn);
        }
    }
    roots.sort_by(f64::total_cmp);
    roots.dedup_by(|a, b| (*a - *b).abs() <= 1e-12 * (1.0 + b.abs()));
    roots
}

fn bisect(value: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let rising = value(high) > 0.0;
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if (value(middle) > 0.0) == rising { high = middle } else { low = middle }
    }
}

#[cfg(test)]
mod tests {
    use super::real_roots;

    #[test]
    fn roots_of_polynomials_with_known_ones() {
        let cases: [(&[f64], &[f64]); 6] = [
            // (t − 1)(t − 2)(t − 3)(t − 4)
            (&[24.0, -50.0, 35.0, -10.0, 1.0], &[1.0, 2.0, 3.0, 4.0]),
            // t⁴ + 1
            (&[1.0, 0.0, 0.0, 0.0, 1.0], &[]),
            // (t − 1)² (t + 2)
            (&[2.0, -3.0, 0.0, 1.0], &[-2.0, 1.0]),
            // (t² − 1e-6)(t − 1e6)
            (&[1.0, -1e-6, -1e6, 1.0], &[-1e-3, 1e-3, 1e6]),
            (&[-6.0, 2.0, 0.0], &[3.0]),
            (&[5.0], &[]),
        ];
        for (polynomial, expected) in cases {
            let roots = real_roots(polynomial);
            assert_eq!(roots.len(), expected.len(), "{polynomial:?}: {roots:?}");
            for (root, expected) in roots.iter().zip(expected) {
                assert!((root - expected).abs() <= 1e-7 * (1.0 + expected.abs()), "{polynomial:?}: {roots:?}");
            }
        }
    }
}
