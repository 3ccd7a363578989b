//! The inverse of the part of a basis that is not the identity, updated pivot by pivot.
//!
//! A basis of `w − M z − d t = q` is, up to order, `[[A, 0], [*, I]]`: only the block `A` (rows whose
//! `w` is nonbasic, columns whose `z` or `t` is basic) needs a factorisation. Its inverse is kept as a
//! dense matrix. Each of the four kinds of pivot changes it by one rank-one update, `O(k²)` for a block
//! of order `k`, where a tableau would cost `O(n²)`.

use stiction_linalg::Lu;
use stiction_linalg::kernels::{axpy, axpy4, dot};

#[derive(Default)]
pub(crate) struct BlockInverse {
    order: usize,
    stride: usize,
    /// Entry `(place of a basic column, place of a row)`, column by column.
    data: Vec<f64>,
    lu: Lu,
    work: Vec<f64>,
}

impl BlockInverse {
    /// Empties the block; it may grow up to `capacity`.
    pub fn reset(&mut self, capacity: usize) {
        self.order = 0;
        self.stride = capacity;
        if self.data.len() < capacity * capacity {
            self.data.resize(capacity * capacity, 0.0);
        }
        self.work.resize(capacity, 0.0);
    }

    /// Makes room for rebuilding a block of an order.
    pub fn reserve(&mut self, order: usize) {
        self.lu.reserve(order);
    }

    /// Column `k`: how the basic variables answer to a unit of row `k`.
    #[inline]
    pub fn column(&self, k: usize) -> &[f64] {
        &self.data[k * self.stride..k * self.stride + self.order]
    }

