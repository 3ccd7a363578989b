//! Follows the piecewise linear path of `w = M z + q + d t` on a box as the artificial `t` goes to zero.
//!
//! # Symbols
//! | here | Lemke 1965; Cottle, Pang, Stone 4.4 |
//! |---|---|
//! | `covering` | `d`, the covering vector |
//! | `z[n]` | `t`, written `z₀` there |
//! | `rows`, `columns` | the rows and columns of the block `A` of the basis (see `block_inverse`) |
//! | `basic_step`, `w_step` | how the basic variables move as the driving variable does |
//!
//! Away from `t = 0` one row has both its `z` and its `w` nonbasic. One of the two drives: it moves off
//! its bound until a basic variable blocks at a bound of its own; that one leaves, and its complement
//! drives next. A `z` with two finite bounds may also run from one to the other (Cao and Ferris 1996).
//! The path ends at `t = 0`, or on a ray.

use super::block_inverse::BlockInverse;
use super::ratio_test::Candidate;
use crate::{Iteration, Observer, Position, Units};
use stiction_linalg::DenseMatrix;
use stiction_linalg::kernels::{axpy, axpy4, norm_max};

pub(super) const NONE: usize = usize::MAX;

/// A variable off the basis that drives, or one in it that blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Variable {
    Z(usize),
    W(usize),
    Artificial,
}

/// How a path ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    /// Where the artificial is zero, or has come down to where it was to stop.
    Solution,
    /// Nothing blocks: the last direction is the ray's. From a point, also: the artificial is back at 1.
    Ray,
    Limit,
    NumericalFailure,
    Interrupted,
}

#[derive(Default)]
pub(crate) struct Tracer {
    pub(super) n: usize,
    pub(super) matrix: DenseMatrix,
    pub(super) vector: Vec<f64>,
    pub(super) lower: Vec<f64>,
    pub(super) upper: Vec<f64>,
    units: Option<Units>,
    pub(super) position: Vec<Position>,
    pub(super) covering: Vec<f64>,
    /// `+1` or `−1`: the way in which the lexicographic perturbation moves each row's variable.
    pub(super) tie_sign: Vec<f64>,
    /// Whether that variable is `z`, not `w`.
    pub(super) basic_at_start: Vec<bool>,
    pub(super) response: Vec<f64>,
    /// `q + M z` over the `z` that are not basic.
    constant: Vec<f64>,
    pub(super) rows: Vec<usize>,
    pub(super) columns: Vec<usize>,
    pub(super) row_place: Vec<usize>,
    pub(super) inverse: BlockInverse,
    pub(super) z: Vec<f64>,
    pub(super) w: Vec<f64>,
    pub(super) basic_step: Vec<f64>,
    pub(super) w_step: Vec<f64>,
    pub(super) gathered: Vec<f64>,
    inverse_row: Vec<f64>,
    pub(super) candidates: Vec<Candidate>,
    point: Vec<f64>,
    /// The path ends where the artificial has come down to this.
    pub(super) stop: f64,
    /// Where the artificial comes up to this, the path is back at its start, or goes away from the end.
    pub(super) ceiling: f64,
    /// The size of the data, against which a value counts as zero.
    pub(super) size: f64,
    /// The largest order that there is room for.
    reserved: usize,
    pub(crate) pivots: usize,
    pub(crate) factorizations: usize,
}

impl Tracer {
    /// Values below this multiple of the data's size count as zero in the ratio test.
    pub(super) const TIE: f64 = 1e-12;
    /// A step that is off by more than this is refined with the same inverse.
    const REFINE: f64 = 1e-13;
    /// A refined step that is still off by this much has the inverse rebuilt.
    const DRIFT: f64 = 1e-10;
    /// Values are recomputed from the inverse after this many pivots.
    const REFRESH: usize = 40;

