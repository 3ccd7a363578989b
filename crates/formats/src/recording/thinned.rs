use super::{Frame, RecordingEncoder, RecordingHeader};

/// The most events that are kept.
const MOST_EVENTS: usize = 20_000;

/// A recording of at most so many bytes, however long the run: where it would grow larger, every second frame is dropped.
#[derive(Clone, Debug)]
pub struct ThinnedRecording {
    header: RecordingHeader,
    frames: Vec<Frame>,
    last: Option<Frame>,
    events: Vec<String>,
    every: usize,
    seen: usize,
    bytes: usize,
    most: usize,
}

impl ThinnedRecording {
    /// One without frames, which is to have at most so many bytes of them.
    pub fn new(header: RecordingHeader, most: usize) -> Self {
        Self { header, frames: vec![], last: None, events: vec![], every: 1, seen: 0, bytes: 0, most }
    }

    /// Adds a frame.
    pub fn frame(&mut self, frame: Frame) {
        let turn = self.seen.is_multiple_of(self.every);
        self.seen += 1;
        if !turn {
            self.last = Some(frame);
            return;
        }
        self.last = None;
        self.bytes += frame.size();
        self.frames.push(frame);
        while self.bytes > self.most && self.frames.len() > 2 {
            self.every *= 2;
            let mut place = 0;
            // What was last may not stay: it is kept aside, so that the end of the run is always there.
            self.last = self.frames.last().filter(|_| self.frames.len().is_multiple_of(2)).cloned();
            self.frames.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.bytes = self.frames.iter().map(Frame::size).sum();
        }
    }

    /// Adds an event, as a JSON object.
    pub fn event(&mut self, json: String) {
        if self.events.len() < MOST_EVENTS {
            self.events.push(json);
        }
    }

    /// The recording.
    pub fn finish(mut self, summary: Option<&str>) -> Vec<u8> {
        if self.every > 1 {
            self.header.thinned = Some([self.every, self.seen]);
        }
        let mut encoder = RecordingEncoder::new(&self.header);
        self.frames.iter().chain(&self.last).for_each(|frame| encoder.frame(frame));
        self.events.iter().for_each(|event| encoder.event(event));
        if let Some(summary) = summary {
            encoder.summary(summary);
        }
        encoder.into_bytes()
    }
}