    /// `y = A⁻¹ x`.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        let y = &mut y[..self.order];
        y.fill(0.0);
        let mut k = 0;
        while k + 4 <= self.order {
            let columns = [self.column(k), self.column(k + 1), self.column(k + 2), self.column(k + 3)];
            axpy4([x[k], x[k + 1], x[k + 2], x[k + 3]], columns, y);
            k += 4;
        }
        for k in k..self.order {
            axpy(x[k], self.column(k), y);
        }
    }

    /// `y = A⁻ᵀ x`.
    pub fn multiply_transposed(&self, x: &[f64], y: &mut [f64]) {
        for k in 0..self.order {
            y[k] = dot(&x[..self.order], self.column(k));
        }
    }

    /// `A` gains the column `a` and the row `b` with corner `α`: given `A⁻¹a`, `A⁻ᵀb` and the Schur
    /// complement `α − b A⁻¹ a`.
    pub fn grow(&mut self, inverse_a: &[f64], inverse_b: &[f64], schur: f64) {
        let (m, stride) = (self.order, self.stride);
        let reciprocal = 1.0 / schur;
        for k in 0..m {
            let factor = inverse_b[k] * reciprocal;
            let column = &mut self.data[k * stride..k * stride + m + 1];
            axpy(factor, &inverse_a[..m], &mut column[..m]);
            column[m] = -factor;
        }
        let last = &mut self.data[m * stride..m * stride + m + 1];
        for (target, value) in last.iter_mut().zip(&inverse_a[..m]) {
            *target = -value * reciprocal;
        }
        last[m] = reciprocal;
        self.order += 1;
    }

    /// Column `p` of `A` is replaced by `a`: given `A⁻¹a`.
    pub fn replace_column(&mut self, p: usize, inverse_a: &[f64]) {
        let reciprocal = 1.0 / inverse_a[p];
        for k in 0..self.order {
            let column = &mut self.data[k * self.stride..k * self.stride + self.order];
            let pivot = column[p] * reciprocal;
            axpy(-pivot, &inverse_a[..column.len()], column);
            column[p] = pivot;
        }
    }

    /// Row `r` of `A` is replaced by `b`: given `A⁻ᵀb`.
    pub fn replace_row(&mut self, r: usize, inverse_b: &[f64]) {
        let (m, stride) = (self.order, self.stride);
        let reciprocal = 1.0 / inverse_b[r];
        for i in 0..m {
            self.work[i] = self.data[r * stride + i] * reciprocal;
        }
        for k in 0..m {
            let column = &mut self.data[k * stride..k * stride + m];
            if k == r {
                column.copy_from_slice(&self.work[..m]);
            } else {
                axpy(-inverse_b[k], &self.work[..m], column);
            }
        }
    }

    /// `A` loses its column `p` and its row `r`; the last of each takes the free place.
    pub fn shrink(&mut self, p: usize, r: usize) {
        let (m, stride) = (self.order, self.stride);
        let last = m - 1;
        let reciprocal = 1.0 / self.data[r * stride + p];
        for i in 0..m {
            self.work[i] = self.data[r * stride + i] * reciprocal;
        }
        for k in 0..m {
            if k != r {
                let column = &mut self.data[k * stride..k * stride + m];
                let factor = -column[p];
                axpy(factor, &self.work[..m], column);
                column[p] = column[last];
            }
        }
        if r != last {
            self.data.copy_within(last * stride..last * stride + last, r * stride);
        }
        self.order = last;
    }

    /// Computes the inverse of the block with the given entries from scratch. Returns whether it exists.
    pub fn rebuild(&mut self, order: usize, entry: impl FnMut(usize, usize) -> f64) -> bool {
        self.order = order;
        if !self.lu.factor_with(order, entry) {
            return false;
        }
        for k in 0..order {
            let column = &mut self.data[k * self.stride..k * self.stride + order];
            column.fill(0.0);
            column[k] = 1.0;
            self.lu.solve(column);
        }
        self.data[..order * self.stride].iter().all(|value| value.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_linalg::DenseMatrix;

    /// A fixed well-conditioned matrix to cut blocks from.
    fn sample(n: usize) -> DenseMatrix {
        DenseMatrix::from_function(n, n, |i, j| {
            ((i * i * 5 + j * 3 + i * j) as f64).sin() + if i == j { 2.0 } else { 0.0 }
        })
    }

    fn is_inverse(inverse: &BlockInverse, block: &dyn Fn(usize, usize) -> f64) -> bool {
        let m = inverse.order;
        (0..m).all(|i| {
            (0..m).all(|j| {
                let product: f64 = (0..m).map(|k| block(i, k) * inverse.column(j)[k]).sum();
                (product - if i == j { 1.0 } else { 0.0 }).abs() < 1e-12
            })
        })
    }

    #[test]
    fn every_update_agrees_with_the_inverse() {
        let a = sample(8);
        let mut inverse = BlockInverse::default();
        inverse.reset(8);
        assert!(inverse.rebuild(3, |i, j| a[(i, j)]));
        assert!(is_inverse(&inverse, &|i, j| a[(i, j)]));

        // Grow by row 3 and column 4.
        let column: Vec<f64> = (0..3).map(|i| a[(i, 4)]).collect();
        let row: Vec<f64> = (0..3).map(|j| a[(3, j)]).collect();
        let (mut u, mut g) = (vec![0.0; 8], vec![0.0; 8]);
        inverse.multiply(&column, &mut u);
        inverse.multiply_transposed(&row, &mut g);
        let schur = a[(3, 4)] - dot(&row, &u[..3]);
        inverse.grow(&u, &g, schur);
        let columns = [0, 1, 2, 4];
        assert!(is_inverse(&inverse, &|i, j| a[(i, columns[j])]));

        // Column 1 becomes column 6.
        let column: Vec<f64> = (0..4).map(|i| a[(i, 6)]).collect();
        inverse.multiply(&column, &mut u);
        inverse.replace_column(1, &u);
        let columns = [0, 6, 2, 4];
        assert!(is_inverse(&inverse, &|i, j| a[(i, columns[j])]));

        // Row 2 becomes row 7.
        let row: Vec<f64> = columns.iter().map(|&j| a[(7, j)]).collect();
        inverse.multiply_transposed(&row, &mut g);
        inverse.replace_row(2, &g);
        let rows = [0, 1, 7, 3];
        assert!(is_inverse(&inverse, &|i, j| a[(rows[i], columns[j])]));

        // Column place 0 and row place 1 go; the last of each takes their place.
        inverse.shrink(0, 1);
        let (rows, columns) = ([0, 3, 7], [4, 6, 2]);
        assert!(is_inverse(&inverse, &|i, j| a[(rows[i], columns[j])]));
    }
}
