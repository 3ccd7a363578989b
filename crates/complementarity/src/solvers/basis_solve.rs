//! The point of a complementary basis: every row at a bound or with `w = 0`, from a fresh factorisation.

use crate::{LinearProblem, Position};
use stiction_linalg::exact::dot_twofold;
use stiction_linalg::kernels::{axpy, norm_max, reserve_total};
use stiction_linalg::{Cholesky, DenseMatrix, Lu};

/// How to factorise a basic block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Factorisation {
    /// By LU.
    General,
    /// By Cholesky where the matrix is symmetric and the block definite, else by LU.
    Any,
    /// The same, but a symmetric block that is not definite is refused.
    Definite,
}

/// Solves `M_BB z_B = −(q + M z_N)_B` for the basic rows `B`.
#[derive(Default)]
pub(crate) struct BasisSolve {
    basic: Vec<usize>,
    right: Vec<f64>,
    lu: Lu,
    cholesky: Cholesky,
}

impl BasisSolve {
    /// Residuals of the basic rows above this multiple of the data's size are refined away.
    const ACCURATE: f64 = 1e-14;

    /// Makes room for problems up to an order, so that solving them allocates nothing.
    pub fn reserve(&mut self, order: usize) {
        reserve_total(&mut self.basic, order);
        reserve_total(&mut self.right, order);
        self.lu.reserve(order);
        self.cholesky.reserve(order);
    }

    /// Writes the basis's point into `z` and its `M z + q` into `w`. Returns whether the basis is
    /// regular. The point is only as good as the factorisation that is asked for.
    pub fn solve(
        &mut self,
        problem: &dyn LinearProblem,
        matrix: &DenseMatrix,
        positions: &[Position],
        factorisation: Factorisation,
        z: &mut [f64],
        w: &mut [f64],
    ) -> bool {
        let (bounds, units) = (problem.bounds(), problem.units());
        self.basic.clear();
        w.copy_from_slice(problem.vector());
        for (j, position) in positions.iter().enumerate() {
            z[j] = match position {
                Position::Basic => {
                    self.basic.push(j);
                    0.0
                }
                Position::Lower => bounds.lower()[j],
                Position::Upper => bounds.upper()[j],
            };
            if z[j] != 0.0 {
                axpy(z[j], matrix.column(j), w);
            }
        }
        let basic = &self.basic;
        let try_cholesky = factorisation != Factorisation::General && problem.is_symmetric();
        let by_cholesky = try_cholesky
            && self.cholesky.factor_with(basic.len(), |j, column| {
                let source = matrix.column(basic[j]);
                column.iter_mut().zip(&basic[j..]).for_each(|(target, &i)| *target = source[i]);
            });
        if !by_cholesky {
            if try_cholesky && factorisation == Factorisation::Definite {
                return false;
            }
            let regular = self.lu.factor_with(basic.len(), |i, j| {
                matrix[(basic[i], basic[j])] * units.columns[basic[j]] * units.row_inverses[basic[i]]
            });
            if !regular {
                return false;
            }
        }
        self.right.clear();
        self.right.extend(basic.iter().map(|&i| -w[i]));
        self.correct(problem, matrix, by_cholesky, z, w);
        for _ in 0..2 {
            let size = units.size(z);
            let accurate = self.basic.iter().all(|&i| w[i].abs() <= Self::ACCURATE * size * units.rows[i]);
            if accurate {
                break;
            }
            for (right, &i) in self.right.iter_mut().zip(&self.basic) {
                let row = (0..z.len()).filter(|&j| z[j] != 0.0).map(|j| (-matrix[(i, j)], z[j]));
                *right = dot_twofold(-problem.vector()[i], row);
            }
            self.correct(problem, matrix, by_cholesky, z, w);
        }
        norm_max(z).is_finite()
    }

    /// Adds the solution for the current right-hand side to `z`, and recomputes `w`.
    fn correct(
        &mut self,
        problem: &dyn LinearProblem,
        matrix: &DenseMatrix,
        by_cholesky: bool,
        z: &mut [f64],
        w: &mut [f64],
    ) {
        let units = problem.units();
        if by_cholesky {
            self.cholesky.solve(&mut self.right);
            for (&j, value) in self.basic.iter().zip(&self.right) {
                z[j] += value;
            }
        } else {
            for (right, &i) in self.right.iter_mut().zip(&self.basic) {
                *right *= units.row_inverses[i];
            }
            self.lu.solve(&mut self.right);
            for (&j, value) in self.basic.iter().zip(&self.right) {
                z[j] += value * units.columns[j];
            }
        }
        w.copy_from_slice(problem.vector());
        multiply_add_nonzero(matrix, z, w);
    }
}

/// `w += M z` over the entries of `z` that are not zero.
pub(crate) fn multiply_add_nonzero(matrix: &DenseMatrix, z: &[f64], w: &mut [f64]) {
    let mut pending = [0; 4];
    let mut count = 0;
    for (j, &value) in z.iter().enumerate() {
        if value != 0.0 {
            pending[count] = j;
            count += 1;
            if count == 4 {
                stiction_linalg::kernels::axpy4(pending.map(|j| z[j]), pending.map(|j| matrix.column(j)), w);
                count = 0;
            }
        }
    }
    for &j in &pending[..count] {
        axpy(z[j], matrix.column(j), w);
    }
}
