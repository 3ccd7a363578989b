//! All solutions of a small linear problem, or the proof that there is none.
//!
//! Rows are split into their positions one after another. Each piece is first relaxed to its linear
//! inequalities: if they have no solution, a Farkas vector, checked in exact arithmetic, prunes
//! the whole subtree, and is kept. So the walk ends early on most problems, and an empty list comes
//! with its proof.

mod face;
mod solver;
mod tableau;
mod walk;

pub use face::Face;
pub use solver::{EnumerationSettings, EnumerationSolver};

use crate::{Certificate, Exclusion, LinearProblem, Observer, Piece, ProofTree};
use std::fmt;
use stiction_linalg::DenseMatrix;
use tableau::{Tableau, Verdict};
use walk::Walk;

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
    /// The observer stopped the walk.
    Interrupted,
}

impl fmt::Display for EnumerationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { rows, limit } => {
                write!(f, "enumeration takes at most {limit} rows with bounds; this problem has {rows}")
            }
            Self::Interrupted => write!(f, "the enumeration was interrupted"),
        }
    }
}

impl std::error::Error for EnumerationError {}

/// The largest number of rows with a choice of position that [`enumerate`] takes.
pub const ENUMERATION_LIMIT: usize = 24;

/// Lists all solutions of a problem with at most [`ENUMERATION_LIMIT`] rows that have a choice.
pub fn enumerate(problem: &dyn LinearProblem, observer: &mut dyn Observer) -> Result<Enumeration, EnumerationError> {
    let choices = choices(problem);
    if choices > ENUMERATION_LIMIT {
        return Err(EnumerationError::TooLarge { rows: choices, limit: ENUMERATION_LIMIT });
    }
    let matrix = problem.matrix().to_dense();
    let mut walk = Walk::new(problem, &matrix, observer);
    let tree = walk.run();
    if walk.interrupted {
        return Err(EnumerationError::Interrupted);
    }
    let (points, faces) = face::sort_out(problem, &matrix, std::mem::take(&mut walk.leaves));
    let empty = points.is_empty() && faces.is_empty();
    let certificate = tree.filter(|_| empty).and_then(|tree| checked(problem, tree));
    let complete = walk.complete && (!empty || certificate.is_some());
    Ok(Enumeration { points, faces, complete, certificate, nodes: walk.nodes })
}

/// The number of rows that can take more than one position.
pub(crate) fn choices(problem: &dyn LinearProblem) -> usize {
    (0..problem.dimension()).filter(|&i| Piece::positions(problem.bounds(), i).len() > 1).count()
}

/// A vector that excludes the whole box, if the inequalities alone have no solution.
pub(crate) fn farkas(problem: &dyn LinearProblem, matrix: &DenseMatrix) -> Option<Certificate> {
    let piece = Piece::root(problem.bounds());
    let mut tableau = Tableau::new(problem, matrix, &piece);
    if tableau.decide() != Verdict::Empty {
        return None;
    }
    checked(problem, ProofTree::Leaf(best_exclusion(problem, &piece, &tableau)?))
}

/// The certificate of a tree, if the checker accepts it.
fn checked(problem: &dyn LinearProblem, tree: ProofTree) -> Option<Certificate> {
    let certificate = match tree {
        ProofTree::Leaf(exclusion) => Certificate::Farkas(exclusion),
        split => Certificate::Exhausted(split),
    };
    certificate.check(problem).is_ok().then_some(certificate)
}

/// The tableau's vector with the tilt that proves most, if it proves enough.
fn best_exclusion(problem: &dyn LinearProblem, piece: &Piece, tableau: &Tableau) -> Option<Exclusion> {
    let mut best: Option<(f64, Exclusion)> = None;
    let tilted = [1e-3, 1e-6, 1e-9, 0.0].map(|tilt| Exclusion::clipped(piece, tableau.exclusion(tilt)));
    let whole = tilted.last().and_then(Exclusion::in_whole_numbers);
    for exclusion in tilted.into_iter().chain(whole) {
        if let Some(radius) = exclusion.radius(problem, piece)
            && best.as_ref().is_none_or(|(largest, _)| radius > *largest)
        {
            best = Some((radius, exclusion));
            if radius == f64::INFINITY {
                break;
            }
        }
    }
    best.filter(|(radius, _)| *radius >= Certificate::LEAST_RADIUS).map(|(_, exclusion)| exclusion)
}
