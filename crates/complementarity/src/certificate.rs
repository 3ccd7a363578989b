//! Proofs that a linear problem has no solution, and the checker that believes nothing else.
//!
//! # Symbols
//! `w = M z + q`. A *piece* confines every `z_j` and every `w_i` to an interval. Any vector `y` gives
//! `0 = yᵀ(M z + q − w)`, so if the right-hand side stays below zero on the whole piece, the piece
//! holds no solution (Farkas). On the orthant that is `y ≥ 0, Mᵀy ≤ 0, qᵀy < 0`. If the root piece is
//! not excluded at once, rows are split into their positions (at the lower bound, at the upper bound,
//! between) until every piece is.

use crate::{Bounds, LinearProblem, Position};
use std::fmt;
use stiction_linalg::DenseMatrix;
use stiction_linalg::exact::{ExactSum, exact_dot};

/// A closed interval; either end may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub lower: f64,
    /// Its upper end.
    pub upper: f64,
}

impl Interval {
    /// The whole line.
    pub const LINE: Self = Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
    /// Zero and above.
    pub const NONNEGATIVE: Self = Self { lower: 0.0, upper: f64::INFINITY };
    /// Zero and below.
    pub const NONPOSITIVE: Self = Self { lower: f64::NEG_INFINITY, upper: 0.0 };
    /// Zero alone.
    pub const ZERO: Self = Self { lower: 0.0, upper: 0.0 };

    /// One value alone.
    pub fn point(value: f64) -> Self {
        Self { lower: value, upper: value }
    }

    /// The same interval in another unit.
    pub fn over(&self, unit: f64) -> Self {
        Self { lower: self.lower / unit, upper: self.upper / unit }
    }

    /// The point of the interval nearest to a value.
    pub fn nearest(&self, value: f64) -> f64 {
        value.max(self.lower).min(self.upper)
    }

    /// Whether a value lies in the interval widened by `slack` on both sides.
    pub fn contains(&self, value: f64, slack: f64) -> bool {
        value >= self.lower - slack && value <= self.upper + slack
    }
}

/// A set of pairs `(z, w)`: an interval for each row of either.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Where each `z` may be.
    pub z: Vec<Interval>,
    /// Where each `w` may be.
    pub w: Vec<Interval>,
}

impl Piece {
    /// The smallest piece that holds every solution of a problem on the box.
    pub fn root(bounds: &Bounds) -> Self {
        let rows = 0..bounds.len();
        Self {
            z: rows.clone().map(|i| Interval { lower: bounds.lower()[i], upper: bounds.upper()[i] }).collect(),
            w: rows
                .map(|i| match (bounds.lower()[i].is_finite(), bounds.upper()[i].is_finite()) {
                    (true, true) => Interval::LINE,
                    (true, false) => Interval::NONNEGATIVE,
                    (false, true) => Interval::NONPOSITIVE,
                    (false, false) => Interval::ZERO,
                })
                .collect(),
        }
    }

    /// The positions that a row can take: together they cover every solution.
    pub fn positions(bounds: &Bounds, row: usize) -> &'static [Position] {
        let (lower, upper) = (bounds.lower()[row], bounds.upper()[row]);
        match (lower.is_finite(), upper.is_finite()) {
            // A fixed z leaves w free.
            (true, true) if lower == upper => &[Position::Lower],
            (true, true) => &[Position::Basic, Position::Lower, Position::Upper],
            (true, false) => &[Position::Basic, Position::Lower],
            (false, true) => &[Position::Basic, Position::Upper],
            (false, false) => &[Position::Basic],
        }
    }

    /// Confines a row to one of its positions.
    pub fn restrict(&mut self, bounds: &Bounds, row: usize, position: Position) {
        let (lower, upper) = (bounds.lower()[row], bounds.upper()[row]);
        (self.z[row], self.w[row]) = match position {
            Position::Basic => (Interval { lower, upper }, Interval::ZERO),
            Position::Lower if lower == upper => (Interval::point(lower), Interval::LINE),
            Position::Lower => (Interval::point(lower), Interval::NONNEGATIVE),
            Position::Upper => (Interval::point(upper), Interval::NONPOSITIVE),
        };
    }
}

/// A vector `y` that excludes a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Exclusion {
    /// `y`, one entry per row.
    pub vector: Vec<f64>,
}