    /// Takes a problem, in its units where they are given.
    pub fn load(&mut self, matrix: &DenseMatrix, vector: &[f64], lower: &[f64], upper: &[f64], units: Option<&Units>) {
        let n = vector.len();
        self.n = n;
        self.matrix.reset(n, n);
        self.set_units(units);
        self.vector.clear();
        self.lower.clear();
        self.upper.clear();
        match units {
            Some(units) => {
                for j in 0..n {
                    let unit = units.columns[j];
                    let sources = matrix.column(j).iter().zip(&units.row_inverses);
                    for (target, (value, inverse)) in self.matrix.column_mut(j).iter_mut().zip(sources) {
                        *target = value * unit * inverse;
                    }
                }
                let scaled = |target: &mut Vec<f64>, values: &[f64], inverses: &[f64]| {
                    target.extend(values.iter().zip(inverses).map(|(value, inverse)| value * inverse));
                };
                scaled(&mut self.vector, vector, &units.row_inverses);
                scaled(&mut self.lower, lower, &units.column_inverses);
                scaled(&mut self.upper, upper, &units.column_inverses);
            }
            None => {
                self.matrix.as_mut_slice().copy_from_slice(matrix.as_slice());
                self.vector.extend_from_slice(vector);
                self.lower.extend_from_slice(lower);
                self.upper.extend_from_slice(upper);
            }
        }
        let with_artificial =
            [&mut self.basic_step, &mut self.gathered, &mut self.inverse_row, &mut self.z, &mut self.response];
        for values in with_artificial {
            values.clear();
            values.resize(n + 1, 0.0);
        }
        for values in [&mut self.w, &mut self.w_step, &mut self.covering, &mut self.constant, &mut self.point] {
            values.clear();
            values.resize(n, 0.0);
        }
        self.tie_sign.clear();
        self.tie_sign.resize(n, 1.0);
        self.basic_at_start.clear();
        self.basic_at_start.resize(n, false);
        self.row_place.clear();
        self.row_place.resize(n, NONE);
        self.candidates.clear();
        self.candidates.reserve(n + 2);
        self.rows.clear();
        self.rows.reserve(n + 1);
        self.columns.clear();
        self.columns.reserve(n + 1);
        self.position.resize(n, Position::Lower);
        self.inverse.reset(n + 1);
        self.pivots = 0;
        self.factorizations = 0;
    }

    /// Makes room for problems of an order, so that loading and tracing them allocates nothing.
    pub fn reserve(&mut self, order: usize) {
        if self.reserved >= order {
            return;
        }
        self.reserved = order;
        let empty = DenseMatrix::zeros(order, order);
        let (vector, lower, upper) = (vec![0.0; order], vec![0.0; order], vec![0.0; order]);
        let units = Units::of(&empty.into(), &vector);
        self.load(&DenseMatrix::zeros(order, order), &vector, &lower, &upper, Some(&units));
        self.inverse.reserve(order + 1);
    }

    fn set_units(&mut self, units: Option<&Units>) {
        match (&mut self.units, units) {
            (Some(own), Some(units)) => own.copy_from(units),
            (own, units) => *own = units.cloned(),
        }
    }

    /// The position of every row.
    pub fn positions(&self) -> &[Position] {
        &self.position
    }

    /// The artificial variable.
    pub fn artificial(&self) -> f64 {
        self.z[self.n]
    }

    fn column_unit(&self, j: usize) -> f64 {
        self.units.as_ref().map_or(1.0, |units| units.columns[j])
    }

    /// Writes the current `z` in the caller's units.
    pub fn write_point(&self, z: &mut [f64]) {
        for j in 0..self.n {
            z[j] = self.z[j] * self.column_unit(j);
        }
    }

    /// Writes the current `w` in the caller's units.
    pub fn write_w(&self, w: &mut [f64]) {
        for i in 0..self.n {
            w[i] = self.w[i] * self.units.as_ref().map_or(1.0, |units| units.rows[i]);
        }
    }

    /// Takes `z` and `w` from the caller's units.
    pub(super) fn set_point(&mut self, z: &[f64], w: &[f64]) {
        for i in 0..self.n {
            self.z[i] = z[i] / self.column_unit(i);
            self.w[i] = w[i] / self.units.as_ref().map_or(1.0, |units| units.rows[i]);
        }
    }

