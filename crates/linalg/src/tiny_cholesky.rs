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
    pub fn factor_with(&mut self, order: usize, mut entry: impl FnMut(usize, usize) -> f64) -> bool {
        for j in 0..order.min(TINY) {
            for i in j..order.min(TINY) {
                self.columns[j][i] = entry(i, j);
            }
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
            let pivot = self.columns[k][k];
            // Catches zero, negative and NaN at once.
            if pivot.partial_cmp(&0.0) != Some(Ordering::Greater) {
                return false;
            }
            let reciprocal = 1.0 / pivot;
            let mut column = [0.0; LANES];
            column.copy_from_slice(&self.columns[k][..LANES]);
            for j in k + 1..n {
                let factor = column[j] * reciprocal;
                for (target, value) in self.columns[j][..LANES].iter_mut().zip(&column) {
                    *target -= factor * value;
                }
            }
            for i in 0..LANES {
                self.columns[k][i] = if i > k && i < n { column[i] * reciprocal } else { 0.0 };
            }
            self.inverse_diagonal[k] = reciprocal;
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
