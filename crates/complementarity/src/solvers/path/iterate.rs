use crate::{Bounds, Position, Problem, Residual};

/// A point of the normal map: `z` in the box and the `w` that goes with it.
///
/// With `x = z − w` the normal map is `F(z) + x − z = F(z) − w`: its norm, in the rows' sizes, is the merit.
#[derive(Clone, Debug, Default)]
pub(super) struct Iterate {
    pub z: Vec<f64>,
    /// Zero where `z` is between its bounds, of the right sign where it is at one.
    pub w: Vec<f64>,
    /// `F(z)`.
    pub function: Vec<f64>,
    pub positions: Vec<Position>,
    /// The norm of the normal map; infinite where `F` is not defined.
    pub merit: f64,
    pub residual: Residual,
}

impl Iterate {
    pub fn resize(&mut self, order: usize) {
        for values in [&mut self.z, &mut self.w, &mut self.function] {
            values.clear();
            values.resize(order, 0.0);
        }
        self.positions.clear();
        self.positions.resize(order, Position::Basic);
        self.merit = f64::INFINITY;
    }

    pub fn copy_from(&mut self, other: &Self) {
        self.z.copy_from_slice(&other.z);
        self.w.copy_from_slice(&other.w);
        self.function.copy_from_slice(&other.function);
        self.positions.copy_from_slice(&other.positions);
        self.merit = other.merit;
        self.residual = other.residual;
    }

    /// Evaluates the function at `z` and the merit against the current `w`. `scratch` is the judge's; `row_sizes` are fixed for the whole solve.
    pub fn evaluate(&mut self, problem: &dyn Problem, row_sizes: &[f64], scratch: &mut [f64]) {
        problem.evaluate(&self.z, &mut self.function);
        self.measure(row_sizes);
        self.residual = problem.residual_in(&self.z, &self.function, scratch);
    }

    pub fn measure(&mut self, row_sizes: &[f64]) {
        let squares: f64 = (0..self.z.len()).map(|i| ((self.function[i] - self.w[i]) / row_sizes[i]).powi(2)).sum();
        self.merit = if squares.is_finite() { squares.sqrt() } else { f64::INFINITY };
    }

    /// Chooses `w` afresh from the function: rows at a bound with the right sign stay there with no
    /// residual, all others become basic.
    pub fn settle(&mut self, bounds: &Bounds, row_sizes: &[f64]) {
        for i in 0..self.z.len() {
            let (z, f) = (self.z[i], self.function[i]);
            self.positions[i] = if z <= bounds.lower()[i] && (f >= 0.0 || z >= bounds.upper()[i]) {
                Position::Lower
            } else if z >= bounds.upper()[i] && f <= 0.0 {
                Position::Upper
            } else {
                Position::Basic
            };
            self.w[i] = if self.positions[i] == Position::Basic { 0.0 } else { f };
        }
        self.measure(row_sizes);
    }
}
