//! Recordings of runs: one file that grows while the run goes on, and is valid at any moment.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `STICTREC` |
//! | 4 | version, now 2 (little-endian, as everything); 1 is read, too |
//! | records | one after the other, to the end |
//!
//! A record is its kind (1 byte), the length of its content (4 bytes), the content, and a checksum of all that (4 bytes).
//! The first is the header (`H`, JSON): scene, bodies, joints, shapes. Then come frames (`F`, numbers), events (`E`, JSON)
//! and, when the run ended in good order, the summary (`S`, JSON). What a crash left of the last record is not read.
//! `docs/recordings.md` has every byte.

mod encoder;
mod event;
mod export;
mod frame;
mod frame_1;
mod frame_contact;
mod header;
mod numbers;
mod reader;
mod record;
mod recorded_shape;
mod recording_file;
mod thinned;
mod writer;

pub use encoder::RecordingEncoder;
pub use event::{RecordedEvent, event_kind_words, event_words};
pub use export::{PlacedBody, Placing, export_csv, export_npz};
pub use frame::Frame;
pub use frame_contact::FrameContact;
pub use header::{RecordedBody, RecordedCamera, RecordedJoint, RecordingHeader};
pub use reader::{Recording, is_recording, read_recording};
pub use recorded_shape::RecordedShape;
pub use recording_file::RecordingFile;
pub use thinned::ThinnedRecording;
pub use writer::{RecordingMark, RecordingWriter};

const MAGIC: &[u8; 8] = b"STICTREC";
const VERSION: u32 = 2;
/// The bytes before the first record.
const START: usize = 12;

/// How a step's contact problem may end; the first two are good ends. The last is for files that say no more.
const OUTCOMES: [&str; 12] = [
    "solved",
    "model-solved",
    "best-in-budget",
    "no-solution",
    "ray-termination",
    "iteration-limit",
    "stalled",
    "diverged",
    "numerical-failure",
    "unsuited",
    "interrupted",
    "unsolved",
];
