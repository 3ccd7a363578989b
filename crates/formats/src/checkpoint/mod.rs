//! Checkpoints of runs: one file from which a run goes on, bit for bit as if it had not been stopped.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `STICTCHK` |
//! | 4 | version, now 3 (little-endian, as everything) |
//! | 8 | length of the content |
//! | content | a [`Checkpoint`], field after field |
//! | 8 | checksum of all that stands before |
//!
//! Numbers are their bits, counts take eight bytes and stand before what they count, texts are UTF-8, and a choice is one
//! byte before its fields. The scene is in it with all files that it was made of. A file is written beside the old one
//! and then renamed: there is always a whole one.

#[allow(clippy::module_inception)]
mod checkpoint;
mod choices;
mod pack;

pub use checkpoint::{
    Checkpoint, RunPlan, pack_scene, pack_snapshot, read_checkpoint, unpack_scene, unpack_snapshot, write_checkpoint,
};
