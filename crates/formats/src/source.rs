use crate::{FieldError, FormatError, Position};

/// The text of a file under the name that messages give it.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// Takes the bytes of a file, which must be UTF-8; a byte-order mark at the start is skipped.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Result<Self, FormatError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Self { name, text }),
            Err(error) => {
                let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                let message = format!("expected UTF-8 text, found the byte 0x{:02x}", bytes[valid.len()]);
                Err(Self { name, text: valid }.error(valid.len(), &FieldError::here(message)))
            }
        }
    }

    /// The line and column of a byte of the text.
    pub fn position(&self, offset: usize) -> Position {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position { line: 1 + before.matches('\n').count(), column: 1 + before[line_start..].chars().count() }
    }

    /// An error about a field that stands at a byte of the text.
    pub fn error(&self, offset: usize, error: &FieldError) -> FormatError {
        FormatError {
            file: self.name.to_owned(),
            position: Some(self.position(offset)),
            field: error.path.to_string(),
            message: error.message.clone(),
        }
    }
}
