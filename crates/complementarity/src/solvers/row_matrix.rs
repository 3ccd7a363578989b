use stiction_linalg::Matrix;
use stiction_linalg::kernels::{axpy, dot};

/// A row-wise copy of a matrix, in storage that is reused: sweeps go row by row, problems are stored
/// column by column.
#[derive(Clone, Debug, Default)]
pub(super) struct RowMatrix {
    columns: usize,
    starts: Vec<usize>,
    indices: Vec<usize>,
    values: Vec<f64>,
}

impl RowMatrix {
    /// Copies `matrix`, leaving out its zeros.
    pub fn refill(&mut self, matrix: &Matrix) {
        self.columns = matrix.columns();
        self.starts.clear();
        self.starts.resize(matrix.rows() + 1, 0);
        matrix.for_each(|i, _, value| self.starts[i + 1] += usize::from(value != 0.0));
        for i in 0..matrix.rows() {
            self.starts[i + 1] += self.starts[i];
        }
        let entries = self.starts[matrix.rows()];
        self.indices.clear();
        self.indices.resize(entries, 0);
        self.values.clear();
        self.values.resize(entries, 0.0);
        // Columns arrive in order, so each row fills from the left; afterwards `starts` is one row ahead.
        let (starts, indices, values) = (&mut self.starts, &mut self.indices, &mut self.values);
        matrix.for_each(|i, j, value| {
            if value != 0.0 {
                indices[starts[i]] = j;
                values[starts[i]] = value;
                starts[i] += 1;
            }
        });
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The entries of row `i` as `(column, value)`.
    pub fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.starts[i]..self.starts[i + 1];
        self.indices[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }

    /// Row `i` times `x`.
    #[inline]
    pub fn row_dot(&self, i: usize, x: &[f64]) -> f64 {
        let range = self.starts[i]..self.starts[i + 1];
        if range.len() == self.columns {
            dot(&self.values[range], x)
        } else {
            self.row(i).map(|(j, value)| value * x[j]).sum()
        }
    }

    /// `y += factor · row i`.
    #[inline]
    pub fn add_row(&self, i: usize, factor: f64, y: &mut [f64]) {
        let range = self.starts[i]..self.starts[i + 1];
        if range.len() == self.columns {
            axpy(factor, &self.values[range], y);
        } else {
            self.row(i).for_each(|(j, value)| y[j] += factor * value);
        }
    }

    /// The entry on the diagonal of row `i`.
    pub fn diagonal(&self, i: usize) -> f64 {
        self.row(i).find(|&(j, _)| j == i).map_or(0.0, |(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_linalg::{DenseMatrix, SparseMatrix};

    #[test]
    fn rows_of_dense_and_sparse_matrices_agree() {
        let dense = DenseMatrix::from_rows(&[[1.0, 0.0, 2.0], [3.0, 4.0, 5.0], [0.0, 0.0, 0.0]]).unwrap();
        let places = [(1, 1, 4.0), (0, 0, 1.0), (1, 0, 3.0), (0, 2, 2.0), (1, 2, 5.0)];
        let sparse = SparseMatrix::from_triplets(3, 3, &places).unwrap();
        let mut rows = RowMatrix::default();
        for matrix in [Matrix::from(dense), Matrix::from(sparse)] {
            rows.refill(&matrix);
            assert_eq!(rows.rows(), 3);
            assert_eq!(rows.row(0).collect::<Vec<_>>(), [(0, 1.0), (2, 2.0)]);
            assert_eq!(rows.row(2).count(), 0);
            let x = [1.0, 10.0, 100.0];
            assert_eq!([0, 1, 2].map(|i| rows.row_dot(i, &x)), [201.0, 543.0, 0.0]);
            assert_eq!([0, 1, 2].map(|i| rows.diagonal(i)), [1.0, 4.0, 0.0]);
            let mut y = [0.0; 3];
            rows.add_row(0, 2.0, &mut y);
            rows.add_row(1, 1.0, &mut y);
            assert_eq!(y, [5.0, 4.0, 9.0]);
        }
    }
}
