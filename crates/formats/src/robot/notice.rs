use crate::Position;
use std::fmt;

/// Something in a file that was read but not used as written: said once, however often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The file as the caller named it.
    pub file: String,
    /// Where it first occurs.
    pub position: Position,
    /// What it is and what becomes of it.
    pub message: String,
    /// How often it occurs.
    pub count: usize,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, position, message, count } = self;
        write!(f, "{file}:{}:{}: {message}", position.line, position.column)?;
        match count {
            0 | 1 => Ok(()),
            _ => write!(f, " ({count} places)"),
        }
    }
}
