use std::fmt;
use stiction_complementarity::ProblemError;

/// Why a contact problem cannot be written in some way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulationError {
    /// A pyramid in space needs three directions to surround the normal.
    Facets {
        /// The number asked for.
        found: usize,
    },
    /// The block of the free rows has no inverse, so they cannot be eliminated.
    SingularBilateral,
    /// Every row is free: a system of equations, without anything complementary.
    NoInequality,
    /// Numbers overflow on the way.
    NotFinite,
}

impl fmt::Display for FormulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Facets { found } => {
                write!(f, "expected at least 3 facets for a friction pyramid in space, found {found}")
            }
            Self::SingularBilateral => {
                write!(f, "expected linearly independent bilateral rows, found redundant ones")
            }
            Self::NoInequality => write!(f, "expected at least one row with a bound, found equations only"),
            Self::NotFinite => write!(f, "expected finite numbers, found an overflow"),
        }
    }
}

impl std::error::Error for FormulationError {}

/// A contact problem has finite numbers and bounds in order, so that two things are left to go wrong.
impl From<ProblemError> for FormulationError {
    fn from(error: ProblemError) -> Self {
        match error {
            ProblemError::Empty => Self::NoInequality,
            _ => Self::NotFinite,
        }
    }
}
