use super::reader::{NO_RECORDING, parse_header, version};
use super::record::{FRAMING, checksum};
use super::thinned::add_events;
use super::{Frame, MAGIC, Recording, RecordingEncoder, RecordingHeader, START};
use crate::FormatError;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A recording whose frames stay in the file until somebody asks for them.
#[derive(Debug)]
pub struct RecordingFile {
    /// What messages call it.
    pub name: String,
    /// What it is of.
    pub header: RecordingHeader,
    /// The events, as JSON objects.
    pub events: Vec<String>,
    /// The summary, as a JSON object, if the run ended in good order.
    pub summary: Option<String>,
    /// How many bytes at the end are no whole record.
    pub torn: u64,
    /// All bytes.
    pub length: u64,
    /// Where the record of each frame begins, and how long it is.
    frames: Vec<(u64, usize)>,
    source: Mutex<Source>,
}

#[derive(Debug)]
enum Source {
    File(File),
    Memory(Vec<u8>),
}

impl RecordingFile {
    /// Looks through a file.
    pub fn open(path: &Path) -> Result<Self, FormatError> {
        let name = path.display().to_string();
        let failed = |error: std::io::Error| FormatError::whole_file(&name, format!("cannot be read: {error}"));
        let mut file = File::open(path).map_err(failed)?;
        let mut start = [0; START];
        let enough = file.read_exact(&mut start).is_ok();
        if enough && start[..8] == *MAGIC && version(&start[8..]) == Ok(1) {
            // Old ones are short.
            let mut bytes = start.to_vec();
            file.read_to_end(&mut bytes).map_err(failed)?;
            return Self::from_bytes(&name, Recording::parse(&name, &bytes)?.to_bytes());
        }
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let copy = file.try_clone().map_err(failed)?;
        Self::scan(&name, BufReader::with_capacity(1 << 20, copy), Source::File(file))
    }

    /// The same of a recording in memory.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Self, FormatError> {
        let mut file = Self::scan(name, Cursor::new(&bytes), Source::Memory(Vec::new()))?;
        file.torn = (bytes.len() as u64).saturating_sub(file.length);
        file.length = bytes.len() as u64;
        file.source = Mutex::new(Source::Memory(bytes));
        Ok(file)
    }

    fn scan(name: &str, mut from: impl Read, source: Source) -> Result<Self, FormatError> {
        let fault = |what: String| FormatError::whole_file(name, what);
        let failed = |error: std::io::Error| fault(format!("cannot be read: {error}"));
        let mut start = Vec::new();
        from.by_ref().take(START as u64).read_to_end(&mut start).map_err(failed)?;
        let Some(rest) = start.strip_prefix(MAGIC) else { return Err(fault(NO_RECORDING.to_owned())) };
        version(rest).map_err(fault)?;
        let mut content = Vec::new();
        let Some(b'H') = next(&mut from, &mut content).map_err(failed)? else {
            return Err(fault("expected a complete header after the version, found none".to_owned()));
        };
        let header = parse_header(&content).map_err(fault)?;
        let mut at = (START + FRAMING + content.len()) as u64;
        let (mut frames, mut events, mut summary) = (vec![], vec![], None);
        while let Some(kind) = next(&mut from, &mut content).map_err(failed)? {
            let text = || String::from_utf8_lossy(&content).into_owned();
            let whole = FRAMING + content.len();
            match kind {
                b'F' => frames.push((at, whole)),
                b'E' => events.push(text()),
                b'S' => summary = Some(text()),
                other => {
                    let found = char::from(other);
                    return Err(fault(format!("expected a record of kind F, E or S, found {found:?}")));
                }
            }
            at += whole as u64;
        }
        let mut torn = 0;
        // What is left of the last record was read, or part of it: the file's length tells.
        if let Source::File(file) = &source {
            torn = file.metadata().map_err(failed)?.len().saturating_sub(at);
        }
        let (name, source) = (name.to_owned(), Mutex::new(source));
        Ok(Self { name, header, events, summary, torn, length: at + torn, frames, source })
    }

    /// How many frames there are.
    pub fn count(&self) -> usize {
        self.frames.len()
    }

    /// A frame by its place.
    pub fn frame(&self, place: usize) -> Result<Frame, FormatError> {
        let bytes = self.records(place..place + 1, 1)?;
        let content = bytes.get(5..bytes.len().saturating_sub(4)).unwrap_or_default();
        let frame = Frame::from_bytes(content, self.header.configuration_size, self.header.velocity_size);
        frame.ok_or_else(|| {
            FormatError::whole_file(
                &self.name,
                format!("frame {place}: expected the configuration and velocity sizes of the header, found others"),
            )
        })
    }

    /// The records of the frames of a range, or of one in so many of them.
    pub fn records(&self, range: Range<usize>, every: usize) -> Result<Vec<u8>, FormatError> {
        let mut bytes = Vec::new();
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        let own = self.frames.get(range).unwrap_or_default();
        for &(at, length) in own.iter().step_by(every.max(1)) {
            match &mut *source {
                Source::File(file) => {
                    let before = bytes.len();
                    bytes.resize(before + length, 0);
                    let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut bytes[before..]));
                    read.map_err(|error| FormatError::whole_file(&self.name, format!("cannot be read: {error}")))?;
                }
                Source::Memory(all) => {
                    bytes.extend_from_slice(all.get(at as usize..at as usize + length).unwrap_or_default());
                }
            }
        }
        Ok(bytes)
    }

    /// How many frames there are for each that is kept, if those are to have at most so many bytes.
    pub fn thinning(&self, most: usize) -> usize {
        let all: usize = self.frames.iter().map(|(_, length)| length).sum();
        all.div_ceil(most.max(1)).max(1)
    }

    /// The whole recording with one in so many frames, and always the last.
    pub fn thinned(&self, every: usize) -> Result<Vec<u8>, FormatError> {
        let mut header = self.header.clone();
        let count = self.count();
        if every > 1 {
            header.thinned = Some([every, count]);
        }
        let mut encoder = RecordingEncoder::new(&header);
        encoder.records(&self.records(0..count, every)?);
        if count > 0 && !(count - 1).is_multiple_of(every) {
            encoder.records(&self.records(count - 1..count, 1)?);
        }
        add_events(&mut encoder, &self.events, 0);
        if let Some(summary) = &self.summary {
            encoder.summary(summary);
        }
        Ok(encoder.into_bytes())
    }
}

/// The next whole record: its kind, and its content into a buffer.
fn next(from: &mut impl Read, content: &mut Vec<u8>) -> Result<Option<u8>, std::io::Error> {
    let (mut head, mut sum) = (Vec::new(), Vec::new());
    from.by_ref().take(5).read_to_end(&mut head)?;
    let &[kind, a, b, c, d] = &head[..] else { return Ok(None) };
    let length = u32::from_le_bytes([a, b, c, d]);
    content.clear();
    // No more than there is, whatever the length says.
    from.by_ref().take(u64::from(length)).read_to_end(content)?;
    from.by_ref().take(4).read_to_end(&mut sum)?;
    Ok((sum == checksum(&[&head, content]).to_le_bytes()).then_some(kind))
}
