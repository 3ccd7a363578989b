//! What was written → what it means.

use crate::problem_file::{MatrixFile, ProblemFile, ProblemKind};
use crate::{FieldError, FormatError, LARGEST_ORDER, LoadedKind, LoadedProblem};
use std::fmt;
use stiction_complementarity::{DenseMatrix, Lcp, Matrix, MixedLcp, ProblemError, SparseMatrix, TripletError};

/// Why a problem file makes no problem.
#[derive(Clone, Debug, PartialEq)]
pub enum ResolveError {
    /// A field of the problem file itself.
    Field(FieldError),
    /// The Matrix Market file that it names.
    Matrix(FormatError),
}

impl From<FieldError> for ResolveError {
    fn from(error: FieldError) -> Self {
        Self::Field(error)
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(error) => error.fmt(f),
            Self::Matrix(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ResolveError {}

impl ProblemFile {
    /// Checks sizes, places and bounds, and makes the problem. `read_matrix` is asked for a matrix that
    /// has a file of its own.
    pub fn resolve(
        &self,
        read_matrix: &mut dyn FnMut(&str) -> Result<Matrix, FormatError>,
    ) -> Result<LoadedProblem, ResolveError> {
        let matrix = match &self.matrix {
            MatrixFile::Dense(rows) => dense(rows)?,
            MatrixFile::Sparse { rows, columns, values, shape } => sparse(rows, columns, values, *shape)?,
            MatrixFile::Named(name) => read_matrix(name).map_err(ResolveError::Matrix)?,
        };
        let order = square(matrix.rows(), matrix.columns())?;
        per_row("vector", self.vector.len(), order)?;
        if !self.names.is_empty() {
            per_row("names", self.names.len(), order)?;
        }
        let vector = self.vector.clone();
        let kind = match &self.kind {
            ProblemKind::Lcp => Lcp::new(matrix, vector).map(LoadedKind::Lcp),
            ProblemKind::MixedLcp { lower, upper } => {
                per_row("lower", lower.len(), order)?;
                per_row("upper", upper.len(), order)?;
                let lower = lower.iter().map(|bound| bound.unwrap_or(f64::NEG_INFINITY)).collect();
                let upper = upper.iter().map(|bound| bound.unwrap_or(f64::INFINITY)).collect();
                MixedLcp::new(matrix, vector, lower, upper).map(LoadedKind::MixedLcp)
            }
        };
        let kind = kind.map_err(|error| blame(&error))?;
        Ok(LoadedProblem { kind, names: self.names.clone() })
    }
}

fn dense(rows: &[Vec<f64>]) -> Result<Matrix, FieldError> {
    let order = square(rows.len(), rows.len())?;
    if let Some((i, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != order) {
        let message =
            format!("expected {order} entries, as the matrix has {order} rows and is square, found {}", row.len());
        return Err(FieldError::here(message).inside(i).inside("matrix"));
    }
    Ok(DenseMatrix::from_function(order, order, |i, j| rows[i][j]).into())
}

fn sparse(rows: &[usize], columns: &[usize], values: &[f64], shape: (usize, usize)) -> Result<Matrix, FieldError> {
    let at = |field: &str, message: String| FieldError::at(field, message).inside("matrix");
    if shape.0.max(shape.1) > LARGEST_ORDER {
        let message = format!("expected at most {LARGEST_ORDER} rows and columns, found {} and {}", shape.0, shape.1);
        return Err(at("shape", message));
    }
    if shape.0 != shape.1 || shape.0 == 0 {
        let message = format!("expected a square matrix of one row or more, found {} × {}", shape.0, shape.1);
        return Err(at("shape", message));
    }
    for (field, length) in [("columns", columns.len()), ("values", values.len())] {
        if length != rows.len() {
            return Err(at(field, format!("expected {} entries, one per entry of rows, found {length}", rows.len())));
        }
    }
    let triplets: Vec<_> = (0..rows.len()).map(|k| (rows[k], columns[k], values[k])).collect();
    let entry = |field: &str, k: usize, message| FieldError::here(message).inside(k).inside(field).inside("matrix");
    if let Some(k) = values.iter().position(|value| !value.is_finite()) {
        return Err(entry("values", k, format!("expected a finite number, found {}", values[k])));
    }
    let matrix = SparseMatrix::from_triplets(shape.0, shape.1, &triplets).map_err(|error| match error {
        TripletError::OutOfRange { entry: k, row, .. } if row >= shape.0 => {
            entry("rows", k, format!("expected a row from 0 to {}, found {row}", shape.0 - 1))
        }
        TripletError::OutOfRange { entry: k, column, .. } => {
            entry("columns", k, format!("expected a column from 0 to {}, found {column}", shape.1 - 1))
        }
        TripletError::Duplicate { entry: k, row, column } => {
            entry("rows", k, format!("expected each place once, found row {row}, column {column} again"))
        }
    })?;
    Ok(matrix.into())
}

/// The order of a matrix of acceptable shape.
fn square(rows: usize, columns: usize) -> Result<usize, FieldError> {
    let expected =
        |what: String, found: String| Err(FieldError::at("matrix", format!("expected {what}, found {found}")));
    match rows {
        _ if rows.max(columns) > LARGEST_ORDER => {
            expected(format!("at most {LARGEST_ORDER} rows and columns"), format!("{rows} and {columns}"))
        }
        _ if rows != columns => expected("a square matrix".to_owned(), format!("{rows} rows and {columns} columns")),
        0 => expected("at least one row".to_owned(), "none".to_owned()),
        order => Ok(order),
    }
}

fn per_row(field: &str, found: usize, order: usize) -> Result<(), FieldError> {
    if found == order {
        return Ok(());
    }
    Err(FieldError::at(field, format!("expected {order} entries, one per row of the matrix, found {found}")))
}

/// The field behind the problem's own complaint.
fn blame(error: &ProblemError) -> FieldError {
    let message = error.to_string();
    match error {
        ProblemError::Empty | ProblemError::NotSquare { .. } => FieldError::at("matrix", message),
        ProblemError::Length { field, .. } => FieldError::at(field, message),
        ProblemError::MatrixEntry { row, column, .. } => {
            FieldError::here(message).inside(*column).inside(*row).inside("matrix")
        }
        ProblemError::VectorEntry { row, .. } => FieldError::here(message).inside(*row).inside("vector"),
        ProblemError::Bound { field, row, .. } => FieldError::here(message).inside(*row).inside(*field),
        ProblemError::Crossed { row, lower, upper } => {
            let message = format!("expected a bound of at most upper[{row}] = {upper}, found {lower}");
            FieldError::here(message).inside(*row).inside("lower")
        }
    }
}
