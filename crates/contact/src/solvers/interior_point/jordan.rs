//! The Jordan algebra of the Lorentz cone in three dimensions.

use super::Vector;
use stiction_linalg::{Block, NODE, ZERO};

pub(super) fn jordan_product(a: &Vector, b: &Vector) -> Vector {
    [a[0] * b[0] + a[1] * b[1] + a[2] * b[2], a[0] * b[1] + b[0] * a[1], a[0] * b[2] + b[0] * a[2], 0.0]
}

/// `z` with `l ∘ z = d`.
pub(super) fn jordan_quotient(l: &Vector, d: &Vector) -> Vector {
    let determinant = determinant(l);
    let first = (l[0] * d[0] - l[1] * d[1] - l[2] * d[2]) / determinant;
    [first, (d[1] - l[1] * first) / l[0], (d[2] - l[2] * first) / l[0], 0.0]
}

fn determinant(a: &Vector) -> f64 {
    let size = (a[1] * a[1] + a[2] * a[2]).sqrt();
    (a[0] - size) * (a[0] + size)
}

/// The largest step along `d` that stays in the cone.
pub(super) fn largest_step(x: &Vector, d: &Vector) -> f64 {
    let a = d[0] * d[0] - d[1] * d[1] - d[2] * d[2];
    let b = x[0] * d[0] - x[1] * d[1] - x[2] * d[2];
    let c = determinant(x);
    let mut largest = if d[0] < 0.0 { -x[0] / d[0] } else { f64::INFINITY };
    let discriminant = b * b - a * c;
    if discriminant >= 0.0 {
        let q = -(b + discriminant.sqrt().copysign(b));
        for root in [q / a, c / q] {
            if root > 0.0 && root < largest {
                largest = root;
            }
        }
    }
    largest
}

/// Nesterov and Todd's `P` and its inverse at a pair of points inside the cone.
pub(super) fn nesterov_todd(x: &Vector, y: &Vector) -> (Block, Block) {
    let (root_y, root_x) = (determinant(y).max(1e-300).sqrt(), determinant(x).max(1e-300).sqrt());
    let (y, x) = (y.map(|value| value / root_y), x.map(|value| value / root_x));
    let g = ((1.0 + y[0] * x[0] + y[1] * x[1] + y[2] * x[2]) / 2.0).sqrt();
    let w = [(y[0] + x[0]) / (2.0 * g), (y[1] - x[1]) / (2.0 * g), (y[2] - x[2]) / (2.0 * g)];
    let beta = (root_y / root_x).sqrt();
    let mut matrix = ZERO;
    let mut inverse = ZERO;
    let share = 1.0 / (1.0 + w[0]);
    for column in 0..NODE {
        for row in 0..NODE {
            let (value, sign) = match (row, column) {
                (0, 0) => (w[0], 1.0),
                (0, other) | (other, 0) => (w[other], -1.0),
                _ => (f64::from(row == column) + w[row] * w[column] * share, 1.0),
            };
            matrix[column][row] = beta * value;
            inverse[column][row] = sign * value / beta;
        }
    }
    (matrix, inverse)
}
