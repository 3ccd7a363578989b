use std::fmt;

/// One step from a value into its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// A named field.
    Key(String),
    /// An entry of a list, counted from zero.
    Index(usize),
}

impl From<&str> for Segment {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<usize> for Segment {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// The way to a field, written `matrix.rows[3]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldPath(pub Vec<Segment>);

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Key(key) if depth == 0 => write!(f, "{}", printable(key))?,
                Segment::Key(key) => write!(f, ".{}", printable(key))?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// A count of entries, in the right number.
pub(crate) fn entries(count: usize) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}

/// A count of rows, in the right number.
pub(crate) fn rows(count: usize) -> String {
    if count == 1 { "1 row".to_owned() } else { format!("{count} rows") }
}

/// A count of numbers, in the right number.
pub(crate) fn several_numbers(count: usize) -> String {
    if count == 1 { "1 number".to_owned() } else { format!("{count} numbers") }
}

/// Text from a file as it may be shown on one line: escaped, and shortened when long.
pub(crate) fn printable(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// A number as a file would write it.
pub(crate) fn shown(number: f64) -> String {
    match number.abs() {
        _ if number.is_nan() => "nan".to_owned(),
        size if size.is_finite() && (size >= 1e7 || size < 1e-4 && size > 0.0) => format!("{number:e}"),
        _ => number.to_string(),
    }
}

/// A field at fault and what was expected of it; the file adds the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// Which field.
    pub path: FieldPath,
    /// What was expected and what was found.
    pub message: String,
}

impl FieldError {
    /// An error about the value at hand.
    pub fn here(message: impl Into<String>) -> Self {
        Self { path: FieldPath::default(), message: message.into() }
    }

    /// An error about a top-level field.
    pub fn at(field: &str, message: impl Into<String>) -> Self {
        Self::here(message).inside(field)
    }

    /// The same error, seen from the value that holds the one at fault.
    pub fn inside(mut self, outer: impl Into<Segment>) -> Self {
        self.path.0.insert(0, outer.into());
        self
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.0.is_empty() {
            write!(f, "{}", self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

impl std::error::Error for FieldError {}
