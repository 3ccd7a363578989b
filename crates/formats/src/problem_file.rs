use crate::json::Value;
use crate::source::Source;
use crate::{FormatError, MatrixFile, decode};
use stiction_complementarity::{Lcp, LinearProblem, MixedLcp, Problem};

/// A problem as it is written in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemFile {
    /// The kind of problem, with its bounds.
    pub kind: ProblemKind,
    /// The matrix.
    pub matrix: MatrixFile,
    /// The vector.
    pub vector: Vec<f64>,
    /// Names of the rows: none, or one each.
    pub names: Vec<String>,
}

/// The kinds of problem a file can hold.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemKind {
    /// `"lcp"`.
    Lcp,
    /// `"mlcp"`.
    MixedLcp {
        /// Lower bounds, `None` where there is none.
        lower: Vec<Option<f64>>,
        /// Upper bounds, `None` where there is none.
        upper: Vec<Option<f64>>,
    },
}

impl ProblemFile {
    /// Reads the bytes of a problem file; `name` stands for the file in messages.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        let source = Source::new(name, bytes)?;
        Self::from_value(source, &decode::value(source)?)
    }

    pub(crate) fn from_value(source: Source<'_>, value: &Value) -> Result<Self, FormatError> {
        decode::problem(value).map_err(|error| source.error(value.locate(&error.path.0), &error))
    }

    fn new(kind: ProblemKind, problem: &dyn LinearProblem) -> Self {
        let vector = problem.vector().to_vec();
        Self { kind, matrix: MatrixFile::from(problem.matrix()), vector, names: Vec::new() }
    }

    /// The same with names for the rows.
    pub fn with_names(mut self, names: Vec<String>) -> Self {
        self.names = names;
        self
    }
}

impl From<&Lcp> for ProblemFile {
    fn from(problem: &Lcp) -> Self {
        Self::new(ProblemKind::Lcp, problem)
    }
}

impl From<&MixedLcp> for ProblemFile {
    fn from(problem: &MixedLcp) -> Self {
        let finite = |bounds: &[f64]| bounds.iter().map(|&b| b.is_finite().then_some(b)).collect();
        let (lower, upper) = (finite(problem.bounds().lower()), finite(problem.bounds().upper()));
        Self::new(ProblemKind::MixedLcp { lower, upper }, problem)
    }
}
