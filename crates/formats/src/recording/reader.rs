use super::{Frame, MAGIC, RecordingHeader, VERSION, checksum};
use crate::FormatError;
use std::path::Path;

/// A recording that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// What it is of.
    pub header: RecordingHeader,
    /// The steps, in order.
    pub frames: Vec<Frame>,
    /// The events, as JSON objects.
    pub events: Vec<String>,
    /// The summary, as a JSON object, if the run ended in good order.
    pub summary: Option<String>,
    /// How many bytes at the end are no whole record.
    pub torn: usize,
}

/// Reads a recording.
pub fn read_recording(path: &Path) -> Result<Recording, FormatError> {
    let name = path.display().to_string();
    let bytes =
        std::fs::read(path).map_err(|error| FormatError::whole_file(&name, format!("cannot be read: {error}")))?;
    Recording::parse(&name, &bytes)
}

impl Recording {
    /// Reads the bytes of a file of that name.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        let fault = |what: String| FormatError::whole_file(name, what);
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(fault("expected a recording of a run, which begins with STICTREC".to_owned()));
        };
        let version = rest.get(..4).map(|v| u32::from_le_bytes([v[0], v[1], v[2], v[3]]));
        if version != Some(VERSION) {
            let found = version.map_or("nothing".to_owned(), |version| version.to_string());
            return Err(fault(format!("expected version {VERSION} of the recording format, found {found}")));
        }
        let mut rest = &rest[4..];
        let Some((b'H', content, after)) = next_record(rest) else {
            return Err(fault("expected a header after the version, found none that is whole".to_owned()));
        };
        let header: RecordingHeader =
            serde_json::from_slice(content).map_err(|error| fault(format!("header: {error}")))?;
        rest = after;
        let mut recording = Self { header, frames: vec![], events: vec![], summary: None, torn: 0 };
        let (configuration, velocity) = (recording.header.configuration_size, recording.header.velocity_size);
        while let Some((kind, content, after)) = next_record(rest) {
            let text = || String::from_utf8_lossy(content).into_owned();
            match kind {
                b'F' => match Frame::from_bytes(content, configuration, velocity) {
                    Some(frame) => recording.frames.push(frame),
                    None => return Err(fault(format!("frame {}: expected other sizes", recording.frames.len()))),
                },
                b'E' => recording.events.push(text()),
                b'S' => recording.summary = Some(text()),
                other => {
                    return Err(fault(format!("expected a record of kind F, E or S, found {:?}", char::from(other))));
                }
            }
            rest = after;
        }
        recording.torn = rest.len();
        Ok(recording)
    }
}

/// The kind and content of the next whole record, and what follows it.
fn next_record(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let head = bytes.get(..5)?;
    let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize;
    let content = bytes.get(5..5_usize.checked_add(length)?)?;
    let sum = bytes.get(5 + length..9 + length)?;
    (sum == checksum(&[head, content]).to_le_bytes()).then_some((head[0], content, &bytes[9 + length..]))
}
