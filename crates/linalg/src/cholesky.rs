use crate::FAER_FROM;
use crate::kernels::{axpy, dot, reserve_total};
use crate::tiny_cholesky::{TINY, Tiny};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor;
use faer::{MatMut, Par};

/// `A = L D Lᵀ` of a symmetric positive definite matrix, in storage that is reused.
///
/// Small matrices get a unit `L`; large ones, from faer, an `L` with `D = I`. Either way only the
/// inverse of the diagonal that a solve divides by is kept, as divisions are slow.
#[derive(Default)]
pub struct Cholesky {
    order: usize,
    /// `L` below the diagonal, column by column.
    factors: Vec<f64>,
    /// The whole factorisation, where the order is at most [`TINY`].
    tiny: Tiny,
    /// What a forward and a backward substitution multiply by.
    inverse_diagonal: Vec<f64>,
    /// Whether `L` has a unit diagonal.
    unit: bool,
    scratch: Option<(usize, MemBuffer)>,
}

impl Cholesky {
    /// A workspace that grows as it is used.
    pub fn new() -> Self {
        Self::default()
    }

    /// Factorises the symmetric matrix whose column `j`, from the diagonal down, is written by
    /// `fill(j, column)`. Returns whether the matrix is positive definite to rounding; if not, the
    /// factors must not be used.
    pub fn factor_with(&mut self, order: usize, mut fill: impl FnMut(usize, &mut [f64])) -> bool {
        self.order = order;
        if order <= TINY {
            return self.tiny.factor_with(order, fill);
        }
        self.factors.clear();
        self.factors.resize(order * order, 0.0);
        for (j, column) in self.factors.chunks_exact_mut(order).enumerate() {
            fill(j, &mut column[j..]);
        }
        self.inverse_diagonal.clear();
        self.unit = order < FAER_FROM;
        if self.unit { self.factor_small() } else { self.factor_large() }
    }

    /// Makes room for matrices up to an order, so that factorising them allocates nothing.
    pub fn reserve(&mut self, order: usize) {
        reserve_total(&mut self.factors, order * order);
        reserve_total(&mut self.inverse_diagonal, order);
        if order >= FAER_FROM {
            self.reserve_scratch(order);
        }
    }

    fn reserve_scratch(&mut self, order: usize) {
        if self.scratch.as_ref().is_none_or(|(available, _)| *available < order) {
            let required = factor::cholesky_in_place_scratch::<f64>(order, Par::Seq, Default::default());
            self.scratch = Some((order, MemBuffer::new(required)));
        }
    }

    fn factor_small(&mut self) -> bool {
        let n = self.order;
        for k in 0..n {
            let (left, right) = self.factors.split_at_mut((k + 1) * n);
            let (pivot, column) = left[k * n + k..].split_at_mut(1);
            // Catches zero, negative and NaN at once.
            if pivot[0].partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater) {
                return false;
            }
            let reciprocal = 1.0 / pivot[0];
            self.inverse_diagonal.push(reciprocal);
            for (offset, target) in right.chunks_exact_mut(n).enumerate() {
                let below = &column[offset..];
                axpy(-below[0] * reciprocal, below, &mut target[k + 1 + offset..]);
            }
            column.iter_mut().for_each(|value| *value *= reciprocal);
        }
        true
    }

    fn factor_large(&mut self) -> bool {
        let n = self.order;
        self.reserve_scratch(n);
        let Some((_, memory)) = &mut self.scratch else { return false };
        let matrix = MatMut::from_column_major_slice_mut(&mut self.factors, n, n);
        let stack = MemStack::new(memory);
        let regular =
            factor::cholesky_in_place(matrix, Default::default(), Par::Seq, stack, Default::default()).is_ok();
        self.inverse_diagonal.extend((0..n).map(|k| 1.0 / self.factors[k * n + k]));
        regular
    }

    /// Overwrites `b` with the solution of `A x = b`.
    pub fn solve(&mut self, b: &mut [f64]) {
        let n = self.order;
        if n <= TINY {
            return self.tiny.solve(n, b);
        }
        for j in 0..n {
            let column = &self.factors[j * n..(j + 1) * n];
            if !self.unit {
                b[j] *= self.inverse_diagonal[j];
            }
            let factor = -b[j];
            axpy(factor, &column[j + 1..], &mut b[j + 1..n]);
        }
        if self.unit {
            for (value, inverse) in b.iter_mut().zip(&self.inverse_diagonal) {
                *value *= inverse;
            }
        }
        for j in (0..n).rev() {
            let column = &self.factors[j * n..(j + 1) * n];
            b[j] -= dot(&column[j + 1..], &b[j + 1..n]);
            if !self.unit {
                b[j] *= self.inverse_diagonal[j];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sizes_solve_and_refuse_an_indefinite_matrix() {
        let mut cholesky = Cholesky::new();
        for n in [1, 2, 3, 4, 7, 8, 11, 12, 13, 16, 17, 47, 48, 70] {
            let entry = |i: usize, j: usize| 1.0 / (1.0 + i as f64 + j as f64) + if i == j { 1.0 } else { 0.0 };
            let lower = |j: usize, column: &mut [f64]| {
                column.iter_mut().enumerate().for_each(|(k, value)| *value = entry(j + k, j));
            };
            assert!(cholesky.factor_with(n, lower));
            let x: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
            let mut b: Vec<f64> = (0..n).map(|i| (0..n).map(|j| entry(i, j) * x[j]).sum()).collect();
            cholesky.solve(&mut b);
            assert!(b.iter().zip(&x).all(|(b, x)| (b - x).abs() < 1e-12), "n = {n}");
            assert!(!cholesky.factor_with(n, |_, column| column[0] = -1.0));
        }
    }
}
