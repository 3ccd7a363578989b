use crate::{DenseMatrix, SparseMatrix};
use std::borrow::Cow;

/// A matrix, dense or sparse, as a problem was given.
#[derive(Clone, Debug, PartialEq)]
pub enum Matrix {
    /// Every entry stored.
    Dense(DenseMatrix),
    /// Only the entries that were given.
    Sparse(SparseMatrix),
}

impl Matrix {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        match self {
            Self::Dense(matrix) => matrix.rows(),
            Self::Sparse(matrix) => matrix.rows(),
        }
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        match self {
            Self::Dense(matrix) => matrix.columns(),
            Self::Sparse(matrix) => matrix.columns(),
        }
    }

    /// `y += A x`.
    pub fn multiply_add(&self, x: &[f64], y: &mut [f64]) {
        match self {
            Self::Dense(matrix) => matrix.multiply_add(x, y),
            Self::Sparse(matrix) => matrix.multiply_add(x, y),
        }
    }

    /// `y += |A| |x|`, entry by entry: the size of the terms of `A x`.
    pub fn multiply_add_absolute(&self, x: &[f64], y: &mut [f64]) {
        for (j, factor) in x.iter().map(|value| value.abs()).enumerate() {
            if factor == 0.0 {
                continue;
            }
            match self {
                Self::Dense(matrix) => {
                    for (y, value) in y.iter_mut().zip(matrix.column(j)) {
                        *y += value.abs() * factor;
                    }
                }
                Self::Sparse(matrix) => matrix.column(j).for_each(|(i, value)| y[i] += value.abs() * factor),
            }
        }
    }

    /// Whether the matrix is square and equal to its transpose, bit for bit.
    pub fn is_symmetric(&self) -> bool {
        match self {
            Self::Dense(matrix) => matrix.is_symmetric(),
            Self::Sparse(matrix) => matrix.rows() == matrix.columns() && *matrix == matrix.transposed(),
        }
    }

    /// Calls `visit(row, column, value)` for every stored entry, column by column.
    pub fn for_each(&self, mut visit: impl FnMut(usize, usize, f64)) {
        match self {
            Self::Dense(matrix) => {
                for j in 0..matrix.columns() {
                    for (i, &value) in matrix.column(j).iter().enumerate() {
                        visit(i, j, value);
                    }
                }
            }
            Self::Sparse(matrix) => matrix.triplets().for_each(|(i, j, value)| visit(i, j, value)),
        }
    }

    /// The matrix with every entry stored: borrowed if it is dense already.
    pub fn to_dense(&self) -> Cow<'_, DenseMatrix> {
        match self {
            Self::Dense(matrix) => Cow::Borrowed(matrix),
            Self::Sparse(matrix) => Cow::Owned(matrix.to_dense()),
        }
    }
}

impl From<DenseMatrix> for Matrix {
    fn from(matrix: DenseMatrix) -> Self {
        Self::Dense(matrix)
    }
}

impl From<SparseMatrix> for Matrix {
    fn from(matrix: SparseMatrix) -> Self {
        Self::Sparse(matrix)
    }
}
