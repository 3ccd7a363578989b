use std::fmt;
use stiction_complementarity::solvers::EnumerationError;
use stiction_formats::FormatError;

/// Why a command could not be carried out: bad input or usage, never an outcome of a solve.
#[derive(Debug)]
pub enum Failure {
    /// A file at fault.
    File(FormatError),
    /// No example of that name; perhaps a near one.
    UnknownExample(String, Option<&'static str>),
    /// A method for linear problems only, on a nonlinear one.
    LinearOnly(String),
    /// An example that is code and has no file form.
    NoFileForm(String),
    /// A model too large for its dense mass matrix.
    TooLarge(usize),
    /// Too large to enumerate.
    Enumeration(EnumerationError),
    /// The terminal or pipe refused the answer.
    Output(std::io::Error),
}

impl Failure {
    /// The most degrees of freedom for which a full mass matrix is formed: 200 MB.
    pub const LARGEST_MODEL: usize = 5000;
    /// The exit code of every failure.
    pub const EXIT_CODE: u8 = 2;
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::UnknownExample(name, near) => {
                write!(f, "--example: expected a name listed by `stiction examples`, found '{name}'")?;
                near.map_or(Ok(()), |near| write!(f, "; did you mean '{near}'?"))
            }
            Self::LinearOnly(what) => {
                write!(f, "{what} takes linear problems only; expected --method auto, path, fb-rlm or fb-plm")
            }
            Self::NoFileForm(name) => write!(f, "example '{name}' is nonlinear: it is code and has no problem file"),
            Self::TooLarge(freedoms) => {
                let limit = Self::LARGEST_MODEL;
                write!(f, "--at: expected a model of at most {limit} degrees of freedom, found {freedoms}")
            }
            Self::Enumeration(error) => write!(f, "--enumerate: {error}"),
            Self::Output(error) => write!(f, "cannot write the answer: {error}"),
        }
    }
}

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Self {
        Self::File(error)
    }
}

impl From<EnumerationError> for Failure {
    fn from(error: EnumerationError) -> Self {
        Self::Enumeration(error)
    }
}
