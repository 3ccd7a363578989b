use std::fmt;

/// Why a study did not come to its end. A check that fails is no such reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudyError {
    /// The host asked for it.
    Interrupted,
    /// Something that a study relies on does not hold.
    Broken(String),
}

impl StudyError {
    /// Something that a study relies on does not hold.
    pub fn broken(what: impl fmt::Display) -> Self {
        Self::Broken(what.to_string())
    }
}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("stopped"),
            Self::Broken(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for StudyError {}

/// A standard problem or a name that is not there.
pub(crate) fn missing(what: &str) -> StudyError {
    StudyError::Broken(format!("{what} was not found"))
}
