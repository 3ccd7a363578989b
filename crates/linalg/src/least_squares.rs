use crate::DenseMatrix;
use crate::kernels::{axpy, dot, norm, reserve_total};

/// `min ‖A x − b‖` by Householder QR, in storage that is reused.
///
/// The normal equations would square the condition number; this does not.
#[derive(Default)]
pub struct LeastSquares {
    factors: DenseMatrix,
    right: Vec<f64>,
}

impl LeastSquares {
    /// A workspace that grows as it is used.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes room for damped problems of an order, so that solving them allocates nothing.
    pub fn reserve(&mut self, order: usize) {
        self.factors.reset(2 * order, order);
        reserve_total(&mut self.right, 2 * order);
    }

    /// Solves with the tall matrix `top` stacked on `damping · I`, and `right` stacked on zeros:
    /// the Levenberg–Marquardt step. Writes the minimiser into `x`; returns whether the stacked
    /// matrix had full rank.
    pub fn solve_damped(&mut self, top: &DenseMatrix, damping: f64, right: &[f64], x: &mut [f64]) -> bool {
        let (m, n) = (top.rows(), top.columns());
        self.factors.reset(m + n, n);
        for j in 0..n {
            let column = self.factors.column_mut(j);
            column[..m].copy_from_slice(top.column(j));
            column[m + j] = damping;
        }
        self.right.clear();
        self.right.extend_from_slice(right);
        self.right.resize(m + n, 0.0);
        for k in 0..n {
            let (left, rest) = self.factors.as_mut_slice().split_at_mut((k + 1) * (m + n));
            let reflector = &mut left[k * (m + n) + k..];
            let length = norm(reflector);
            if length == 0.0 || !length.is_finite() {
                return false;
            }
            let diagonal = if reflector[0] > 0.0 { -length } else { length };
            reflector[0] -= diagonal;
            // H = I − v vᵀ / (vᵀv / 2), and vᵀv / 2 = −diagonal · v₀.
            let scale = 1.0 / (-diagonal * reflector[0]);
            for column in rest.chunks_exact_mut(m + n) {
                let factor = -scale * dot(reflector, &column[k..]);
                axpy(factor, reflector, &mut column[k..]);
            }
            let factor = -scale * dot(reflector, &self.right[k..]);
            axpy(factor, reflector, &mut self.right[k..]);
            reflector[0] = diagonal;
        }
        x.copy_from_slice(&self.right[..n]);
        for j in (0..n).rev() {
            let column = self.factors.column(j);
            x[j] /= column[j];
            let factor = -x[j];
            axpy(factor, &column[..j], &mut x[..j]);
        }
        x.iter().all(|value| value.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_damped_step_satisfies_the_normal_equations() {
        let a = DenseMatrix::from_rows(&[[1.0, 2.0], [3.0, -1.0], [0.5, 4.0]]).unwrap();
        let b = [1.0, -2.0, 0.25];
        let damping = 0.3;
        let mut x = [0.0; 2];
        assert!(LeastSquares::new().solve_damped(&a, damping, &b, &mut x));
        // Aᵀ(A x − b) + damping² x = 0
        let mut fit = [0.0; 3];
        a.multiply(&x, &mut fit);
        fit.iter_mut().zip(b).for_each(|(f, b)| *f -= b);
        let mut gradient = [0.0; 2];
        a.multiply_transposed(&fit, &mut gradient);
        for k in 0..2 {
            assert!((gradient[k] + damping * damping * x[k]).abs() < 1e-14);
        }
    }
}
