//! What was written → what it means.

use crate::field::entries;
use crate::matrix_file::Shape;
use crate::problem_file::{ProblemFile, ProblemKind};
use crate::{FieldError, FormatError, LoadedKind, LoadedProblem};
use std::fmt;
use stiction_complementarity::{Lcp, Matrix, MixedLcp, ProblemError};

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
        let matrix = self.matrix.resolve("matrix", Shape::Square, read_matrix)?;
        let order = matrix.rows();
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

fn per_row(field: &str, found: usize, order: usize) -> Result<(), FieldError> {
    if found == order {
        return Ok(());
    }
    Err(FieldError::at(field, format!("expected {}, one per row of the matrix, found {found}", entries(order))))
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