impl Exclusion {
    /// `y` without the entries that would let `−y_i w_i` grow for ever on the piece, and brought to size one
    /// by a power of two, so that products do not underflow.
    pub fn clipped(piece: &Piece, mut y: Vec<f64>) -> Self {
        for (value, interval) in y.iter_mut().zip(&piece.w) {
            let end = if *value > 0.0 { interval.lower } else { interval.upper };
            if !end.is_finite() {
                *value = 0.0;
            }
        }
        let largest = y.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
        let scale = 1.0 / f64::from_bits(largest.to_bits() & 0x7ff0_0000_0000_0000);
        if scale.is_finite() && scale > 0.0 {
            y.iter_mut().for_each(|value| *value *= scale);
        }
        Self { vector: y }
    }

    /// The vector as whole numbers, if it is a multiple of some to rounding: for data in whole numbers the
    /// sums that should vanish then do.
    pub(crate) fn in_whole_numbers(&self) -> Option<Self> {
        const LARGEST_FACTOR: u32 = 2000;
        const LARGEST_MULTIPLE: f64 = 1e8;
        let sizes = self.vector.iter().map(|value| value.abs()).filter(|&size| size > 1e-9);
        let mut scale = 1.0 / sizes.fold(f64::INFINITY, f64::min);
        let mut multiple = 1.0;
        // One entry after another is cleared of its denominator.
        for value in &self.vector {
            let off = |factor: f64| (value * scale * factor - (value * scale * factor).round()).abs();
            let factor = (1..=LARGEST_FACTOR)
                .map(f64::from)
                .find(|&factor| off(factor) < 1e-7 * factor.max(multiple).min(1e3))?;
            scale *= factor;
            multiple *= factor;
            if !scale.is_finite() || multiple > LARGEST_MULTIPLE {
                return None;
            }
        }
        Some(Self { vector: self.vector.iter().map(|value| (value * scale).round()).collect() })
    }

    /// The radius within which the piece is proved empty, in the problem's units and relative to its
    /// size; `None` if nothing is proved. It is infinite, which is a proof without any reserve, when every
    /// sign is exact. Only an unbounded variable that may have either sign needs a sum that vanishes
    /// exactly; there a rounding error is tolerated, and the radius says how far the proof then reaches.
    pub fn radius(&self, problem: &dyn LinearProblem, piece: &Piece) -> Option<f64> {
        self.radius_with(&problem.matrix().to_dense(), problem, piece)
    }

    fn radius_with(&self, matrix: &DenseMatrix, problem: &dyn LinearProblem, piece: &Piece) -> Option<f64> {
        let y = &self.vector;
        let (n, units) = (y.len(), problem.units());
        if n != problem.vector().len() || y.iter().any(|value| !value.is_finite()) {
            return None;
        }
        // sup over the piece of yᵀ(M z + q − w) = qᵀy + Σ_j sup g_j z_j + Σ_i sup (−y_i w_i), g = Mᵀy
        let mut supremum = ExactSum::new();
        let (mut rounding, mut violation) = (0.0, 0.0);
        for (&y, &q) in y.iter().zip(problem.vector()) {
            supremum.add_product(y, q);
        }
        for j in 0..n {
            let column = matrix.column(j);
            let terms: f64 = column.iter().zip(y).map(|(m, y)| (m * y).abs()).sum();
            let tolerated = 4.0 * f64::EPSILON * n as f64 * terms;
            let parts = [
                (exact_dot(column, y), piece.z[j], units.columns[j], tolerated),
                (-y[j], piece.w[j], units.rows[j], 0.0),
            ];
            for (coefficient, interval, unit, tolerated) in parts {
                let end = if coefficient > 0.0 { interval.upper } else { interval.lower };
                if coefficient.is_nan() {
                    return None;
                } else if coefficient == 0.0 {
                    continue;
                } else if end.is_finite() {
                    supremum.add_product(coefficient, end);
                    rounding += 2.0 * f64::EPSILON * (coefficient * end).abs();
                } else if interval == Interval::LINE && coefficient.abs() <= tolerated {
                    violation += coefficient.abs() * unit;
                } else {
                    return None;
                }
            }
        }
        let margin = -supremum.value() - rounding;
        if margin.is_nan() || margin <= 0.0 {
            return None;
        }
        let size = units.size(&vec![0.0; n]);
        Some(if violation == 0.0 { f64::INFINITY } else { margin / violation / size })
    }
}