    /// The direction of the last step in the caller's units: that of the ray where the path ended on one.
    pub fn direction(&self, driving: Option<(usize, f64)>) -> Vec<f64> {
        let mut direction = vec![0.0; self.n];
        for (place, &j) in self.columns.iter().enumerate() {
            if j < self.n {
                direction[j] = self.basic_step[place] * self.column_unit(j);
            }
        }
        if let Some((j, sign)) = driving {
            direction[j] = sign * self.column_unit(j);
        }
        direction
    }

    /// Column `j` of `[M, d]`.
    #[inline]
    pub(super) fn full_column(&self, j: usize) -> &[f64] {
        if j < self.n { self.matrix.column(j) } else { &self.covering }
    }

    /// Entry of `[M, d]`.
    #[inline]
    pub(super) fn entry(&self, i: usize, j: usize) -> f64 {
        if j < self.n { self.matrix[(i, j)] } else { self.covering[i] }
    }

    /// Whether a row's `w` may have any sign: its `z` cannot move.
    #[inline]
    pub(super) fn is_fixed(&self, i: usize) -> bool {
        self.lower[i] == self.upper[i]
    }

    /// The bound at which a nonbasic `z` rests.
    pub(super) fn resting_value(&self, i: usize) -> f64 {
        if self.position[i] == Position::Upper { self.upper[i] } else { self.lower[i] }
    }

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
    fn accurate_step(&mut self, driving: Variable, sign: f64) -> bool {
        let accurate = |error: f64| error <= Self::DRIFT;
        accurate(self.compute_step(driving, sign))
            || (self.factor() && accurate(self.refresh()) && accurate(self.compute_step(driving, sign)))
    }

    /// Follows the path from the driving variable on.
    pub(super) fn trace(
        &mut self,
        mut driving: Variable,
        mut sign: f64,
        limit: usize,
        method: &'static str,
        observer: &mut dyn Observer,
    ) -> (End, Option<(usize, f64)>) {
        let mut since_refresh = 0;
        loop {
            if self.pivots >= limit {
                return (End::Limit, None);
            }
            if !self.accurate_step(driving, sign) {
                return (End::NumericalFailure, None);
            }
            let Some(blocking) = self.ratio_test(driving, sign) else {
                let ray = if let Variable::Z(j) = driving { Some((j, sign)) } else { None };
                return (End::Ray, ray);
            };
            self.advance(driving, sign, blocking.length());
            self.pivots += 1;
            let leaving = blocking.variable;
            if leaving == Variable::Artificial && blocking.to_upper {
                return (End::Ray, None);
            }
            if leaving == Variable::Artificial || (driving == Variable::Artificial && blocking.is_own) {
                self.z[self.n] = self.stop;
                // The driving variable takes the artificial's place in the basis.
                if let Variable::Z(j) = driving {
                    self.position[j] = Position::Basic;
                }
                return (End::Solution, None);
            }
            if blocking.is_own {
                self.flip(leaving, blocking.to_upper);
            } else {
                self.exchange(driving, sign, &blocking);
            }
            (driving, sign) = self.complement(leaving);
            self.write_observed_point();
            let seen = Iteration {
                method,
                number: self.pivots - 1,
                step: "pivot",
                measure: self.z[self.n],
                pivots: self.pivots,
                worst_row: None,
                point: &self.point,
            };
            if observer.iteration(&seen).is_break() {
                return (End::Interrupted, None);
            }
            since_refresh += 1;
            if since_refresh >= Self::REFRESH {
                since_refresh = 0;
                if self.refresh() > Self::DRIFT && !(self.factor() && self.refresh() <= Self::DRIFT) {
                    return (End::NumericalFailure, None);
                }
            }
        }
    }

    fn write_observed_point(&mut self) {
        let mut point = std::mem::take(&mut self.point);
        self.write_point(&mut point);
        self.point = point;
    }

    /// Moves every variable by `length` along the step.
    fn advance(&mut self, driving: Variable, sign: f64, length: f64) {
        for (place, &j) in self.columns.iter().enumerate() {
            self.z[j] += length * self.basic_step[place];
        }
        // Rows of the block keep w = 0; only the driving one may leave it.
        for i in 0..self.n {
            if self.row_place[i] == NONE {
                self.w[i] += length * self.w_step[i];
            }
        }
        match driving {
            Variable::Z(j) => self.z[j] += sign * length,
            Variable::Artificial => self.z[self.n] += sign * length,
            Variable::W(i) => self.w[i] = sign * length,
        }
    }

