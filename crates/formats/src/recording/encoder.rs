use super::{Frame, MAGIC, RecordingHeader, VERSION, record};

/// A recording in memory, which grows as the file does.
#[derive(Clone, Debug)]
pub struct RecordingEncoder {
    bytes: Vec<u8>,
    buffer: Vec<u8>,
}

impl RecordingEncoder {
    /// One with its header.
    pub fn new(header: &RecordingHeader) -> Self {
        let mut encoder = Self { bytes: Vec::new(), buffer: Vec::new() };
        encoder.bytes.extend_from_slice(MAGIC);
        encoder.bytes.extend_from_slice(&VERSION.to_le_bytes());
        // Numbers that are no numbers have no JSON; a header of such a scene is refused before it runs.
        encoder.record(b'H', &serde_json::to_vec(header).unwrap_or_default());
        encoder
    }

    /// Adds a frame.
    pub fn frame(&mut self, frame: &Frame) {
        let mut content = std::mem::take(&mut self.buffer);
        content.clear();
        frame.to_bytes(&mut content);
        self.record(b'F', &content);
        self.buffer = content;
    }

    /// Adds an event, as a JSON object.
    pub fn event(&mut self, json: &str) {
        self.record(b'E', json.as_bytes());
    }

    /// Adds the summary, as a JSON object.
    pub fn summary(&mut self, json: &str) {
        self.record(b'S', json.as_bytes());
    }

    /// Adds whole records as they are.
    pub(super) fn records(&mut self, records: &[u8]) {
        self.bytes.extend_from_slice(records);
    }

    /// All so far: a recording.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same, for good.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn record(&mut self, kind: u8, content: &[u8]) {
        // A record of more than 4 GiB is left out; no memory holds one.
        let _ = record::append(&mut self.bytes, kind, content);
    }
}
