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
    left_out: usize,
    every: usize,
    seen: usize,
    bytes: usize,
    most: usize,
}

impl ThinnedRecording {
    /// One without frames, which is to have at most so many bytes of them.
    pub fn new(header: RecordingHeader, most: usize) -> Self {
        Self { header, frames: vec![], last: None, events: vec![], left_out: 0, every: 1, seen: 0, bytes: 0, most }
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
        } else {
            self.left_out += 1;
        }
    }

    /// The recording.
    pub fn finish(mut self, summary: Option<&str>) -> Vec<u8> {
        if self.every > 1 {
            self.header.thinned = Some([self.every, self.seen]);
        }
        let mut encoder = RecordingEncoder::new(&self.header);
        self.frames.iter().chain(&self.last).for_each(|frame| encoder.frame(frame));
        add_events(&mut encoder, &self.events, self.left_out);
        if let Some(summary) = summary {
            encoder.summary(summary);
        }
        encoder.into_bytes()
    }
}

/// Adds as many events as a page shows, and a word on those that it has no room for.
pub(super) fn add_events(encoder: &mut RecordingEncoder, events: &[String], left_out: usize) {
    let shown = events.len().min(MOST_EVENTS);
    events[..shown].iter().for_each(|event| encoder.event(event));
    if let more @ 1.. = left_out + events.len() - shown {
        let detail = format!("{more} more events are only in the recording");
        encoder
            .event(&serde_json::json!({ "step": 0, "time_s": 0.0, "kind": "left-out", "detail": detail }).to_string());
    }
}