    /// A driving `z` reached its other bound before anything blocked.
    fn flip(&mut self, variable: Variable, to_upper: bool) {
        if let Variable::Z(j) = variable {
            let before = self.resting_value(j);
            self.position[j] = if to_upper { Position::Upper } else { Position::Lower };
            let after = self.resting_value(j);
            self.z[j] = after;
            axpy(after - before, self.matrix.column(j), &mut self.constant);
        }
    }

    /// Brings the driving variable into the basis in place of the blocking one.
    fn exchange(&mut self, driving: Variable, sign: f64, blocking: &Candidate) {
        if let Variable::Z(j) = driving {
            let value = self.resting_value(j);
            if value != 0.0 {
                axpy(-value, self.matrix.column(j), &mut self.constant);
            }
            self.position[j] = Position::Basic;
        }
        let entering_column = match driving {
            Variable::Z(j) => Some(j),
            Variable::Artificial => Some(self.n),
            Variable::W(_) => None,
        };
        // The step was −sign · A⁻¹a.
        if entering_column.is_some() {
            self.basic_step.iter_mut().for_each(|value| *value *= -sign);
        }
        match (driving, blocking.variable) {
            (Variable::W(i), Variable::W(j)) => {
                self.solve_row(j);
                let place = self.row_place[i];
                self.inverse.replace_row(place, &self.inverse_row);
                self.rows[place] = j;
                self.row_place[i] = NONE;
                self.row_place[j] = place;
            }
            (Variable::W(i), _) => {
                let row = self.row_place[i];
                self.inverse.shrink(blocking.place, row);
                self.columns.swap_remove(blocking.place);
                self.rows.swap_remove(row);
                self.row_place[i] = NONE;
                if let Some(&moved) = self.rows.get(row) {
                    self.row_place[moved] = row;
                }
            }
            (_, Variable::W(j)) => {
                self.solve_row(j);
                self.inverse.grow(&self.basic_step, &self.inverse_row, sign * self.w_step[j]);
                self.row_place[j] = self.rows.len();
                self.rows.push(j);
                self.columns.extend(entering_column);
            }
            (_, _) => {
                self.inverse.replace_column(blocking.place, &self.basic_step);
                self.columns[blocking.place] = entering_column.unwrap_or(self.n);
            }
        }
        match blocking.variable {
            Variable::Z(j) => {
                self.position[j] = if blocking.to_upper { Position::Upper } else { Position::Lower };
                let value = self.resting_value(j);
                self.z[j] = value;
                if value != 0.0 {
                    axpy(value, self.matrix.column(j), &mut self.constant);
                }
            }
            Variable::W(i) => self.w[i] = 0.0,
            Variable::Artificial => {}
        }
    }

    /// `A⁻ᵀ b` for row `i` of `[M, d]`.
    fn solve_row(&mut self, i: usize) {
        for place in 0..self.columns.len() {
            self.gathered[place] = self.entry(i, self.columns[place]);
        }
        self.inverse.multiply_transposed(&self.gathered, &mut self.inverse_row);
    }

    /// What drives after a variable has left, and which way.
    fn complement(&self, leaving: Variable) -> (Variable, f64) {
        match leaving {
            Variable::W(i) => (Variable::Z(i), if self.position[i] == Position::Upper { -1.0 } else { 1.0 }),
            Variable::Z(i) => (Variable::W(i), if self.position[i] == Position::Upper { -1.0 } else { 1.0 }),
            Variable::Artificial => (Variable::Artificial, -1.0),
        }
    }

    /// Brings the artificial variable into the basis at `value`, in place of the variable that blocks
    /// there, and returns what drives next. The step must be that of the artificial, with sign `+1`.
    pub(super) fn enter_artificial(&mut self, blocking: &Candidate, value: f64) -> (Variable, f64) {
        self.advance(Variable::Artificial, 1.0, value);
        self.z[self.n] = value;
        self.exchange(Variable::Artificial, 1.0, blocking);
        self.pivots += 1;
        self.complement(blocking.variable)
    }
}
