//! How the basic variables move, from the block inverse, and how accurate that is.

use super::tracer::{Tracer, Variable};
use crate::Position;
use stiction_linalg::kernels::{axpy, axpy4, norm_max};

impl Tracer {
    /// A step that is off by more than this is refined with the same inverse.
    const REFINE: f64 = 1e-13;
    /// A refined step that is still off by this much has the inverse rebuilt.
    pub(super) const DRIFT: f64 = 1e-10;

    /// Inverts the block of the current basis from scratch.
    pub(super) fn factor(&mut self) -> bool {
        self.factorizations += 1;
        let (rows, columns, matrix, covering, n) = (&self.rows, &self.columns, &self.matrix, &self.covering, self.n);
        self.inverse.rebuild(
            rows.len(),
            |i, j| {
                if columns[j] < n { matrix[(rows[i], columns[j])] } else { covering[rows[i]] }
            },
        )
    }

    /// `q + M z` over nonbasic `z`, from scratch.
    pub(super) fn gather_constant(&mut self) {
        self.constant.copy_from_slice(&self.vector);
        for j in 0..self.n {
            if self.position[j] != Position::Basic {
                let value = self.resting_value(j);
                self.z[j] = value;
                if value != 0.0 {
                    axpy(value, self.matrix.column(j), &mut self.constant);
                }
            }
        }
        self.size = norm_max(&self.constant).max(f64::MIN_POSITIVE);
    }

    /// Computes all basic values from the inverse: `(z, t) = −A⁻¹ c` and `w = c + M z + d t`. Returns
    /// their relative error.
    pub(super) fn refresh(&mut self) -> f64 {
        for (value, &row) in self.gathered.iter_mut().zip(&self.rows) {
            *value = -self.constant[row];
        }
        self.inverse.multiply(&self.gathered, &mut self.basic_step);
        self.w_step.copy_from_slice(&self.constant);
        let error = self.complete_step(self.size);
        for (place, &j) in self.columns.iter().enumerate() {
            self.z[j] = self.basic_step[place];
        }
        self.w.copy_from_slice(&self.w_step);
        for &row in &self.rows {
            self.w[row] = 0.0;
        }
        error
    }

    /// `w_step += [M, d] · step` over the basic columns.
    fn add_basic_columns(&mut self, step: &[f64]) {
        let mut w_step = std::mem::take(&mut self.w_step);
        let m = self.columns.len();
        let mut place = 0;
        while place + 4 <= m {
            let columns = [0, 1, 2, 3].map(|k| self.full_column(self.columns[place + k]));
            let factors = [0, 1, 2, 3].map(|k| step[place + k]);
            axpy4(factors, columns, &mut w_step);
            place += 4;
        }
        for place in place..m {
            axpy(step[place], self.full_column(self.columns[place]), &mut w_step);
        }
        self.w_step = w_step;
    }

    /// Adds what the basic columns contribute to `w_step`, which must then vanish on the rows of the
    /// block, and refines the step where it does not. Returns the error left, relative to `size` and
    /// the step.
    fn complete_step(&mut self, size: f64) -> f64 {
        let m = self.rows.len();
        let mut step = std::mem::take(&mut self.basic_step);
        self.add_basic_columns(&step);
        let mut error = self.block_error(size, &step[..m]);
        if error > Self::REFINE {
            let mut correction = std::mem::take(&mut self.inverse_row);
            for (value, &row) in self.gathered.iter_mut().zip(&self.rows) {
                *value = -self.w_step[row];
            }
            self.inverse.multiply(&self.gathered, &mut correction);
            axpy(1.0, &correction[..m], &mut step[..m]);
            self.add_basic_columns(&correction);
            error = self.block_error(size, &step[..m]);
            self.inverse_row = correction;
        }
        self.basic_step = step;
        error
    }

    fn block_error(&self, size: f64, step: &[f64]) -> f64 {
        let error = self.rows.iter().fold(0.0_f64, |error, &row| error.max(self.w_step[row].abs()));
        error / (size + norm_max(step))
    }

    /// The motion of all basic variables as the driving one moves by `sign`. Returns its relative error.
    pub(super) fn compute_step(&mut self, driving: Variable, sign: f64) -> f64 {
        match driving {
            Variable::Z(_) | Variable::Artificial => {
                let column = if let Variable::Z(j) = driving { j } else { self.n };
                for k in 0..self.rows.len() {
                    self.gathered[k] = -sign * self.entry(self.rows[k], column);
                }
                self.inverse.multiply(&self.gathered, &mut self.basic_step);
                let mut step = std::mem::take(&mut self.w_step);
                for (target, value) in step.iter_mut().zip(self.full_column(column)) {
                    *target = sign * value;
                }
                self.w_step = step;
            }
            Variable::W(row) => {
                let column = self.inverse.column(self.row_place[row]);
                for (target, value) in self.basic_step.iter_mut().zip(column) {
                    *target = sign * value;
                }
                // Its own row moves by `sign`; what remains must vanish like that of the others.
                self.w_step.fill(0.0);
                self.w_step[row] = -sign;
            }
        }
        self.complete_step(1.0)
    }

    /// The step, recomputed with a fresh inverse where the updated one has drifted.
    pub(super) fn accurate_step(&mut self, driving: Variable, sign: f64) -> bool {
        let accurate = |error: f64| error <= Self::DRIFT;
        accurate(self.compute_step(driving, sign))
            || (self.factor() && accurate(self.refresh()) && accurate(self.compute_step(driving, sign)))
    }
}
