use crate::decode;
use crate::json::{self, Value};
use crate::source::Source;
use crate::{FieldError, FormatError};
use stiction_complementarity::{Lcp, LinearProblem, Matrix, MixedLcp, Problem};

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

/// The three ways to write a matrix.
#[derive(Clone, Debug, PartialEq)]
pub enum MatrixFile {
    /// Row by row.
    Dense(Vec<Vec<f64>>),
    /// Entry by entry; rows and columns count from zero.
    Sparse {
        /// The row of each entry.
        rows: Vec<usize>,
        /// The column of each entry.
        columns: Vec<usize>,
        /// The value of each entry.
        values: Vec<f64>,
        /// The numbers of rows and columns.
        shape: (usize, usize),
    },
    /// In a Matrix Market file of this name, relative to the problem file.
    Named(String),
}

impl ProblemFile {
    /// Reads the bytes of a problem file; `name` stands for the file in messages.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        Self::parse_located(Source::new(name, bytes)?).map(|(file, _)| file)
    }

    /// The same, with the values as they stood, to give later errors a position.
    pub(crate) fn parse_located(source: Source<'_>) -> Result<(Self, Value), FormatError> {
        if source.text.trim().is_empty() {
            let message = "expected a problem such as {\"format\": 1, \"kind\": \"lcp\", …}, found an empty file";
            return Err(source.error(0, &FieldError::here(message)));
        }
        let value = json::parse(source.text).map_err(|fault| source.error(fault.offset, &fault.error))?;
        let file = decode::problem(&value).map_err(|error| source.error(value.locate(&error.path.0), &error))?;
        Ok((file, value))
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

impl From<&Matrix> for MatrixFile {
    fn from(matrix: &Matrix) -> Self {
        match matrix {
            Matrix::Dense(dense) => {
                let row = |i| (0..dense.columns()).map(|j| dense[(i, j)]).collect();
                Self::Dense((0..dense.rows()).map(row).collect())
            }
            Matrix::Sparse(sparse) => Self::Sparse {
                rows: sparse.triplets().map(|entry| entry.0).collect(),
                columns: sparse.triplets().map(|entry| entry.1).collect(),
                values: sparse.triplets().map(|entry| entry.2).collect(),
                shape: (sparse.rows(), sparse.columns()),
            },
        }
    }
}
