use crate::source::Source;
use crate::{FieldError, FormatError};

/// Where something was written: in the scene file, or in one of the settings that change it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// Which of the sources.
    pub source: usize,
    /// A byte of its text.
    pub offset: usize,
}

impl Place {
    /// Orders places: the file from top to bottom, then the settings, each of which has the last word on what it names.
    pub fn rank(&self) -> (usize, usize) {
        (self.source, self.offset)
    }
}

/// What is wrong at a place.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// In the scene itself.
    Here {
        at: Place,
        /// The way to the field, as a setting writes it.
        field: String,
        message: String,
    },
    /// In a file that the scene names.
    Elsewhere(FormatError),
}

impl Fault {
    pub fn new(at: Place, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Here { at, field: field.into(), message: message.into() }
    }
}

/// The texts that a scene was read from: the file first, then the settings.
#[derive(Clone, Debug)]
pub(crate) struct Sources(pub Vec<(String, String)>);

impl Sources {
    /// The fault as people read it.
    pub fn error(&self, fault: Fault) -> FormatError {
        match fault {
            Fault::Elsewhere(error) => error,
            Fault::Here { at, field, message } => {
                let (name, text) = self.0.get(at.source).map_or(("", ""), |(name, text)| (name, text));
                let error = Source { name, text }.error(at.offset, &FieldError::here(message));
                FormatError { field, ..error }
            }
        }
    }

    /// The line of a place, for messages that name an earlier one.
    pub fn line(&self, at: Place) -> usize {
        self.0.get(at.source).map_or(1, |(name, text)| Source { name, text }.position(at.offset).line)
    }
}
