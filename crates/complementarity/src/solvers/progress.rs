use crate::c_function::natural;
use crate::{LinearProblem, Outcome};

/// The natural residual of one row of a linear problem in the problem's units: what a sweep sees of
/// its row before it changes it.
#[inline]
pub(super) fn row_residual(problem: &dyn LinearProblem, row: usize, z: f64, w: f64) -> f64 {
    let (bounds, units) = (problem.bounds(), problem.units());
    let unit = units.columns[row];
    natural(z / unit, w / units.rows[row], bounds.lower()[row] / unit, bounds.upper()[row] / unit).abs()
}

/// The largest entry of a residual given row by row, and where it is; NaN wins.
pub(super) fn worst(rows: impl Iterator<Item = f64>) -> (f64, usize) {
    let mut worst = (0.0, 0);
    for (row, value) in rows.enumerate() {
        if value > worst.0 || value.is_nan() {
            worst = (value, row);
        }
    }
    worst
}

/// What a fixed-point iteration keeps of its past: the best point, and when to give up.
///
/// A residual that has grown to `growth` times the problem's size is divergence; one whose best value
/// has not fallen by a tenth within `patience` iterations is a stall (a bounded cycle, for instance).
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    /// The point with the smallest measure so far.
    pub best_point: Vec<f64>,
    best: f64,
    ceiling: f64,
    patience: usize,
    mark: f64,
    since_mark: usize,
}

impl Progress {
    /// Forgets everything; `size` is the problem's size at the start.
    pub fn restart(&mut self, start: &[f64], size: f64, growth: f64, patience: usize) {
        self.best_point.clear();
        self.best_point.extend_from_slice(start);
        (self.best, self.mark) = (f64::INFINITY, f64::INFINITY);
        self.ceiling = growth * size;
        self.patience = patience;
        self.since_mark = 0;
    }

    /// Takes in the measure of `point`; returns how the iteration ends, where it must.
    pub fn note(&mut self, point: &[f64], measure: f64) -> Option<Outcome> {
        if measure.is_nan() {
            return Some(Outcome::NumericalFailure);
        }
        if measure > self.ceiling {
            return Some(Outcome::Diverged);
        }
        if measure < self.best {
            self.best = measure;
            self.best_point.copy_from_slice(point);
        }
        self.since_mark += 1;
        if measure < 0.9 * self.mark {
            self.mark = measure;
            self.since_mark = 0;
        }
        (self.since_mark > self.patience).then_some(Outcome::Stalled)
    }
}
