use std::fmt;

/// A place in a text; both count from one, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// What is wrong with a file: where, in which field, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The file as the caller named it.
    pub file: String,
    /// The place, unless the file could not be read at all.
    pub position: Option<Position>,
    /// The field at fault, such as `matrix[1][2]`; empty when it is the whole file.
    pub field: String,
    /// What was expected and what was found.
    pub message: String,
}

impl FormatError {
    /// An error about a file as a whole, which could not be read.
    pub(crate) fn whole_file(file: &str, message: impl Into<String>) -> Self {
        Self { file: file.to_owned(), position: None, field: String::new(), message: message.into() }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(Position { line, column }) = self.position {
            write!(f, ":{line}:{column}")?;
        }
        if !self.field.is_empty() {
            write!(f, ": {}", self.field)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for FormatError {}
