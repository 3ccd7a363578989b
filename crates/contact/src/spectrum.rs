//! Eigenvalues of `W`, as far as a choice of `r` needs them.

use crate::ContactProblem;
use stiction_linalg::kernels::{dot, norm};

const POWER_ITERATIONS: usize = 300;
/// The change of an eigenvalue, relative, at which the power iteration ends.
const SETTLED: f64 = 1e-12;

/// `2 / (λ_max + λ_min)` of the whole `W` (Förg, Pfeiffer and Ulbrich 2005; Lu and Trinkle, eq. 32).
///
/// `λ_min` is the smallest eigenvalue of the range of `W`: along impulses that move nothing the iteration does not
/// move either, so that zero eigenvalues of redundant contacts do not count. Both come from power iterations; where they
/// do not settle, `λ_max` is taken too large and `λ_min` too small rather than the other way, for `r` beyond
/// `2 / λ_max` diverges.
pub(crate) fn global_scaling(problem: &ContactProblem) -> f64 {
    let order = problem.order();
    let b = problem.free_velocity();
    let multiply = |x: &[f64], y: &mut [f64]| {
        problem.velocity_into(x, y);
        y.iter_mut().zip(b).for_each(|(y, b)| *y -= b);
    };
    let (largest, error) = largest_eigenvalue(order, multiply, |_| {});
    let largest = largest + error;
    if largest.is_nan() || largest <= 0.0 {
        return 1.0;
    }
    // The largest eigenvalue of λ_max I − W on the range of W, which products with W keep to.
    let mut image = vec![0.0; order];
    let shifted = |x: &[f64], y: &mut [f64]| {
        multiply(x, y);
        y.iter_mut().zip(x).for_each(|(y, x)| *y = largest * x - *y);
    };
    let (gap, error) = largest_eigenvalue(order, shifted, |x| {
        multiply(x, &mut image);
        x.copy_from_slice(&image);
    });
    let smallest = (largest - gap - error).max(0.0);
    2.0 / (largest + smallest)
}

/// The largest eigenvalue of a symmetric positive semidefinite matrix known by its products, and how far it may be off.
/// `prepare` is applied to the first vector, and now and then to clear it of rounding.
pub(crate) fn largest_eigenvalue(
    order: usize,
    multiply: impl FnMut(&[f64], &mut [f64]),
    prepare: impl FnMut(&mut [f64]),
) -> (f64, f64) {
    let (mut vector, mut image) = (vec![0.0; order], vec![0.0; order]);
    let power = PowerMethod { iterations: POWER_ITERATIONS, settled: SETTLED };
    power.run(&mut vector, &mut image, multiply, prepare)
}

/// The power method: how long it goes on.
pub(crate) struct PowerMethod {
    /// The most iterations.
    pub iterations: usize,
    /// The relative change of the eigenvalue at which it ends before.
    pub settled: f64,
}

impl PowerMethod {
    /// The largest eigenvalue and its error, in storage of the matrix' order that is given.
    pub fn run(
        &self,
        vector: &mut [f64],
        image: &mut [f64],
        mut multiply: impl FnMut(&[f64], &mut [f64]),
        mut prepare: impl FnMut(&mut [f64]),
    ) -> (f64, f64) {
        // Any vector that is unlikely to be orthogonal to the eigenvector.
        for (i, entry) in vector.iter_mut().enumerate() {
            *entry = 1.0 + 0.5 * ((i as f64 + 1.0) * 1.618_034).sin();
        }
        let (mut value, mut error) = (0.0_f64, 0.0);
        for iteration in 0..self.iterations {
            if iteration == 0 || iteration.is_power_of_two() {
                prepare(vector);
            }
            let length = norm(vector);
            if length == 0.0 || !length.is_finite() {
                return (0.0, 0.0);
            }
            vector.iter_mut().for_each(|entry| *entry /= length);
            multiply(vector, image);
            let last = value;
            value = dot(vector, image);
            // There is an eigenvalue within ‖A x − λ x‖ of λ.
            error = vector.iter().zip(&*image).map(|(x, y)| (y - value * x).powi(2)).sum::<f64>().sqrt();
            if (value - last).abs() <= self.settled * value {
                break;
            }
            vector.copy_from_slice(image);
        }
        (value, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Law;
    use stiction_linalg::DenseMatrix;

    #[test]
    fn the_global_scaling_knows_the_eigenvalues_of_the_range() {
        // Eigenvalues 5, 1 and a zero that does not count.
        let directions = [[0.6, 0.8, 0.0], [0.8, -0.6, 0.0]];
        let matrix = DenseMatrix::from_function(3, 3, |i, j| {
            5.0 * directions[0][i] * directions[0][j] + directions[1][i] * directions[1][j]
        });
        let problem = ContactProblem::new(matrix, vec![1.0; 3], vec![Law::Coulomb { friction: 0.5 }]).unwrap();
        let r = global_scaling(&problem);
        assert!((r - 2.0 / 6.0).abs() < 1e-3, "{r}");
    }
}
