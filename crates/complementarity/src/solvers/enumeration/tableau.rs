//! Whether a piece holds any point at all, with a point or a vector that proves it empty.
//!
//! The first phase of the simplex method with bounds on every variable, on `w = M z + q` written as
//! `basic = T · nonbasic + constants`. The sum of the basic variables' violations falls until it is
//! zero, or until no nonbasic variable can lower it: then the row of that sum is the Farkas vector.
//! Variables `0..n` are `z`, `n..2n` are `w`, both in the problem's units.

use crate::{Interval, LinearProblem, Piece, Position};
use stiction_linalg::DenseMatrix;
use stiction_linalg::kernels::axpy;

/// What a tableau found of its piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The current values are a point of it.
    Point,
    /// It is empty, and [`Tableau::exclusion`] has the vector.
    Empty,
    /// The limit on pivots was reached.
    Undecided,
}

#[derive(Clone)]
pub(super) struct Tableau {
    n: usize,
    /// `T`: a row per basic variable, a column per nonbasic one.
    table: DenseMatrix,
    basic: Vec<usize>,
    nonbasic: Vec<usize>,
    intervals: Vec<Interval>,
    values: Vec<f64>,
    /// What each variable's values count against.
    sizes: Vec<f64>,
    /// Units of `z`, then of `w`.
    units: Vec<f64>,
}

impl Tableau {
    /// Violations below this multiple of the size do not count.
    const FEASIBLE: f64 = 1e-11;
    const SMALLEST_PIVOT: f64 = 1e-9;

    /// The tableau of a problem on a piece, with every `w` basic.
    pub fn new(problem: &dyn LinearProblem, matrix: &DenseMatrix, piece: &Piece) -> Self {
        let n = problem.dimension();
        let units: Vec<f64> = problem.units().columns.iter().chain(&problem.units().rows).copied().collect();
        let mut tableau = Self {
            n,
            table: DenseMatrix::from_function(n, n, |i, j| matrix[(i, j)] * units[j] / units[n + i]),
            basic: (n..2 * n).collect(),
            nonbasic: (0..n).collect(),
            intervals: piece
                .z
                .iter()
                .chain(&piece.w)
                .zip(&units)
                .map(|(interval, &unit)| interval.over(unit))
                .collect(),
            values: vec![0.0; 2 * n],
            sizes: vec![1.0; 2 * n],
            units,
        };
        for (i, q) in problem.vector().iter().enumerate() {
            tableau.values[n + i] = q / tableau.units[n + i];
        }
        for j in 0..n {
            tableau.shift(j, tableau.intervals[j].nearest(0.0));
        }
        for i in 0..n {
            let size = problem.units().data_size_of(i).max(f64::MIN_POSITIVE);
            (tableau.sizes[i], tableau.sizes[n + i]) = (size, size);
        }
        tableau
    }

    /// Confines row `row` to the intervals that `piece` has for it.
    pub fn restrict(&mut self, piece: &Piece, row: usize) {
        for (variable, interval) in [(row, piece.z[row]), (self.n + row, piece.w[row])] {
            self.intervals[variable] = interval.over(self.units[variable]);
            // A nonbasic variable must rest inside its interval.
            if let Some(j) = self.nonbasic.iter().position(|&k| k == variable) {
                let target = self.intervals[variable].nearest(self.values[variable]);
                self.shift(j, target - self.values[variable]);
            }
        }
    }

    /// `z` in the problem's own units.
    pub fn z(&self) -> Vec<f64> {
        (0..self.n).map(|j| self.values[j] * self.units[j]).collect()
    }

    /// How far row `i` is from complementary at the current point, and the position nearest to it.
    pub fn gap(&self, i: usize, problem: &dyn LinearProblem) -> (f64, Position) {
        let (z, w) = (self.values[i], self.values[self.n + i]);
        let bounds = problem.bounds();
        let distance = |position: Position| match position {
            Position::Basic => w.abs(),
            Position::Lower => z - bounds.lower()[i] / self.units[i],
            Position::Upper => bounds.upper()[i] / self.units[i] - z,
        };
        let mut best = (f64::INFINITY, Position::Basic);
        for &position in Piece::positions(bounds, i) {
            if distance(position) < best.0 {
                best = (distance(position), position);
            }
        }
        (best.0 / self.sizes[i], best.1)
    }

    /// Moves nonbasic variable number `j` by `amount`, and the basic ones with it.
    fn shift(&mut self, j: usize, amount: f64) {
        if amount != 0.0 {
            self.values[self.nonbasic[j]] += amount;
            for (i, &entry) in self.table.column(j).iter().enumerate() {
                self.values[self.basic[i]] += amount * entry;
            }
        }
    }

    /// `+1` above the interval, `−1` below it, `0` inside.
    fn side(&self, variable: usize) -> f64 {
        let (value, interval) = (self.values[variable], self.intervals[variable]);
        let slack = Self::FEASIBLE * self.sizes[variable];
        if value > interval.upper + slack {
            1.0
        } else if value < interval.lower - slack {
            -1.0
        } else {
            0.0
        }
    }

