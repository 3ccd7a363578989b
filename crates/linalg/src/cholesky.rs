use crate::FAER_FROM;
use crate::kernels::{axpy, dot};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor;
use faer::{MatMut, Par};

/// `A = L Lᵀ` of a symmetric positive definite matrix, in storage that is reused.
#[derive(Default)]
pub struct Cholesky {
    order: usize,
    /// `L` on and below the diagonal, column by column.
    factors: Vec<f64>,
    scratch: Option<(usize, MemBuffer)>,
}

impl Cholesky {
    /// A workspace that grows as it is used.
    pub fn new() -> Self {
        Self::default()
    }

    /// Factorises the symmetric matrix whose entry is `entry(i, j)`, asked for with `i ≥ j` only.
    /// Returns whether the matrix is positive definite to rounding; if not, the factors must not be used.
    pub fn factor_with(&mut self, order: usize, mut entry: impl FnMut(usize, usize) -> f64) -> bool {
        self.order = order;
        self.factors.clear();
        self.factors.resize(order * order, 0.0);
        for j in 0..order {
            for i in j..order {
                self.factors[j * order + i] = entry(i, j);
            }
        }
        if order < FAER_FROM { self.factor_small() } else { self.factor_large() }
    }

    fn factor_small(&mut self) -> bool {
        let n = self.order;
        for k in 0..n {
            let (left, right) = self.factors.split_at_mut((k + 1) * n);
            let column = &mut left[k * n + k..];
            // Catches zero, negative and NaN at once.
            if column[0].partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater) {
                return false;
            }
            let pivot = column[0].sqrt();
            let reciprocal = 1.0 / pivot;
            column[0] = pivot;
            column[1..].iter_mut().for_each(|value| *value *= reciprocal);
            for (offset, target) in right.chunks_exact_mut(n).enumerate() {
                let below = &column[offset + 1..];
                axpy(-below[0], below, &mut target[k + 1 + offset..]);
            }
        }
        true
    }

    fn factor_large(&mut self) -> bool {
        let n = self.order;
        let needs_new = self.scratch.as_ref().is_none_or(|(order, _)| *order < n);
        if needs_new {
            let required = factor::cholesky_in_place_scratch::<f64>(n, Par::Seq, Default::default());
            self.scratch = Some((n, MemBuffer::new(required)));
        }
        let Some((_, memory)) = &mut self.scratch else { return false };
        let matrix = MatMut::from_column_major_slice_mut(&mut self.factors, n, n);
        factor::cholesky_in_place(matrix, Default::default(), Par::Seq, MemStack::new(memory), Default::default())
            .is_ok()
    }

    /// Overwrites `b` with the solution of `A x = b`.
    pub fn solve(&mut self, b: &mut [f64]) {
        let n = self.order;
        for j in 0..n {
            let column = &self.factors[j * n..(j + 1) * n];
            b[j] /= column[j];
            let factor = -b[j];
            axpy(factor, &column[j + 1..], &mut b[j + 1..n]);
        }
        for j in (0..n).rev() {
            let column = &self.factors[j * n..(j + 1) * n];
            b[j] = (b[j] - dot(&column[j + 1..], &b[j + 1..n])) / column[j];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sizes_solve_and_refuse_an_indefinite_matrix() {
        let mut cholesky = Cholesky::new();
        for n in [1, 3, 47, 48, 70] {
            let entry = |i: usize, j: usize| 1.0 / (1.0 + i as f64 + j as f64) + if i == j { 1.0 } else { 0.0 };
            assert!(cholesky.factor_with(n, entry));
            let x: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
            let mut b: Vec<f64> = (0..n).map(|i| (0..n).map(|j| entry(i, j) * x[j]).sum()).collect();
            cholesky.solve(&mut b);
            assert!(b.iter().zip(&x).all(|(b, x)| (b - x).abs() < 1e-12), "n = {n}");
            assert!(!cholesky.factor_with(n, |i, j| if i == j { -1.0 } else { 0.0 }));
        }
    }
}
