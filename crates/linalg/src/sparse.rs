use crate::DenseMatrix;
use std::fmt;

/// A sparse matrix of doubles in compressed columns, rows ascending within each column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SparseMatrix {
    rows: usize,
    columns: usize,
    column_starts: Vec<usize>,
    row_indices: Vec<usize>,
    values: Vec<f64>,
}

/// What is wrong with a list of triplets; `entry` counts from zero in the order given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TripletError {
    /// The entry lies outside the matrix.
    OutOfRange {
        /// Position in the list.
        entry: usize,
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// The entry names a place that an earlier one has named.
    Duplicate {
        /// Position in the list.
        entry: usize,
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
}

impl fmt::Display for TripletError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { entry, row, column } => {
                write!(f, "entry {entry} at row {row}, column {column} lies outside the matrix")
            }
            Self::Duplicate { entry, row, column } => {
                write!(f, "entry {entry} repeats row {row}, column {column}")
            }
        }
    }
}

impl std::error::Error for TripletError {}

impl SparseMatrix {
    /// A matrix from `(row, column, value)` triplets in any order; a repeated place is an error.
    pub fn from_triplets(rows: usize, columns: usize, triplets: &[(usize, usize, f64)]) -> Result<Self, TripletError> {
        if let Some((entry, &(row, column, _))) =
            triplets.iter().enumerate().find(|(_, t)| t.0 >= rows || t.1 >= columns)
        {
            return Err(TripletError::OutOfRange { entry, row, column });
        }
        let mut order: Vec<usize> = (0..triplets.len()).collect();
        order.sort_by_key(|&k| (triplets[k].1, triplets[k].0, k));
        if let Some(pair) = order.windows(2).find(|p| {
            let (a, b) = (triplets[p[0]], triplets[p[1]]);
            (a.0, a.1) == (b.0, b.1)
        }) {
            let (row, column, _) = triplets[pair[1]];
            return Err(TripletError::Duplicate { entry: pair[1], row, column });
        }
        let mut column_starts = vec![0; columns + 1];
        for &(_, column, _) in triplets {
            column_starts[column + 1] += 1;
        }
        for j in 0..columns {
            column_starts[j + 1] += column_starts[j];
        }
        Ok(Self {
            rows,
            columns,
            column_starts,
            row_indices: order.iter().map(|&k| triplets[k].0).collect(),
            values: order.iter().map(|&k| triplets[k].2).collect(),
        })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The stored entries of column `j` as `(row, value)`.
    pub fn column(&self, j: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.column_starts[j]..self.column_starts[j + 1];
        self.row_indices[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }

    /// All stored entries as `(row, column, value)`, column by column.
    pub fn triplets(&self) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        (0..self.columns).flat_map(move |j| self.column(j).map(move |(i, value)| (i, j, value)))
    }

    /// `y += A x`.
    pub fn multiply_add(&self, x: &[f64], y: &mut [f64]) {
        for (j, &factor) in x.iter().enumerate().take(self.columns) {
            for (i, value) in self.column(j) {
                y[i] += value * factor;
            }
        }
    }

    /// The transpose, as a new matrix.
    pub fn transposed(&self) -> Self {
        let triplets: Vec<_> = self.triplets().map(|(i, j, value)| (j, i, value)).collect();
        // The places of a valid matrix stay valid when transposed.
        Self::from_triplets(self.columns, self.rows, &triplets).unwrap_or_default()
    }

    /// The same matrix with every entry stored.
    pub fn to_dense(&self) -> DenseMatrix {
        let mut dense = DenseMatrix::zeros(self.rows, self.columns);
        for (i, j, value) in self.triplets() {
            dense[(i, j)] = value;
        }
        dense
    }
}
