use std::fmt;

/// What makes a problem ill-formed. Rows and columns count from zero.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemError {
    /// There are no unknowns.
    Empty,
    /// The matrix is not square.
    NotSquare {
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
    },
    /// A vector's length does not match the matrix.
    Length {
        /// Which vector.
        field: &'static str,
        /// The order of the matrix.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// A matrix entry is NaN or infinite.
    MatrixEntry {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
        /// Its value.
        value: f64,
    },
    /// A vector entry is NaN or infinite.
    VectorEntry {
        /// Its row.
        row: usize,
        /// Its value.
        value: f64,
    },
    /// A bound is NaN, or infinite on the side that leaves no value.
    Bound {
        /// `lower` or `upper`.
        field: &'static str,
        /// Its row.
        row: usize,
        /// Its value.
        value: f64,
    },
    /// A lower bound lies above its upper bound.
    Crossed {
        /// The row.
        row: usize,
        /// Its lower bound.
        lower: f64,
        /// Its upper bound.
        upper: f64,
    },
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the problem has no rows; expected at least one"),
            Self::NotSquare { rows, columns } => {
                write!(f, "matrix has {rows} rows and {columns} columns; expected a square matrix")
            }
            Self::Length { field, expected, found } => {
                write!(f, "{field} has {found} entries; expected {expected}, one per row of the matrix")
            }
            Self::MatrixEntry { row, column, value } => {
                write!(f, "matrix[{row}][{column}] is {value}; expected a finite number")
            }
            Self::VectorEntry { row, value } => write!(f, "vector[{row}] is {value}; expected a finite number"),
            Self::Bound { field, row, value } => {
                let allowed = if *field == "lower" { "-infinity" } else { "+infinity" };
                write!(f, "{field}[{row}] is {value}; expected a finite number or {allowed}")
            }
            Self::Crossed { row, lower, upper } => {
                write!(f, "lower[{row}] = {lower} exceeds upper[{row}] = {upper}; expected lower ≤ upper")
            }
        }
    }
}

impl std::error::Error for ProblemError {}
