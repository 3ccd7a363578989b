use crate::FormatError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

/// The longest journal that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// A text file that grows line by line. A line is there once its end is: what an interrupted program left behind the
/// last end of line is dropped. Only one program at a time writes to it.
#[derive(Debug)]
pub struct Journal {
    name: String,
    file: File,
}

impl Journal {
    /// Opens the file, or makes an empty one; gives the lines that are there.
    pub fn open(path: &Path) -> Result<(Self, Vec<String>), FormatError> {
        let name = path.display().to_string();
        let failed = |error: std::io::Error| FormatError::whole_file(&name, format!("cannot be written: {error}"));
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        // A file system without locks is no reason to refuse.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(FormatError::whole_file(&name, "another program is writing to it"));
        }
        let mut bytes = Vec::new();
        (&file).take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > LARGEST {
            return Err(FormatError::whole_file(&name, format!("expected at most {} MiB, found more", LARGEST >> 20)));
        }
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(failed)?;
        }
        let lines = String::from_utf8_lossy(&bytes[..whole]).lines().map(str::to_owned).collect();
        Ok((Self { name, file }, lines))
    }

    /// Adds a line, which is with the operating system when this returns.
    pub fn append(&mut self, line: &str) -> Result<(), FormatError> {
        let written = if line.contains('\n') {
            Err(ErrorKind::InvalidInput.into())
        } else {
            self.file.write_all(format!("{line}\n").as_bytes())
        };
        written.map_err(|error| self.failed(&error))
    }

    /// Forgets every line.
    pub fn clear(&mut self) -> Result<(), FormatError> {
        self.file.set_len(0).map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &std::io::Error) -> FormatError {
        FormatError::whole_file(&self.name, format!("cannot be written: {error}"))
    }
}
