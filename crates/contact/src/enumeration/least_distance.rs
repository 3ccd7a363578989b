//! The point nearest to the origin that obeys inequalities `G y ≥ h`, or the proof that none does (Lawson and Hanson 1974,
//! chapter 23).
//!
//! `λ ≥ 0` minimises `‖(Gᵀλ, hᵀλ) − (0, 1)‖`. Where that is zero, `λ` proves that the inequalities contradict each other; else
//! the remainder `r` is the point, up to its last entry: `y = −r / r_last`.

use stiction_linalg::kernels::{dot, norm};
use stiction_linalg::{DenseMatrix, LeastSquares};

/// What is known of a system of inequalities.
pub(super) enum Nearest {
    Point(Vec<f64>),
    /// No point nearer than [`FARTHEST_AT_ALL`] obeys them.
    Empty,
    Undecided,
}

/// Points farther than this are not told from none, and beyond the second number there are none.
const FARTHEST: f64 = 1e7;
const FARTHEST_AT_ALL: f64 = 1e10;
/// Slopes and excesses smaller than this are rounding; all is of order one.
const FLAT: f64 = 1e-10;
/// Inequalities are eased by this much, so that rounding does not make those contradict that meet at a point.
const ROUNDING: f64 = 1e-12;
/// Keeps the least squares solvable where columns depend on each other.
const DAMPING: f64 = 1e-14;
/// Gains smaller than this are rounding.
const GAIN: f64 = 1e-13;

/// `slopes` holds one inequality a row.
pub(super) fn nearest(slopes: &DenseMatrix, right: &[f64]) -> Nearest {
    let (count, dimension) = (slopes.rows(), slopes.columns());
    // One column per inequality, of length one, so that all weigh the same. Where there is no slope but rounding, the
    // inequality says nothing about the point.
    let mut kept = Vec::new();
    for i in 0..count {
        let slope = (0..dimension).map(|k| slopes[(i, k)] * slopes[(i, k)]).sum::<f64>().sqrt();
        if slope > FLAT {
            kept.push(i);
        } else if right[i] > FLAT {
            return Nearest::Empty;
        }
    }
    let mut columns = DenseMatrix::zeros(dimension + 1, kept.len());
    for (place, &i) in kept.iter().enumerate() {
        let column = columns.column_mut(place);
        (0..dimension).for_each(|k| column[k] = slopes[(i, k)]);
        column[dimension] = right[i] - ROUNDING;
        let length = norm(column);
        column.iter_mut().for_each(|value| *value /= length);
    }
    let mut target = vec![0.0; dimension + 1];
    target[dimension] = 1.0;
    let Some(remainder) = remainder(&columns, &target) else { return Nearest::Undecided };
    let size = norm(&remainder);
    if size <= 1.0 / FARTHEST {
        // A remainder that is not quite zero may be that of a point far away.
        return if size <= 1.0 / FARTHEST_AT_ALL { Nearest::Empty } else { Nearest::Undecided };
    }
    let last = remainder[dimension];
    if last >= -0.5 * size * size {
        return Nearest::Undecided;
    }
    Nearest::Point(remainder[..dimension].iter().map(|value| -value / last).collect())
}

/// `E λ − f` at the `λ ≥ 0` with the smallest one, by active sets.
fn remainder(columns: &DenseMatrix, target: &[f64]) -> Option<Vec<f64>> {
    let count = columns.columns();
    let mut multipliers = vec![0.0; count];
    let mut active: Vec<usize> = Vec::new();
    // Columns that depend on the active ones: their gain is rounding, and they would come and go for ever.
    let mut idle: Vec<usize> = Vec::new();
    let mut workspace = LeastSquares::new();
    let mut remainder: Vec<f64> = target.iter().map(|value| -value).collect();
    for _ in 0..10 * (count + 1) {
        let gain = |j: &usize| -dot(columns.column(*j), &remainder);
        let best =
            (0..count).filter(|j| !active.contains(j) && !idle.contains(j)).max_by(|a, b| gain(a).total_cmp(&gain(b)));
        let Some(best) = best.filter(|j| gain(j) > GAIN) else { return Some(remainder) };
        active.push(best);
        let before = norm(&remainder);
        loop {
            let tall = DenseMatrix::from_function(target.len(), active.len(), |i, k| columns[(i, active[k])]);
            let mut values = vec![0.0; active.len()];
            if !workspace.solve_damped(&tall, DAMPING, target, &mut values) {
                return None;
            }
            let blocking = active.iter().zip(&values).filter(|(_, value)| **value <= 0.0);
            let length = blocking.map(|(&j, value)| multipliers[j] / (multipliers[j] - value)).fold(1.0, f64::min);
            if length.is_nan() {
                return None;
            }
            for (&j, value) in active.iter().zip(&values) {
                multipliers[j] += length * (value - multipliers[j]);
            }
            if length >= 1.0 {
                break;
            }
            active.retain(|&j| multipliers[j] > f64::EPSILON);
            (0..count).filter(|j| !active.contains(j)).for_each(|j| multipliers[j] = 0.0);
        }
        columns.multiply(&multipliers, &mut remainder);
        remainder.iter_mut().zip(target).for_each(|(value, target)| *value -= target);
        if active.contains(&best) && norm(&remainder) < before {
            idle.clear();
        } else {
            idle.push(best);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_points_and_contradictions() {
        // x ≥ 1, y ≥ 2.
        let square = DenseMatrix::from_rows(&[[1.0, 0.0], [0.0, 1.0]]).unwrap();
        let Nearest::Point(point) = nearest(&square, &[1.0, 2.0]) else { panic!("a corner") };
        assert!((point[0] - 1.0).abs() < 1e-12 && (point[1] - 2.0).abs() < 1e-12);
        // x + y ≥ 2, and nothing else matters.
        let half = DenseMatrix::from_rows(&[[1.0, 1.0], [1.0, 0.0]]).unwrap();
        let Nearest::Point(point) = nearest(&half, &[2.0, -5.0]) else { panic!("a half plane") };
        assert!((point[0] - 1.0).abs() < 1e-12 && (point[1] - 1.0).abs() < 1e-12);
        // The origin obeys.
        let Nearest::Point(point) = nearest(&half, &[-2.0, -5.0]) else { panic!("the origin") };
        assert!(norm(&point) < 1e-12);
        // x ≥ 1 and −x ≥ 0.
        let line = DenseMatrix::from_rows(&[[1.0], [-1.0]]).unwrap();
        assert!(matches!(nearest(&line, &[1.0, 0.0]), Nearest::Empty));
        // x ≥ 1 and −x ≥ −1: one point.
        let Nearest::Point(point) = nearest(&line, &[1.0, -1.0]) else { panic!("one point") };
        assert!((point[0] - 1.0).abs() < 1e-9);
    }
}
