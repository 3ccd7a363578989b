use super::{Frame, MAGIC, OUTCOMES, RecordingEncoder, RecordingHeader, START, VERSION, frame_1, record};
use crate::FormatError;
use std::io::Read;
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
            return Err(fault(NO_RECORDING.to_owned()));
        };
        let version = version(rest).map_err(fault)?;
        let mut rest = &bytes[START..];
        let Some((b'H', content, after)) = record::next(rest) else {
            return Err(fault("expected a complete header after the version, found none".to_owned()));
        };
        let header = parse_header(content).map_err(fault)?;
        rest = after;
        let mut recording = Self { header, frames: vec![], events: vec![], summary: None, torn: 0 };
        let parse = if version == 1 { frame_1::from_bytes } else { Frame::from_bytes };
        let (configuration, velocity) = (recording.header.configuration_size, recording.header.velocity_size);
        while let Some((kind, content, after)) = record::next(rest) {
            let text = || String::from_utf8_lossy(content).into_owned();
            match kind {
                b'F' => match parse(content, configuration, velocity) {
                    Some(frame) => recording.frames.push(frame),
                    None => {
                        return Err(fault(format!(
                            "frame {}: expected the configuration and velocity sizes of the header, found others",
                            recording.frames.len()
                        )));
                    }
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

    /// The same as the bytes of a file, of the newest version.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut encoder = RecordingEncoder::new(&self.header);
        self.frames.iter().for_each(|frame| encoder.frame(frame));
        self.events.iter().for_each(|event| encoder.event(event));
        if let Some(summary) = &self.summary {
            encoder.summary(summary);
        }
        encoder.into_bytes()
    }
}

/// Whether a file begins as recordings do.
pub fn is_recording(path: &Path) -> bool {
    let mut start = [0; MAGIC.len()];
    std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *MAGIC
}

pub(super) const NO_RECORDING: &str = "expected a recording of a run, which begins with STICTREC";

/// The version, from what follows the first word; in words, if it is none that is read.
pub(super) fn version(bytes: &[u8]) -> Result<u32, String> {
    match bytes.first_chunk::<4>().map(|version| u32::from_le_bytes(*version)) {
        Some(version @ 1..=VERSION) => Ok(version),
        found => {
            let found = found.map_or("nothing".to_owned(), |version| version.to_string());
            let advice = "; a newer version of the program may read it";
            Err(format!("expected version 1 to {VERSION} of the recording format, found {found}{advice}"))
        }
    }
}

/// The header; of an old file, with what those do not say.
pub(super) fn parse_header(content: &[u8]) -> Result<RecordingHeader, String> {
    let mut header: RecordingHeader = serde_json::from_slice(content).map_err(|error| format!("header: {error}"))?;
    if header.outcomes.is_empty() {
        header.outcomes = OUTCOMES.iter().map(|&name| name.to_owned()).collect();
        header.shapes.iter_mut().enumerate().for_each(|(index, shape)| shape.collider = index);
    }
    Ok(header)
}
