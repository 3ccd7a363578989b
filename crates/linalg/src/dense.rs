use crate::kernels::{axpy, axpy4, dot};
use std::ops::{Index, IndexMut};

/// A dense matrix of doubles, stored column by column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DenseMatrix {
    rows: usize,
    columns: usize,
    data: Vec<f64>,
}

impl DenseMatrix {
    /// A matrix of zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, data: vec![0.0; rows * columns] }
    }

    /// The identity of the given order.
    pub fn identity(order: usize) -> Self {
        Self::from_function(order, order, |i, j| if i == j { 1.0 } else { 0.0 })
    }

    /// A matrix whose entry in row `i` and column `j` is `entry(i, j)`.
    pub fn from_function(rows: usize, columns: usize, mut entry: impl FnMut(usize, usize) -> f64) -> Self {
        let mut data = Vec::with_capacity(rows * columns);
        for j in 0..columns {
            for i in 0..rows {
                data.push(entry(i, j));
            }
        }
        Self { rows, columns, data }
    }

    /// A matrix from its rows, or `None` when they differ in length.
    pub fn from_rows<Row: AsRef<[f64]>>(rows: &[Row]) -> Option<Self> {
        let columns = rows.first().map_or(0, |row| row.as_ref().len());
        rows.iter()
            .all(|row| row.as_ref().len() == columns)
            .then(|| Self::from_function(rows.len(), columns, |i, j| rows[i].as_ref()[j]))
    }

    /// A matrix from its entries column by column, or `None` when their number is not `rows · columns`.
    pub fn from_column_major(rows: usize, columns: usize, data: Vec<f64>) -> Option<Self> {
        (rows.checked_mul(columns) == Some(data.len())).then_some(Self { rows, columns, data })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Column `j`.
    #[inline]
    pub fn column(&self, j: usize) -> &[f64] {
        &self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// Column `j`, for writing.
    #[inline]
    pub fn column_mut(&mut self, j: usize) -> &mut [f64] {
        &mut self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// All entries, column by column.
    pub fn as_slice(&self) -> &[f64] {
        &self.data
    }

    /// All entries, column by column, for writing.
    pub fn as_mut_slice(&mut self) -> &mut [f64] {
        &mut self.data
    }

    /// Changes the shape and sets every entry to zero, keeping the storage where it suffices.
    pub fn reset(&mut self, rows: usize, columns: usize) {
        self.rows = rows;
        self.columns = columns;
        self.data.clear();
        self.data.resize(rows * columns, 0.0);
    }

    /// The transpose, as a new matrix.
    pub fn transposed(&self) -> Self {
        Self::from_function(self.columns, self.rows, |i, j| self[(j, i)])
    }

    /// `y = A x`.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        self.multiply_add(x, y);
    }

    /// `y += A x`.
    pub fn multiply_add(&self, x: &[f64], y: &mut [f64]) {
        let mut j = 0;
        while j + 4 <= self.columns {
            let columns = [self.column(j), self.column(j + 1), self.column(j + 2), self.column(j + 3)];
            axpy4([x[j], x[j + 1], x[j + 2], x[j + 3]], columns, y);
            j += 4;
        }
        for k in j..self.columns {
            axpy(x[k], self.column(k), y);
        }
    }

    /// `y = Aᵀ x`.
    pub fn multiply_transposed(&self, x: &[f64], y: &mut [f64]) {
        for (j, value) in y.iter_mut().enumerate().take(self.columns) {
            *value = dot(self.column(j), x);
        }
    }

    /// The matrix product `A B`, as a new matrix.
    pub fn product(&self, other: &Self) -> Self {
        let mut product = Self::zeros(self.rows, other.columns);
        for j in 0..other.columns {
            self.multiply_add(other.column(j), product.column_mut(j));
        }
        product
    }

    /// Whether the matrix is square and equal to its transpose, bit for bit.
    pub fn is_symmetric(&self) -> bool {
        self.rows == self.columns
            && (0..self.columns).all(|j| {
                let column = self.column(j);
                (j + 1..self.rows).all(|i| column[i] == self.data[i * self.rows + j])
            })
    }
}

impl Index<(usize, usize)> for DenseMatrix {
    type Output = f64;
    #[inline]
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        debug_assert!(i < self.rows);
        &self.data[j * self.rows + i]
    }
}

impl IndexMut<(usize, usize)> for DenseMatrix {
    #[inline]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        debug_assert!(i < self.rows);
        &mut self.data[j * self.rows + i]
    }
}
