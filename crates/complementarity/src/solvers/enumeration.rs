//! All solutions of a small linear problem.
use crate::{Basis, Certificate, LinearProblem};
use std::fmt;

/// A whole face of solutions: every convex combination of its vertices plus nonnegative multiples of its rays.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The basis whose piece holds the face.
    pub basis: Basis,
    /// Its dimension, at least 1.
    pub dimension: usize,
    /// Its corners.
    pub vertices: Vec<Vec<f64>>,
    /// Its unbounded directions.
    pub rays: Vec<Vec<f64>>,
}

/// Every solution of a linear problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration {
    /// The isolated solutions, each once.
    pub points: Vec<Vec<f64>>,
    /// The faces of solutions, none inside another.
    pub faces: Vec<Face>,
    /// Whether the list is complete. If not, some piece could be neither solved nor excluded.
    pub complete: bool,
    /// When the list is complete and empty: the proof.
    pub certificate: Option<Certificate>,
    /// Pieces looked at.
    pub nodes: usize,
}

/// Why a problem was not enumerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnumerationError {
    /// Too many rows.
    TooLarge {
        /// Rows with a choice of position.
        rows: usize,
        /// The limit.
        limit: usize,
    },
}

impl fmt::Display for EnumerationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::TooLarge { rows, limit } = self;
        write!(f, "enumeration takes at most {limit} rows with bounds; this problem has {rows}")
    }
}

impl std::error::Error for EnumerationError {}

/// Lists all solutions of a problem with at most 24 rows that have bounds.
pub fn enumerate(_problem: &dyn LinearProblem) -> Result<Enumeration, EnumerationError> {
    Ok(Enumeration { points: vec![], faces: vec![], complete: false, certificate: None, nodes: 0 })
}
