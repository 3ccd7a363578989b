use std::fmt;

/// The part of a model that an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelElement {
    /// The whole model.
    Model,
    /// A body, by name.
    Body(String),
    /// A joint, by name.
    Joint(String),
    /// A frame, by name.
    Frame(String),
    /// A loop closure or coupling, by name.
    Constraint(String),
}

impl fmt::Display for ModelElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model => write!(f, "model"),
            Self::Body(name) => write!(f, "body '{name}'"),
            Self::Joint(name) => write!(f, "joint '{name}'"),
            Self::Frame(name) => write!(f, "frame '{name}'"),
            Self::Constraint(name) => write!(f, "constraint '{name}'"),
        }
    }
}

/// What is wrong with a model, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError {
    /// The part at fault.
    pub element: ModelElement,
    /// What was expected and what was found.
    pub message: String,
}

impl ModelError {
    pub(crate) fn new(element: ModelElement, message: impl Into<String>) -> Self {
        Self { element, message: message.into() }
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.element, self.message)
    }
}

impl std::error::Error for ModelError {}
