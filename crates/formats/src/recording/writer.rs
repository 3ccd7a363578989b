use super::{Frame, MAGIC, RecordingHeader, VERSION, checksum};
use crate::FormatError;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes a recording while a run goes on.
#[derive(Debug)]
pub struct RecordingWriter {
    name: String,
    file: BufWriter<File>,
    buffer: Vec<u8>,
}

impl RecordingWriter {
    /// Makes the file, with its header.
    pub fn create(path: &Path, header: &RecordingHeader) -> Result<Self, FormatError> {
        let name = path.display().to_string();
        let failed = |error: std::io::Error| FormatError::whole_file(&name, format!("cannot be written: {error}"));
        let mut file = BufWriter::with_capacity(1 << 16, File::create(path).map_err(failed)?);
        file.write_all(MAGIC).and_then(|()| file.write_all(&VERSION.to_le_bytes())).map_err(failed)?;
        let mut writer = Self { name, file, buffer: Vec::new() };
        let json =
            serde_json::to_vec(header).map_err(|error| FormatError::whole_file(&writer.name, error.to_string()))?;
        writer.record(b'H', &json)?;
        writer.flush()?;
        Ok(writer)
    }

    /// Adds a frame.
    pub fn frame(&mut self, frame: &Frame) -> Result<(), FormatError> {
        let mut bytes = std::mem::take(&mut self.buffer);
        bytes.clear();
        frame.to_bytes(&mut bytes);
        let written = self.record(b'F', &bytes);
        self.buffer = bytes;
        written
    }

    /// Adds an event, as a JSON object.
    pub fn event(&mut self, json: &str) -> Result<(), FormatError> {
        self.record(b'E', json.as_bytes())?;
        self.flush()
    }

    /// Adds the summary, as a JSON object, and ends the recording.
    pub fn finish(mut self, json: &str) -> Result<(), FormatError> {
        self.record(b'S', json.as_bytes())?;
        self.flush()
    }

    /// Hands everything to the operating system.
    pub fn flush(&mut self) -> Result<(), FormatError> {
        self.file.flush().map_err(|error| self.failed(&error))
    }

    fn record(&mut self, kind: u8, content: &[u8]) -> Result<(), FormatError> {
        let Ok(length) = u32::try_from(content.len()) else {
            return Err(FormatError::whole_file(&self.name, "a record of more than 4 GiB"));
        };
        let head = [&[kind][..], &length.to_le_bytes()].concat();
        let sum = checksum(&[&head, content]);
        let mut write = || {
            self.file.write_all(&head)?;
            self.file.write_all(content)?;
            self.file.write_all(&sum.to_le_bytes())
        };
        write().map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &std::io::Error) -> FormatError {
        FormatError::whole_file(&self.name, format!("cannot be written: {error}"))
    }
}