    /// Runs the first phase.
    pub fn decide(&mut self) -> Verdict {
        let n = self.n;
        let (mut sides, mut gradient) = (vec![0.0; n], vec![0.0; n]);
        // Largest slope first; for good by the lowest index (Bland) once steps without progress pile up.
        let (mut idle, mut by_index) = (0, false);
        for _ in 0..100 * n + 1000 {
            for i in 0..n {
                sides[i] = self.side(self.basic[i]);
            }
            if sides.iter().all(|&side| side == 0.0) {
                return Verdict::Point;
            }
            self.table.multiply_transposed(&sides, &mut gradient);
            by_index |= idle > n;
            let Some((j, sign)) = self.entering(&gradient, by_index) else { return Verdict::Empty };
            let size = self.sizes[self.nonbasic[j]];
            match self.move_along(j, sign, by_index) {
                // Violations cannot fall for ever: only rounding leads here.
                length if length.is_infinite() => return Verdict::Undecided,
                length if length > Self::FEASIBLE * size => idle = 0,
                _ => idle += 1,
            }
        }
        Verdict::Undecided
    }

    /// The nonbasic variable that lowers the violations, and which way it goes.
    fn entering(&self, gradient: &[f64], by_index: bool) -> Option<(usize, f64)> {
        let candidates = gradient.iter().enumerate().filter(|&(j, &slope)| {
            let variable = self.nonbasic[j];
            let (value, interval) = (self.values[variable], self.intervals[variable]);
            let room = if slope < 0.0 { interval.upper - value } else { value - interval.lower };
            slope.abs() > Self::SMALLEST_PIVOT && room > 0.0
        });
        let best = if by_index {
            candidates.min_by_key(|&(j, _)| self.nonbasic[j])
        } else {
            candidates.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))
        };
        best.map(|(j, slope)| (j, -slope.signum()))
    }

    /// Moves nonbasic variable `j` until something blocks, exchanges the two, returns the length.
    fn move_along(&mut self, j: usize, sign: f64, by_index: bool) -> f64 {
        let (value, own) = (self.values[self.nonbasic[j]], self.intervals[self.nonbasic[j]]);
        let mut length = if sign > 0.0 { own.upper - value } else { value - own.lower };
        let mut leaving: Option<usize> = None;
        for i in 0..self.n {
            let rate = sign * self.table[(i, j)];
            let variable = self.basic[i];
            let (side, interval) = (self.side(variable), self.intervals[variable]);
            // A violated variable blocks where it becomes feasible, and may move away freely.
            if rate.abs() <= Self::SMALLEST_PIVOT || side * rate > 0.0 {
                continue;
            }
            let target = match side {
                0.0 if rate > 0.0 => interval.upper,
                0.0 => interval.lower,
                side if side > 0.0 => interval.upper,
                _ => interval.lower,
            };
            let distance = ((target - self.values[variable]) / rate).max(0.0);
            let tied = (distance - length).abs() <= Self::FEASIBLE * self.sizes[self.nonbasic[j]];
            let better = match leaving {
                Some(k) if tied && by_index => variable < self.basic[k],
                Some(k) if tied => rate.abs() > self.table[(k, j)].abs(),
                _ => distance < length,
            };
            if better {
                length = distance;
                leaving = Some(i);
            }
        }
        if length.is_finite() {
            self.shift(j, sign * length);
            if let Some(i) = leaving {
                let variable = self.basic[i];
                self.values[variable] = self.intervals[variable].nearest(self.values[variable]);
                self.exchange(i, j);
            }
        }
        length
    }

    /// Swaps basic variable `i` with nonbasic variable `j`.
    fn exchange(&mut self, i: usize, j: usize) {
        let pivot = self.table[(i, j)];
        let mut column = self.table.column(j).to_vec();
        column[i] = 0.0;
        for k in 0..self.n {
            if k != j {
                let factor = self.table[(i, k)] / pivot;
                axpy(-factor, &column, self.table.column_mut(k));
                self.table[(i, k)] = -factor;
            }
        }
        let target = self.table.column_mut(j);
        for (target, value) in target.iter_mut().zip(&column) {
            *target = value / pivot;
        }
        target[i] = 1.0 / pivot;
        std::mem::swap(&mut self.basic[i], &mut self.nonbasic[j]);
    }

    /// The vector that excludes the piece after [`Verdict::Empty`]. With `tilt > 0` the feasible basic
    /// variables with one bound get a small share of it, so that signs which would be zero are strict.
    pub fn exclusion(&self, tilt: f64) -> Vec<f64> {
        let n = self.n;
        let weight = |variable: usize| {
            let interval = self.intervals[variable];
            match self.side(variable) {
                0.0 if interval.lower.is_finite() && interval.upper.is_infinite() => -tilt,
                0.0 if interval.upper.is_finite() && interval.lower.is_infinite() => tilt,
                side => side,
            }
        };
        let weights: Vec<f64> = self.basic.iter().map(|&variable| weight(variable)).collect();
        let mut gradient = vec![0.0; n];
        self.table.multiply_transposed(&weights, &mut gradient);
        // Σ weights · basic − Σ gradient · nonbasic is constant; y is minus the share of each w.
        let mut vector = vec![0.0; n];
        for k in 0..n {
            if self.basic[k] >= n {
                vector[self.basic[k] - n] = -weights[k];
            }
            if self.nonbasic[k] >= n {
                vector[self.nonbasic[k] - n] = gradient[k];
            }
        }
        for (value, unit) in vector.iter_mut().zip(&self.units[n..]) {
            *value /= unit;
        }
        vector
    }
}
