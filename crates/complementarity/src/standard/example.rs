use super::Known;
use crate::{DenseMatrix, Lcp, LinearProblem, Mcp, MixedLcp};

/// A linear problem of either kind.
#[derive(Clone, Debug, PartialEq)]
pub enum LinearKind {
    /// On the orthant.
    Lcp(Lcp),
    /// On any box.
    Mixed(MixedLcp),
}

impl LinearKind {
    /// The problem, whatever its kind.
    pub fn as_linear(&self) -> &dyn LinearProblem {
        match self {
            Self::Lcp(problem) => problem,
            Self::Mixed(problem) => problem,
        }
    }

    /// The problem as a mixed one.
    pub fn as_mixed(&self) -> &MixedLcp {
        match self {
            Self::Lcp(problem) => problem.as_mixed(),
            Self::Mixed(problem) => problem,
        }
    }
}

/// A linear test problem.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearExample {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it shows, in a few words.
    pub title: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The problem.
    pub problem: LinearKind,
    /// Its solutions.
    pub known: Known,
}

/// A nonlinear test problem.
#[derive(Debug)]
pub struct NonlinearExample {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it shows, in a few words.
    pub title: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The problem.
    pub problem: Mcp,
    /// Start points, inside the box; the first is the standard one.
    pub starts: Vec<Vec<f64>>,
    /// Its solutions.
    pub known: Known,
}

/// An LCP from literal data; `None` only if the data are ill-formed, which the tests exclude.
pub(super) fn lcp<const N: usize>(matrix: [[f64; N]; N], vector: [f64; N]) -> Option<LinearKind> {
    Lcp::new(DenseMatrix::from_rows(&matrix)?, vector.to_vec()).ok().map(LinearKind::Lcp)
}

/// A mixed problem from literal data, one `(lower, upper)` per row; `None` as in [`lcp`].
pub(super) fn mixed<const N: usize>(
    matrix: [[f64; N]; N],
    vector: [f64; N],
    bounds: [(f64, f64); N],
) -> Option<LinearKind> {
    let (lower, upper) = bounds.into_iter().unzip();
    MixedLcp::new(DenseMatrix::from_rows(&matrix)?, vector.to_vec(), lower, upper).ok().map(LinearKind::Mixed)
}

/// `Σ factor · vector`, or `None` for an empty sum.
pub(super) fn combination<'a>(terms: impl Iterator<Item = (f64, &'a Vec<f64>)>) -> Option<Vec<f64>> {
    terms
        .map(|(factor, vector)| vector.iter().map(|value| factor * value).collect::<Vec<_>>())
        .reduce(|sum, term| sum.iter().zip(&term).map(|(a, b)| a + b).collect())
}
