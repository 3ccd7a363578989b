//! The Newton system of the interior-point method, reduced to the unknowns `x`.
//!
//! Eliminating slacks and multipliers leaves `(A + diag(v/s)) Δx = −(A x + b − w) + …` with the scaled matrix
//! `A`: one LU factorisation per iteration. Rows are divided by `1 + v/s`, so that the huge diagonal of rows at a
//! bound does not steer the pivoting.

use super::pair::Pairs;
use crate::LinearProblem;
use stiction_linalg::{DenseMatrix, Lu};

/// Passes of iterative refinement per solve.
const REFINEMENTS: usize = 2;

/// The scaled problem `A x + b`, its residual, and the factorised system.
#[derive(Default)]
pub(super) struct Newton {
    /// `z = z_sizes · x`.
    pub z_sizes: Vec<f64>,
    matrix: DenseMatrix,
    vector: Vec<f64>,
    fixed: Vec<bool>,
    /// `A x + b − w`.
    residual: Vec<f64>,
    /// `Σ v/s` by row.
    diagonal: Vec<f64>,
    right: Vec<f64>,
    rest: Vec<f64>,
    lu: Lu,
}

impl Newton {
    /// Copies the problem in its units.
    pub fn prepare(&mut self, problem: &dyn LinearProblem) {
        let (order, bounds, units) = (problem.dimension(), problem.bounds(), problem.units());
        for buffer in [&mut self.residual, &mut self.diagonal, &mut self.right, &mut self.rest] {
            buffer.clear();
            buffer.resize(order, 0.0);
        }
        // The scaling must not depend on the start: the size at the point nearest to zero.
        bounds.project(&mut self.rest);
        let size = units.size(&self.rest);
        self.z_sizes.clear();
        self.z_sizes.extend(units.columns.iter().map(|unit| unit * size));
        self.vector.clear();
        self.vector.extend(problem.vector().iter().zip(&units.rows).map(|(value, unit)| value / (unit * size)));
        self.fixed.clear();
        self.fixed.extend((0..order).map(|i| bounds.lower()[i] == bounds.upper()[i]));
        self.matrix.reset(order, order);
        let matrix = &mut self.matrix;
        problem.matrix().for_each(|i, j, value| matrix[(i, j)] = value * units.columns[j] / units.rows[i]);
    }

    /// Sets the residual at `x`.
    pub fn residual(&mut self, x: &[f64], pairs: &Pairs) {
        self.residual.copy_from_slice(&self.vector);
        self.matrix.multiply_add(x, &mut self.residual);
        for pair in &pairs.0 {
            self.residual[pair.row] -= pair.sign * pair.multiplier;
        }
    }

    fn entry(matrix: &DenseMatrix, diagonal: &[f64], fixed: &[bool], i: usize, j: usize) -> f64 {
        if fixed[i] {
            return if i == j { 1.0 } else { 0.0 };
        }
        let value = matrix[(i, j)] / (1.0 + diagonal[i]);
        if i == j { value + diagonal[i] / (1.0 + diagonal[i]) } else { value }
    }

    /// Factorises at the pairs' present values, with more regularisation where the first is not enough.
    pub fn factor(&mut self, pairs: &Pairs, regularization: f64) -> bool {
        self.diagonal.fill(0.0);
        for pair in &pairs.0 {
            self.diagonal[pair.row] += pair.multiplier / pair.slack;
        }
        let (matrix, diagonal, fixed) = (&self.matrix, &self.diagonal, &self.fixed);
        let mut added = regularization;
        for _ in 0..4 {
            let entry = |i: usize, j: usize| {
                let value = Self::entry(matrix, diagonal, fixed, i, j);
                if i == j { value + added } else { value }
            };
            if self.lu.factor_with(matrix.rows(), entry) {
                return true;
            }
            added = (100.0 * added).max(1e-14);
        }
        false
    }

    /// Solves for the targets of the pairs; writes the step of `x` and sets the steps of the pairs.
    pub fn solve(&mut self, pairs: &mut Pairs, step: &mut [f64]) {
        for (right, residual) in self.right.iter_mut().zip(&self.residual) {
            *right = -residual;
        }
        for pair in &pairs.0 {
            self.right[pair.row] += pair.sign * (pair.target - pair.multiplier * pair.gap) / pair.slack;
        }
        for i in 0..step.len() {
            self.right[i] = if self.fixed[i] { 0.0 } else { self.right[i] / (1.0 + self.diagonal[i]) };
        }
        step.copy_from_slice(&self.right);
        self.lu.solve(step);
        for _ in 0..REFINEMENTS {
            self.refine(step);
        }
        pairs.follow(step);
    }

    /// One pass of iterative refinement against the system without regularisation.
    fn refine(&mut self, step: &mut [f64]) {
        self.rest.fill(0.0);
        self.matrix.multiply_add(step, &mut self.rest);
        for i in 0..step.len() {
            let image = if self.fixed[i] {
                step[i]
            } else {
                (self.rest[i] + self.diagonal[i] * step[i]) / (1.0 + self.diagonal[i])
            };
            self.rest[i] = self.right[i] - image;
        }
        self.lu.solve(&mut self.rest);
        stiction_linalg::kernels::axpy(1.0, &self.rest, step);
    }
}
