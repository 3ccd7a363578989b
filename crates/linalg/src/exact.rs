//! Exact sums of products of doubles, for checkers that must not be fooled by rounding.
//!
//! Products are split without error (Dekker, Veltkamp; here by a fused multiply–add), and the parts
//! are summed as a non-overlapping expansion (Shewchuk 1997). The result is the correctly signed,
//! faithfully rounded value. Where a product overflows, or is so small that its error could be lost, the
//! result is NaN, which passes no comparison.

/// Products below this have errors that a double may not hold: 2⁻⁹⁶⁰.
const SMALLEST_PRODUCT: f64 = 1.0261342003245941e-289;

/// A running exact sum.
#[derive(Clone, Debug, Default)]
pub struct ExactSum {
    /// Non-overlapping parts in ascending order of magnitude.
    parts: Vec<f64>,
    /// Whether a product could not be formed without error.
    inexact: bool,
}

impl ExactSum {
    /// The empty sum.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a number.
    pub fn add(&mut self, mut value: f64) {
        let mut kept = 0;
        for k in 0..self.parts.len() {
            let (sum, error) = two_sum(value, self.parts[k]);
            if error != 0.0 {
                self.parts[kept] = error;
                kept += 1;
            }
            value = sum;
        }
        self.parts.truncate(kept);
        self.parts.push(value);
    }

    /// Adds a product.
    pub fn add_product(&mut self, a: f64, b: f64) {
        let product = a * b;
        let lost = a != 0.0 && b != 0.0 && product.abs() < SMALLEST_PRODUCT;
        self.inexact |= lost || !product.is_finite();
        self.add(product);
        self.add(a.mul_add(b, -product));
    }

    /// The sum, rounded; its sign is exact. NaN if a product could not be formed without error.
    pub fn value(&self) -> f64 {
        if self.inexact { f64::NAN } else { self.parts.iter().sum() }
    }
}

/// `a + b` as a rounded sum and the error made, exactly.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// The inner product, rounded once; its sign is exact, or it is NaN.
pub fn exact_dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = ExactSum::new();
    for (&a, &b) in a.iter().zip(b) {
        sum.add_product(a, b);
    }
    sum.value()
}

/// `Σ a_k b_k` in about twice the working precision, without allocating: for iterative refinement.
/// (Ogita, Rump and Oishi 2005, algorithm Dot2.)
pub fn dot_twofold(start: f64, pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut sum, mut lost) = (start, 0.0);
    for (a, b) in pairs {
        let product = a * b;
        let (next, error) = two_sum(sum, product);
        sum = next;
        lost += error + a.mul_add(b, -product);
    }
    sum + lost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancellation_leaves_the_true_sign() {
        let big = 1e20;
        assert_eq!(exact_dot(&[big, 1.0, -big, 1e-9], &[1.0, 1.0, 1.0, -1.0]), 1.0 - 1e-9);
        assert!(exact_dot(&[0.1, 0.2, -0.3], &[1.0, 1.0, 1.0]) > 0.0);
        assert_eq!(exact_dot(&[0.1, -0.1], &[0.3, 0.3]), 0.0);
        assert!(exact_dot(&[0.25], &[5e-324]).is_nan());
        assert!(exact_dot(&[1e-200, 1.0], &[1e-200, 1.0]).is_nan());
        assert!(exact_dot(&[1e200], &[1e200]).is_nan());
        assert_eq!(dot_twofold(1e16, [(1.0, 1.0), (-1e16, 1.0)].into_iter()), 1.0);
    }
}
