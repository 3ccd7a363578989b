use std::fmt;

/// What is wrong with a collider, a mesh or a filter.
#[derive(Clone, Debug, PartialEq)]
pub struct CollisionError {
    /// The collider's name, where one is at fault.
    pub collider: Option<String>,
    /// The field at fault.
    pub field: String,
    /// What was expected, and what was found.
    pub message: String,
}

impl CollisionError {
    pub(crate) fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { collider: None, field: field.into(), message: message.into() }
    }

    pub(crate) fn of(mut self, collider: &str) -> Self {
        self.collider = Some(collider.to_owned());
        self
    }
}

impl fmt::Display for CollisionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(collider) = &self.collider {
            write!(f, "collider {collider:?}: ")?;
        }
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl std::error::Error for CollisionError {}
