//! The three kinds of problem, and what they have in common.

mod bounds;
mod error;
mod lcp;
mod mcp;
mod mixed_lcp;
mod units;

pub use bounds::Bounds;
pub use error::ProblemError;
pub use lcp::Lcp;
pub use mcp::{Jacobian, Mcp};
pub use mixed_lcp::MixedLcp;
pub use units::Units;

use crate::Residual;
use stiction_linalg::{DenseMatrix, Matrix};

/// A mixed complementarity problem: find `z` in the box with `w = F(z)` of the right sign in each row.
pub trait Problem {
    /// The number of unknowns.
    fn dimension(&self) -> usize {
        self.bounds().len()
    }

    /// The box that `z` must lie in.
    fn bounds(&self) -> &Bounds;

    /// Writes `F(z)` into `w`. Outside its domain a function writes NaN.
    fn evaluate(&self, z: &[f64], w: &mut [f64]);

    /// Writes the derivative of `F` at `z`, a square matrix of the problem's order.
    fn jacobian(&self, z: &[f64], jacobian: &mut DenseMatrix);

    /// The sizes of each row's `z` and `w` against which a residual counts as small; 1 unless the
    /// problem knows better.
    fn sizes(&self, _z: &[f64], z_sizes: &mut [f64], w_sizes: &mut [f64]) {
        z_sizes.fill(1.0);
        w_sizes.fill(1.0);
    }

    /// Sizes of each row's `z` and `w` that bring the whole problem to order one, for methods that are not
    /// blind to units; 1 unless the problem knows better.
    fn typical_sizes(&self, z_sizes: &mut [f64], w_sizes: &mut [f64]) {
        z_sizes.fill(1.0);
        w_sizes.fill(1.0);
    }

    /// The scaled residual that rounding in `F(z)` may hide; 0 unless the problem knows better.
    fn rounding(&self, _z: &[f64]) -> f64 {
        0.0
    }

    /// What to call a row in messages.
    fn row_name(&self, row: usize) -> String {
        format!("row {row}")
    }

    /// How far `z` is from a solution. This is the only judge of an answer.
    fn residual(&self, z: &[f64]) -> Residual {
        let mut w = vec![0.0; self.dimension()];
        self.evaluate(z, &mut w);
        self.residual_with(z, &w)
    }

    /// The same, where `w = F(z)` is at hand.
    fn residual_with(&self, z: &[f64], w: &[f64]) -> Residual {
        self.residual_in(z, w, &mut vec![0.0; 2 * z.len()])
    }

    /// The same, with scratch of twice the problem's order, so that nothing is allocated.
    fn residual_in(&self, z: &[f64], w: &[f64], scratch: &mut [f64]) -> Residual {
        let (z_sizes, w_sizes) = scratch.split_at_mut(z.len());
        self.sizes(z, z_sizes, w_sizes);
        let mut residual = Residual::measure(self.bounds(), z, w, z_sizes, w_sizes);
        let hidden = self.rounding(z);
        if residual.scaled.natural < hidden {
            residual.scaled.natural = hidden;
        }
        residual
    }
}

/// A problem with `F(z) = M z + q`.
pub trait LinearProblem: Problem {
    /// `M`.
    fn matrix(&self) -> &Matrix;

    /// `q`.
    fn vector(&self) -> &[f64];

    /// The units that bring the problem to unit size.
    fn units(&self) -> &Units;

    /// Whether `M` equals its transpose, bit for bit.
    fn is_symmetric(&self) -> bool;
}
