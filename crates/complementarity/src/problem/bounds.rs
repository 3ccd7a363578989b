use super::ProblemError;
use crate::Position;

/// A box: a lower and an upper bound per row, each possibly infinite.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Bounds {
    /// A box from its bounds. Bounds that are NaN, crossed, or infinite on the wrong side are errors.
    pub fn new(lower: Vec<f64>, upper: Vec<f64>) -> Result<Self, ProblemError> {
        if lower.len() != upper.len() {
            return Err(ProblemError::Length { field: "upper", expected: lower.len(), found: upper.len() });
        }
        for (row, (&low, &high)) in lower.iter().zip(&upper).enumerate() {
            if low.is_nan() || low == f64::INFINITY {
                return Err(ProblemError::Bound { field: "lower", row, value: low });
            }
            if high.is_nan() || high == f64::NEG_INFINITY {
                return Err(ProblemError::Bound { field: "upper", row, value: high });
            }
            if low > high {
                return Err(ProblemError::Crossed { row, lower: low, upper: high });
            }
        }
        Ok(Self { lower, upper })
    }

    /// `0 ≤ z` in every row.
    pub fn orthant(rows: usize) -> Self {
        Self { lower: vec![0.0; rows], upper: vec![f64::INFINITY; rows] }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.lower.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.lower.is_empty()
    }

    /// The lower bounds.
    pub fn lower(&self) -> &[f64] {
        &self.lower
    }

    /// The upper bounds.
    pub fn upper(&self) -> &[f64] {
        &self.upper
    }

    /// Whether a row is an equation: no bound on either side.
    pub fn is_free(&self, row: usize) -> bool {
        self.lower[row] == f64::NEG_INFINITY && self.upper[row] == f64::INFINITY
    }

    /// Where a row is before anything is known of it: at a bound, its lower one first, or basic without any.
    pub(crate) fn resting_position(&self, row: usize) -> Position {
        match (self.lower[row].is_finite(), self.upper[row].is_finite()) {
            (true, _) => Position::Lower,
            (false, true) => Position::Upper,
            (false, false) => Position::Basic,
        }
    }

    /// The nearest value to `value` that row `row` allows.
    #[inline]
    pub fn clamp(&self, row: usize, value: f64) -> f64 {
        value.max(self.lower[row]).min(self.upper[row])
    }

    /// Moves every entry of `z` to the nearest value allowed.
    pub fn project(&self, z: &mut [f64]) {
        for (row, value) in z.iter_mut().enumerate() {
            *value = self.clamp(row, *value);
        }
    }
}
