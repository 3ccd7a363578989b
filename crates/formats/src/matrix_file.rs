use crate::field::{self, entries};
use crate::{FieldError, FormatError, LARGEST_ORDER, ResolveError};
use stiction_complementarity::{DenseMatrix, Matrix, SparseMatrix, TripletError};

/// The three ways to write a matrix.
#[derive(Clone, Debug, PartialEq)]
pub enum MatrixFile {
    /// Row by row.
    Dense(Vec<Vec<f64>>),
    /// Entry by entry; rows and columns count from zero.
    Sparse {
        /// The row of each entry.
        rows: Vec<usize>,
        /// The column of each entry.
        columns: Vec<usize>,
        /// The value of each entry.
        values: Vec<f64>,
        /// The numbers of rows and columns.
        shape: (usize, usize),
    },
    /// In a Matrix Market file of this name, relative to the problem file.
    Named(String),
}

/// What is asked of a matrix before its entries are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// As many columns as rows.
    Square,
    /// As many columns as rows, or nothing at all: a problem of nothing has such a matrix.
    SquareOrEmpty,
    /// Any number of each, but at least one row; without columns in a problem of nothing.
    Rectangular,
}

impl From<&Matrix> for MatrixFile {
    fn from(matrix: &Matrix) -> Self {
        match matrix {
            Matrix::Dense(dense) => {
                let row = |i| (0..dense.columns()).map(|j| dense[(i, j)]).collect();
                Self::Dense((0..dense.rows()).map(row).collect())
            }
            Matrix::Sparse(sparse) => Self::Sparse {
                rows: sparse.triplets().map(|entry| entry.0).collect(),
                columns: sparse.triplets().map(|entry| entry.1).collect(),
                values: sparse.triplets().map(|entry| entry.2).collect(),
                shape: (sparse.rows(), sparse.columns()),
            },
        }
    }
}

impl MatrixFile {
    /// Checks the size and the places, and makes the matrix of this field. `read_matrix` is asked for one that
    /// has a file of its own.
    pub(crate) fn resolve(
        &self,
        field: &str,
        shape: Shape,
        read_matrix: &mut dyn FnMut(&str) -> Result<Matrix, FormatError>,
    ) -> Result<Matrix, ResolveError> {
        let inside = |error: FieldError| error.inside(field);
        let matrix = match self {
            Self::Dense(rows) => dense(rows, shape).map_err(inside)?,
            Self::Sparse { rows, columns, values, shape: (m, n) } => {
                sparse(rows, columns, values, (*m, *n), shape).map_err(inside)?
            }
            // A file that cannot be opened is a fault of the field that names it.
            Self::Named(name) => read_matrix(name).map_err(|error| match error.position {
                None => ResolveError::Field(inside(FieldError::here(error.to_string()))),
                Some(_) => ResolveError::Matrix(error),
            })?,
        };
        check_shape(matrix.rows(), matrix.columns(), shape).map_err(inside)?;
        Ok(matrix)
    }
}

fn dense(rows: &[Vec<f64>], shape: Shape) -> Result<Matrix, FieldError> {
    let columns = match (shape, rows.first()) {
        (Shape::Rectangular, Some(first)) => first.len(),
        _ => rows.len(),
    };
    check_shape(rows.len(), columns, shape)?;
    if let Some((i, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != columns) {
        let why = match shape {
            Shape::Square | Shape::SquareOrEmpty => format!("as the matrix has {} and is square", field::rows(columns)),
            Shape::Rectangular => "as the first row has".to_owned(),
        };
        return Err(FieldError::here(format!("expected {}, {why}, found {}", entries(columns), row.len())).inside(i));
    }
    Ok(DenseMatrix::from_function(rows.len(), columns, |i, j| rows[i][j]).into())
}

fn sparse(
    rows: &[usize],
    columns: &[usize],
    values: &[f64],
    (m, n): (usize, usize),
    shape: Shape,
) -> Result<Matrix, FieldError> {
    if m.max(n) > LARGEST_ORDER {
        let message = format!("expected at most {LARGEST_ORDER} rows and columns, found {m} and {n}");
        return Err(FieldError::at("shape", message));
    }
    let (fits, expected) = match shape {
        Shape::Square => (m == n && m > 0, "a square matrix of one row or more"),
        Shape::SquareOrEmpty => (m == n, "a square matrix"),
        Shape::Rectangular => (m > 0, "one row or more"),
    };
    if !fits {
        return Err(FieldError::at("shape", format!("expected {expected}, found {m} × {n}")));
    }
    for (field, length) in [("columns", columns.len()), ("values", values.len())] {
        if length != rows.len() {
            let message = format!("expected {}, one per entry of rows, found {length}", entries(rows.len()));
            return Err(FieldError::at(field, message));
        }
    }
    let triplets: Vec<_> = (0..rows.len()).map(|k| (rows[k], columns[k], values[k])).collect();
    let entry = |field: &str, k: usize, message| FieldError::here(message).inside(k).inside(field);
    if let Some(k) = values.iter().position(|value| !value.is_finite()) {
        return Err(entry("values", k, format!("expected a finite number, found {}", values[k])));
    }
    let matrix = SparseMatrix::from_triplets(m, n, &triplets).map_err(|error| match error {
        TripletError::OutOfRange { entry: k, row, .. } if row >= m => {
            entry("rows", k, format!("expected a row from 0 to {}, found {row}", m.saturating_sub(1)))
        }
        TripletError::OutOfRange { entry: k, column, .. } => {
            entry("columns", k, format!("expected a column from 0 to {}, found {column}", n.saturating_sub(1)))
        }
        TripletError::Duplicate { entry: k, row, column } => {
            entry("rows", k, format!("expected each position once, found row {row}, column {column} again"))
        }
    })?;
    Ok(matrix.into())
}

fn check_shape(rows: usize, columns: usize, shape: Shape) -> Result<(), FieldError> {
    let expected = |what: String, found: String| Err(FieldError::here(format!("expected {what}, found {found}")));
    match rows {
        _ if rows.max(columns) > LARGEST_ORDER => {
            expected(format!("at most {LARGEST_ORDER} rows and columns"), format!("{rows} and {columns}"))
        }
        _ if shape != Shape::Rectangular && rows != columns => {
            expected("a square matrix".to_owned(), format!("{rows} rows and {columns} columns"))
        }
        0 if shape != Shape::SquareOrEmpty => expected("at least one row".to_owned(), "none".to_owned()),
        _ => Ok(()),
    }
}
