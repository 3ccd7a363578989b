//! Recordings of runs: one file that grows while the run goes on, and is valid at any moment.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `STICTREC` |
//! | 4 | version, now 1 (little-endian, as everything) |
//! | records | one after the other, to the end |
//!
//! A record is its kind (1 byte), the length of its content (4 bytes), the content, and a checksum of all that (4 bytes).
//! The first is the header (`H`, JSON): scene, bodies, joints, shapes. Then come frames (`F`, numbers), events (`E`, JSON)
//! and, when the run ended in good order, the summary (`S`, JSON). What a crash left of the last record is not read.

mod event;
mod frame;
mod header;
mod reader;
mod writer;

pub use event::{RecordedEvent, event_words};
pub use frame::{Frame, FrameContact};
pub use header::{RecordedBody, RecordedJoint, RecordedShape, RecordingHeader};
pub use reader::{Recording, read_recording};
pub use writer::{RecordingMark, RecordingWriter};

const MAGIC: &[u8; 8] = b"STICTREC";
const VERSION: u32 = 1;

/// Fowler, Noll and Vo's hash of 32 bits (FNV-1a).
fn checksum(parts: &[&[u8]]) -> u32 {
    parts.iter().copied().flatten().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