/// A tree of splits whose leaves are all excluded.
#[derive(Clone, Debug, PartialEq)]
pub enum ProofTree {
    /// A piece without a solution, and the vector that proves it.
    Leaf(Exclusion),
    /// A row split into every position it can take.
    Split {
        /// The row.
        row: usize,
        /// One subtree per position, in the order of [`Piece::positions`].
        children: Vec<ProofTree>,
    },
}

impl ProofTree {
    /// The number of leaves.
    pub fn leaves(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::Split { children, .. } => children.iter().map(Self::leaves).sum(),
        }
    }
}

/// A proof that a linear problem has no solution.
#[derive(Clone, Debug, PartialEq)]
pub enum Certificate {
    /// One vector excludes the whole box: even the inequalities alone have no solution.
    Farkas(Exclusion),
    /// Every complementary piece is excluded, one by one or in bundles.
    Exhausted(ProofTree),
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum CertificateError {
    /// The vector of this leaf (counted from zero) does not exclude its piece.
    NotExcluded {
        /// The leaf.
        leaf: usize,
        /// The radius that it does prove, if any.
        radius: Option<f64>,
    },
    /// A split does not list every position of its row, or splits a row twice or out of range.
    Incomplete {
        /// The row.
        row: usize,
    },
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotExcluded { leaf, radius: None } => {
                write!(f, "leaf {leaf}: its vector does not exclude the leaf's inequalities")
            }
            Self::NotExcluded { leaf, radius: Some(radius) } => {
                write!(f, "leaf {leaf}: its vector excludes only solutions up to size {radius:.1e}")
            }
            Self::Incomplete { row } => write!(f, "row {row}: its split does not cover every position exactly once"),
        }
    }
}

impl std::error::Error for CertificateError {}

impl Certificate {
    /// An exclusion with a finite radius must reach at least this far, in units of the problem's size, to
    /// count as proof.
    pub const LEAST_RADIUS: f64 = 1e10;

    /// The certificate's name in files and on the command line.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Farkas(_) => "farkas",
            Self::Exhausted(_) => "exhausted",
        }
    }

    /// Checks the proof from scratch, in exact arithmetic where signs matter. Returns the radius
    /// within which it holds: infinite, unless rounding left a sum that should vanish.
    pub fn check(&self, problem: &dyn LinearProblem) -> Result<f64, CertificateError> {
        let mut piece = Piece::root(problem.bounds());
        let mut check = Check { problem, matrix: &problem.matrix().to_dense(), leaf: 0, radius: f64::INFINITY };
        match self {
            Self::Farkas(exclusion) => check.leaf(exclusion, &piece)?,
            Self::Exhausted(tree) => check.tree(tree, &mut piece, &mut vec![false; problem.dimension()])?,
        }
        Ok(check.radius)
    }
}

struct Check<'a> {
    problem: &'a dyn LinearProblem,
    matrix: &'a DenseMatrix,
    leaf: usize,
    radius: f64,
}

impl Check<'_> {
    fn tree(&mut self, tree: &ProofTree, piece: &mut Piece, split: &mut [bool]) -> Result<(), CertificateError> {
        match tree {
            ProofTree::Leaf(exclusion) => self.leaf(exclusion, piece),
            ProofTree::Split { row, children } => {
                let (row, bounds) = (*row, self.problem.bounds());
                if row >= split.len() || split[row] || children.len() != Piece::positions(bounds, row).len() {
                    return Err(CertificateError::Incomplete { row });
                }
                split[row] = true;
                let before = (piece.z[row], piece.w[row]);
                for (&position, child) in Piece::positions(bounds, row).iter().zip(children) {
                    piece.restrict(bounds, row, position);
                    self.tree(child, piece, split)?;
                }
                (piece.z[row], piece.w[row]) = before;
                split[row] = false;
                Ok(())
            }
        }
    }

    fn leaf(&mut self, exclusion: &Exclusion, piece: &Piece) -> Result<(), CertificateError> {
        match exclusion.radius_with(self.matrix, self.problem, piece) {
            Some(radius) if radius >= Certificate::LEAST_RADIUS => {
                self.radius = self.radius.min(radius);
                self.leaf += 1;
                Ok(())
            }
            radius => Err(CertificateError::NotExcluded { leaf: self.leaf, radius }),
        }
    }
}
