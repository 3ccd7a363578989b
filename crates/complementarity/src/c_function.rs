//! C-functions: scalar functions that vanish exactly where a pair is complementary.
//!
//! # Symbols
//! `a = z − lower`, `b = w`; `φ(a, b) = 0 ⇔ 0 ≤ a ⊥ b ≥ 0`. On a box, `φ(z − l, −φ(u − z, −w))`
//! (Billups 1995) does the same; a free row is `w` itself.

/// The weight of the Fischer–Burmeister part in the penalised function of Chen, Chen and Kanzow.
pub const CCK_WEIGHT: f64 = 0.7;

/// The natural residual of one row: `z − mid(lower, upper, z − w)`; on the orthant, `min(z, w)`.
#[inline]
pub fn natural(z: f64, w: f64, lower: f64, upper: f64) -> f64 {
    // As written, z − (z − w) would round; the cases do not.
    if z - w < lower {
        z - lower
    } else if z - w > upper {
        z - upper
    } else {
        w
    }
}

/// Fischer–Burmeister: `a + b − √(a² + b²)`, without cancellation where both are positive.
#[inline]
pub fn fischer_burmeister(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let squares = a * a + b * b;
    // hypot guards against overflow and underflow, at ten times the cost.
    let length = if (1e-200..1e200).contains(&squares) { squares.sqrt() } else { a.hypot(b) };
    if sum > 0.0 && length > 0.0 { 2.0 * a * (b / (sum + length)) } else { sum - length }
}

/// Penalised Fischer–Burmeister of Chen, Chen and Kanzow, with weight [`CCK_WEIGHT`].
#[inline]
pub fn chen_chen_kanzow(a: f64, b: f64) -> f64 {
    penalised(fischer_burmeister(a, b), a, b)
}

/// The penalised function from the plain one at `(a, b)`.
#[inline]
pub(crate) fn penalised(plain: f64, a: f64, b: f64) -> f64 {
    CCK_WEIGHT * plain + (1.0 - CCK_WEIGHT) * a.max(0.0) * b.max(0.0)
}

/// Extends a C-function of the orthant to one row of a box.
#[inline]
pub fn on_box(phi: impl Fn(f64, f64) -> f64, z: f64, w: f64, lower: f64, upper: f64) -> f64 {
    match (lower.is_finite(), upper.is_finite()) {
        (true, false) => phi(z - lower, w),
        (false, true) => -phi(upper - z, -w),
        (true, true) => phi(z - lower, -phi(upper - z, -w)),
        (false, false) => w,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_exactly_on_complementary_pairs() {
        for phi in [fischer_burmeister, chen_chen_kanzow] {
            for (a, b) in [(0.0, 0.0), (3.0, 0.0), (0.0, 2.0)] {
                assert_eq!(phi(a, b), 0.0);
            }
            for (a, b) in [(1.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (-1.0, 2.0), (1e-9, 1e9)] {
                assert!(phi(a, b) != 0.0, "{a} {b}");
            }
            // A box row: at the lower bound w ≥ 0, at the upper w ≤ 0, between w = 0.
            for (z, w) in [(1.0, 5.0), (2.0, -5.0), (1.5, 0.0), (1.0, 0.0), (2.0, 0.0)] {
                assert!(on_box(phi, z, w, 1.0, 2.0).abs() < 1e-15, "{z} {w}");
                assert_eq!(natural(z, w, 1.0, 2.0), 0.0);
            }
            for (z, w) in [(1.0, -5.0), (2.0, 5.0), (1.5, 0.1), (0.5, 0.0)] {
                assert!(on_box(phi, z, w, 1.0, 2.0).abs() > 1e-3, "{z} {w}");
                assert!(natural(z, w, 1.0, 2.0).abs() > 1e-3);
            }
        }
    }

    #[test]
    fn fischer_burmeister_keeps_its_digits() {
        // a + b − √(a² + b²) → a as b → ∞; computed as written it would be zero here.
        assert!((fischer_burmeister(1e-12, 1e6) - 1e-12).abs() < 1e-26);
    }

    #[test]
    fn the_penalised_function_matches_its_definition() {
        let (a, b): (f64, f64) = (0.8, 0.5);
        let expected = 0.7 * (a + b - (a * a + b * b).sqrt()) + 0.3 * a * b;
        assert!((chen_chen_kanzow(a, b) - expected).abs() < 1e-15);
    }
}
