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
use stiction_linalg::kernels::axpy;

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
    pub(super) units: Option<Units>,
    pub(super) position: Vec<Position>,
    pub(super) covering: Vec<f64>,
    /// `+1` or `−1`: the way in which the lexicographic perturbation moves each row's variable.
    pub(super) tie_sign: Vec<f64>,
    /// Whether that variable is `z`, not `w`.
    pub(super) basic_at_start: Vec<bool>,
    pub(super) response: Vec<f64>,
    /// `q + M z` over the `z` that are not basic.
    pub(super) constant: Vec<f64>,
    pub(super) rows: Vec<usize>,
    pub(super) columns: Vec<usize>,
    pub(super) row_place: Vec<usize>,
    pub(super) inverse: BlockInverse,
    pub(super) z: Vec<f64>,
    pub(super) w: Vec<f64>,
    pub(super) basic_step: Vec<f64>,
    pub(super) w_step: Vec<f64>,
    pub(super) gathered: Vec<f64>,
    pub(super) inverse_row: Vec<f64>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) point: Vec<f64>,
    /// The path ends where the artificial has come down to this.
    pub(super) stop: f64,
    /// Where the artificial comes up to this, the path is back at its start, or goes away from the end.
    pub(super) ceiling: f64,
    /// The size of the data, against which a value counts as zero.
    pub(super) size: f64,
    /// The largest order that there is room for.
    pub(super) reserved: usize,
    pub(crate) pivots: usize,
    pub(crate) factorizations: usize,
}

impl Tracer {
    /// Values below this multiple of the data's size count as zero in the ratio test.
    pub(super) const TIE: f64 = 1e-12;
    /// Values are recomputed from the inverse after this many pivots.
    const REFRESH: usize = 40;

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
