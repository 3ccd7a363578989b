use std::cmp::Ordering;

/// The largest order that [`Tiny`] takes.
pub(crate) const TINY: usize = 16;

/// `A = L D Lᵀ` of order at most [`TINY`], in place and without bounds to check.
///
/// Columns are worked on in full lanes of a fixed width, whatever lies above the diagonal: with so few
/// rows, loops of known length are worth more than the arithmetic they waste.
pub(crate) struct Tiny {
    /// Column `j` of `L` below its diagonal; zeros elsewhere.
    columns: [[f64; TINY]; TINY],
    inverse_diagonal: [f64; TINY],
}

impl Default for Tiny {
    fn default() -> Self {
        Self { columns: [[0.0; TINY]; TINY], inverse_diagonal: [0.0; TINY] }
    }
}

impl Tiny {
    /// Factorises the matrix whose column `j` from the diagonal down is written by `fill(j, column)`.
    pub fn factor_with(&mut self, order: usize, mut fill: impl FnMut(usize, &mut [f64])) -> bool {
        for (j, column) in self.columns[..order].iter_mut().enumerate() {
            column[order..].fill(0.0);
            fill(j, &mut column[j..order]);
        }
        match order {
            0..=4 => self.factor::<4>(order),
            5..=8 => self.factor::<8>(order),
            9..=12 => self.factor::<12>(order),
            _ => self.factor::<16>(order),
        }
    }

    fn factor<const LANES: usize>(&mut self, order: usize) -> bool {
        let n = order.min(LANES);
        for k in 0..n {
            let (done, rest) = self.columns.split_at_mut(k + 1);
            let column = &mut done[k];
            let pivot = column[k];
            // Catches zero, negative and NaN at once.
            if pivot.partial_cmp(&0.0) != Some(Ordering::Greater) {
                return false;
            }
            let reciprocal = 1.0 / pivot;
            self.inverse_diagonal[k] = reciprocal;
            let mut unscaled = [0.0; LANES];
            for i in 0..LANES {
                unscaled[i] = if i > k { column[i] } else { 0.0 };
                column[i] = unscaled[i] * reciprocal;
            }
            for j in k + 1..n {
                let (target, factor) = (&mut rest[j - k - 1], column[j]);
                for i in 0..LANES {
                    target[i] -= factor * unscaled[i];
                }
            }
        }
        true
    }

    pub fn solve(&self, order: usize, b: &mut [f64]) {
        match order {
            0..=4 => self.substitute::<4>(order, b),
            5..=8 => self.substitute::<8>(order, b),
            9..=12 => self.substitute::<12>(order, b),
            _ => self.substitute::<16>(order, b),
        }
    }

    fn substitute<const LANES: usize>(&self, order: usize, b: &mut [f64]) {
        let n = order.min(LANES).min(b.len());
        let mut x = [0.0; LANES];
        x[..n].copy_from_slice(&b[..n]);
        for j in 0..n {
            let factor = x[j];
            for (target, value) in x.iter_mut().zip(&self.columns[j]) {
                *target -= factor * value;
            }
        }
        for (value, inverse) in x.iter_mut().zip(&self.inverse_diagonal) {
            *value *= inverse;
        }
        for j in (0..n).rev() {
            let column = &self.columns[j];
            let mut sums = [0.0; 4];
            for block in 0..LANES / 4 {
                for lane in 0..4 {
                    sums[lane] += column[4 * block + lane] * x[4 * block + lane];
                }
            }
            x[j] -= (sums[0] + sums[1]) + (sums[2] + sums[3]);
        }
        b[..n].copy_from_slice(&x[..n]);
    }
}
