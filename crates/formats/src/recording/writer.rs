use super::record::{self, FRAMING, checksum};
use super::{Frame, MAGIC, RecordingHeader, START, VERSION};
use crate::FormatError;
use crate::fingerprint::{NO_HASH, hash};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Writes a recording while a run goes on.
#[derive(Debug)]
pub struct RecordingWriter {
    name: String,
    file: BufWriter<File>,
    buffer: Vec<u8>,
    bytes: Vec<u8>,
    length: u64,
    sums: u64,
}

/// How far a recording was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordingMark {
    /// The file.
    pub path: String,
    /// Its bytes.
    pub length: u64,
    /// A hash of the checksums of its records.
    pub sums: u64,
}

impl RecordingWriter {
    /// Makes the file, with its header.
    pub fn create(path: &Path, header: &RecordingHeader) -> Result<Self, FormatError> {
        let name = path.display().to_string();
        let failed = |error: std::io::Error| FormatError::whole_file(&name, format!("cannot be written: {error}"));
        let mut file = BufWriter::with_capacity(1 << 16, File::create(path).map_err(failed)?);
        file.write_all(MAGIC).and_then(|()| file.write_all(&VERSION.to_le_bytes())).map_err(failed)?;
        let mut writer =
            Self { name, file, buffer: Vec::new(), bytes: Vec::new(), length: START as u64, sums: NO_HASH };
        let json =
            serde_json::to_vec(header).map_err(|error| FormatError::whole_file(&writer.name, error.to_string()))?;
        writer.record(b'H', &json)?;
        writer.flush()?;
        Ok(writer)
    }

    /// Goes on with a recording from where it was: what stands behind that is cut off, what stands before it is looked at.
    pub fn resume(mark: &RecordingMark) -> Result<Self, FormatError> {
        let RecordingMark { path: name, length, sums } = mark.clone();
        let failed = |error: std::io::Error| FormatError::whole_file(&name, format!("cannot be continued: {error}"));
        let file = OpenOptions::new().read(true).write(true).open(&name).map_err(failed)?;
        let found = sums_until(&file, length).map_err(failed)?;
        if found != Some(sums) {
            let message = format!("expected the recording that the checkpoint continues, {length} bytes or more");
            return Err(FormatError::whole_file(&name, format!("{message}, found another or a shorter one")));
        }
        file.set_len(length).map_err(failed)?;
        (&file).seek(SeekFrom::Start(length)).map_err(failed)?;
        Ok(Self {
            file: BufWriter::with_capacity(1 << 16, file),
            name,
            buffer: Vec::new(),
            bytes: Vec::new(),
            length,
            sums,
        })
    }

    /// Puts everything on the disk, and says how far the recording is.
    pub fn mark(&mut self) -> Result<RecordingMark, FormatError> {
        self.flush()?;
        self.file.get_ref().sync_data().map_err(|error| self.failed(&error))?;
        Ok(RecordingMark { path: self.name.clone(), length: self.length, sums: self.sums })
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
        self.bytes.clear();
        let Some(sum) = record::append(&mut self.bytes, kind, content) else {
            return Err(FormatError::whole_file(&self.name, "expected a record of at most 4 GiB, found more"));
        };
        self.length += self.bytes.len() as u64;
        self.sums = hash(self.sums, &sum.to_le_bytes());
        self.file.write_all(&self.bytes).map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &std::io::Error) -> FormatError {
        FormatError::whole_file(&self.name, format!("cannot be written: {error}"))
    }
}

/// The hash of the checksums of all records within so many bytes; none if they are no recording or do not end there.
fn sums_until(file: &File, length: u64) -> Result<Option<u64>, Error> {
    let mut from = BufReader::new(file).take(length);
    let mut start = [0; START];
    match from.read_exact(&mut start) {
        Ok(()) if start[..8] == *MAGIC && start[8..] == VERSION.to_le_bytes() => {}
        Err(error) if error.kind() != ErrorKind::UnexpectedEof => return Err(error),
        _ => return Ok(None),
    }
    let (mut sums, mut at, mut content) = (NO_HASH, START as u64, Vec::new());
    while at < length {
        let mut head = [0; 5];
        let mut sum = [0; 4];
        content.clear();
        let read = from.read_exact(&mut head).and_then(|()| {
            let own = u64::from(u32::from_le_bytes([head[1], head[2], head[3], head[4]]));
            at += own + FRAMING as u64;
            // No more than there is, whatever the length says.
            from.by_ref().take(own).read_to_end(&mut content)?;
            from.read_exact(&mut sum)
        });
        match read {
            Ok(()) if checksum(&[&head, &content]).to_le_bytes() == sum => sums = hash(sums, &sum),
            Err(error) if error.kind() != ErrorKind::UnexpectedEof => return Err(error),
            _ => return Ok(None),
        }
    }
    Ok((at == length).then_some(sums))
}
