use stiction_complementarity::{Lcp, LinearProblem, MixedLcp};

/// A problem read from a file, ready to solve.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedProblem {
    /// The problem.
    pub kind: LoadedKind,
    /// Names of its rows: none, or one each.
    pub names: Vec<String>,
}

/// The problem by its kind.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadedKind {
    /// From `"kind": "lcp"`.
    Lcp(Lcp),
    /// From `"kind": "mlcp"`.
    MixedLcp(MixedLcp),
}

impl LoadedProblem {
    /// The problem, whatever its kind.
    pub fn as_linear(&self) -> &dyn LinearProblem {
        match &self.kind {
            LoadedKind::Lcp(problem) => problem,
            LoadedKind::MixedLcp(problem) => problem,
        }
    }
}
