use stiction_complementarity::{LinearProblem, Mcp, Problem};
use stiction_formats::{LoadedKind, LoadedProblem};

/// A problem posed to the solvers, from a file or an example.
pub enum Posed {
    /// Data.
    Linear(Box<LoadedProblem>),
    /// Code, with its standard start points.
    Nonlinear {
        /// The problem.
        problem: Mcp,
        /// Start points, the usual one first.
        starts: Vec<Vec<f64>>,
    },
}

impl Posed {
    /// The problem, whatever its kind.
    pub fn problem(&self) -> &dyn Problem {
        match self {
            Self::Linear(loaded) => loaded.as_linear(),
            Self::Nonlinear { problem, .. } => problem,
        }
    }

    /// The problem, if it is linear.
    pub fn linear(&self) -> Option<&dyn LinearProblem> {
        match self {
            Self::Linear(loaded) => Some(loaded.as_linear()),
            Self::Nonlinear { .. } => None,
        }
    }

    /// Where to start, if the problem has a usual place.
    pub fn usual_start(&self) -> Option<&[f64]> {
        match self {
            Self::Linear(_) => None,
            Self::Nonlinear { starts, .. } => starts.first().map(Vec::as_slice),
        }
    }

    /// What to call a row.
    pub fn row_name(&self, row: usize) -> String {
        match self {
            Self::Linear(loaded) => loaded.names.get(row).cloned().unwrap_or_else(|| self.problem().row_name(row)),
            Self::Nonlinear { problem, .. } => problem.row_name(row),
        }
    }

    /// The kind of problem, in words.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Linear(loaded) => match loaded.kind {
                LoadedKind::Lcp(_) => "linear complementarity problem",
                LoadedKind::MixedLcp(_) => "mixed linear complementarity problem",
            },
            Self::Nonlinear { .. } => "nonlinear complementarity problem",
        }
    }
}
