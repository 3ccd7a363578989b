use crate::kernels::{axpy, reserve_total};
use crate::{DenseMatrix, FAER_FROM};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::factor;
use faer::{MatMut, Par};

/// `P A = L U` with partial pivoting, in storage that is reused from one matrix to the next.
#[derive(Default)]
pub struct Lu {
    order: usize,
    /// `L` below the diagonal (its unit diagonal not stored), `U` on and above it, column by column.
    factors: Vec<f64>,
    /// Row `i` of `P A` is row `permutation[i]` of `A`.
    permutation: Vec<usize>,
    inverse_permutation: Vec<usize>,
    work: Vec<f64>,
    scratch: Option<(usize, MemBuffer)>,
}

impl Lu {
    /// A workspace that grows as it is used.
    pub fn new() -> Self {
        Self::default()
    }

    /// The order of the factorised matrix.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Factorises the square matrix whose entry is `entry(i, j)`. Returns whether every pivot is a
    /// nonzero finite number; if not, the factors must not be used.
    pub fn factor_with(&mut self, order: usize, mut entry: impl FnMut(usize, usize) -> f64) -> bool {
        self.order = order;
        self.factors.clear();
        for j in 0..order {
            for i in 0..order {
                self.factors.push(entry(i, j));
            }
        }
        self.factor_stored()
    }

    /// Factorises the square matrix with columns `column(j)`.
    pub fn factor(&mut self, matrix: &DenseMatrix) -> bool {
        self.order = matrix.columns();
        self.factors.clear();
        self.factors.extend_from_slice(matrix.as_slice());
        self.factor_stored()
    }

    fn factor_stored(&mut self) -> bool {
        let n = self.order;
        self.permutation.clear();
        self.permutation.extend(0..n);
        self.work.resize(n, 0.0);
        if n < FAER_FROM {
            self.factor_small()
        } else {
            self.factor_large()
        }
        (0..n).all(|i| {
            let pivot = self.factors[i * n + i];
            pivot != 0.0 && pivot.is_finite()
        })
    }

    fn factor_small(&mut self) {
        let n = self.order;
        for k in 0..n {
            let column = &self.factors[k * n..(k + 1) * n];
            let mut pivot_row = k;
            for i in k + 1..n {
                if column[i].abs() > column[pivot_row].abs() {
                    pivot_row = i;
                }
            }
            if column[pivot_row] == 0.0 {
                continue;
            }
            if pivot_row != k {
                self.permutation.swap(k, pivot_row);
                for j in 0..n {
                    self.factors.swap(j * n + k, j * n + pivot_row);
                }
            }
            let (left, right) = self.factors.split_at_mut((k + 1) * n);
            let multipliers = &mut left[k * n + k..];
            let reciprocal = 1.0 / multipliers[0];
            multipliers[1..].iter_mut().for_each(|value| *value *= reciprocal);
            for column in right.chunks_exact_mut(n) {
                let factor = -column[k];
                axpy(factor, &multipliers[1..], &mut column[k + 1..]);
            }
        }
    }

    /// Makes room for matrices up to an order, so that factorising them allocates nothing.
    pub fn reserve(&mut self, order: usize) {
        reserve_total(&mut self.factors, order * order);
        reserve_total(&mut self.permutation, order);
        reserve_total(&mut self.work, order);
        if order >= FAER_FROM {
            reserve_total(&mut self.inverse_permutation, order);
            self.reserve_scratch(order);
        }
    }

    fn reserve_scratch(&mut self, order: usize) {
        if self.scratch.as_ref().is_none_or(|(available, _)| *available < order) {
            let required = factor::lu_in_place_scratch::<usize, f64>(order, order, Par::Seq, Default::default());
            self.scratch = Some((order, MemBuffer::new(required)));
        }
    }

    fn factor_large(&mut self) {
        let n = self.order;
        self.inverse_permutation.clear();
        self.inverse_permutation.resize(n, 0);
        self.reserve_scratch(n);
        if let Some((_, memory)) = &mut self.scratch {
            factor::lu_in_place(
                MatMut::from_column_major_slice_mut(&mut self.factors, n, n),
                &mut self.permutation,
                &mut self.inverse_permutation,
                Par::Seq,
                MemStack::new(memory),
                Default::default(),
            );
        }
    }

    /// Overwrites `b` with the solution of `A x = b`.
    pub fn solve(&mut self, b: &mut [f64]) {
        let n = self.order;
        for (value, &row) in self.work.iter_mut().zip(&self.permutation) {
            *value = b[row];
        }
        let x = &mut self.work[..n];
        for j in 0..n {
            let factor = -x[j];
            axpy(factor, &self.factors[j * n + j + 1..(j + 1) * n], &mut x[j + 1..]);
        }
        for j in (0..n).rev() {
            x[j] /= self.factors[j * n + j];
            let factor = -x[j];
            axpy(factor, &self.factors[j * n..j * n + j], &mut x[..j]);
        }
        b[..n].copy_from_slice(x);
    }

    /// Overwrites `b` with the solution of `Aᵀ x = b`.
    pub fn solve_transposed(&mut self, b: &mut [f64]) {
        let n = self.order;
        for j in 0..n {
            let column = &self.factors[j * n..(j + 1) * n];
            b[j] = (b[j] - crate::kernels::dot(&column[..j], &b[..j])) / column[j];
        }
        for j in (0..n).rev() {
            let column = &self.factors[j * n..(j + 1) * n];
            b[j] -= crate::kernels::dot(&column[j + 1..], &b[j + 1..n]);
        }
        for (i, &row) in self.permutation.iter().enumerate() {
            self.work[row] = b[i];
        }
        b[..n].copy_from_slice(&self.work[..n]);
    }

    /// The smallest pivot over the largest one: a cheap sign of a singular matrix, not a bound.
    pub fn pivot_ratio(&self) -> f64 {
        let n = self.order;
        let pivots = (0..n).map(|i| self.factors[i * n + i].abs());
        let (smallest, largest) = pivots.fold((f64::INFINITY, 0.0_f64), |(s, l), p| (s.min(p), l.max(p)));
        if n == 0 { 1.0 } else { smallest / largest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(n: usize) -> DenseMatrix {
        let mut state = 12345_u64;
        DenseMatrix::from_function(n, n, |_, _| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        })
    }

    #[test]
    fn both_sizes_solve_and_solve_transposed() {
        let mut lu = Lu::new();
        for n in [1, 2, 7, 47, 48, 90, 5] {
            let a = sample(n);
            let x: Vec<f64> = (0..n).map(|i| i as f64 - 3.0).collect();
            let mut b = vec![0.0; n];
            assert!(lu.factor(&a));
            a.multiply(&x, &mut b);
            lu.solve(&mut b);
            assert!(b.iter().zip(&x).all(|(b, x)| (b - x).abs() < 1e-9), "n = {n}");
            a.multiply_transposed(&x, &mut b);
            lu.solve_transposed(&mut b);
            assert!(b.iter().zip(&x).all(|(b, x)| (b - x).abs() < 1e-9), "transposed, n = {n}");
        }
    }

    #[test]
    fn a_singular_matrix_is_refused() {
        let mut lu = Lu::new();
        assert!(!lu.factor_with(3, |i, j| (i + j) as f64 * 0.0));
        assert!(!lu.factor_with(2, |_, _| f64::NAN));
    }
}
