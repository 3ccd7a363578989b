use crate::FormatError;
use crate::read::read_bytes;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::Path;

/// The longest journal that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// A text file that grows line by line. A line is there once its end is: what an interrupted program left behind the
/// last end of line is dropped.
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
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        let bytes = read_bytes(path, LARGEST)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
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
        written.map_err(|error| FormatError::whole_file(&self.name, format!("cannot be written: {error}")))
    }
}
