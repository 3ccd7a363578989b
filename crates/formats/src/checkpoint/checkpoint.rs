use super::pack::{Packed, Unpacker, packed};
use crate::files::KeptFiles;
use crate::fingerprint::{NO_HASH, hash};
use crate::read::read_bytes;
use crate::save::write_whole_by;
use crate::{FormatError, RecordingMark, SceneBundle};
use std::path::Path;
use stiction_linalg::space::Vector3;
use stiction_multibody::State;
use stiction_simulation::{Energy, Rest, RunSummary, Snapshot, Spring, Worst};

const MAGIC: &[u8; 8] = b"STICTCHK";
const VERSION: u32 = 3;
/// The bytes before the content, and after it.
const HEAD: usize = 20;
const TAIL: usize = 8;
/// The longest checkpoint that is read, in bytes.
const LARGEST: u64 = 4 << 30;

/// A run in the middle: all that it takes to go on with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The version of the program that wrote it.
    pub program: String,
    /// Tells builds of the program apart, where that is known: another build may round otherwise.
    pub build: Option<u64>,
    /// The scene, with all files that it was made of.
    pub scene: SceneBundle,
    /// What the next steps depend on.
    pub snapshot: Snapshot,
    /// What the run came to so far.
    pub summary: RunSummary,
    /// The energies at the run's start.
    pub initial: Energy,
    /// How the run was asked for.
    pub plan: RunPlan,
    /// How far its recording was, if there is one.
    pub recording: Option<RecordingMark>,
}

/// How a run was asked for, besides its scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunPlan {
    /// Every how many steps it is recorded.
    pub every: usize,
    /// The folder in which problems that were not solved are saved.
    pub failures: String,
    /// The files of those so far.
    pub saved: Vec<String>,
    /// Every how many seconds of the scene's time there is a checkpoint, if that was said.
    pub checkpoint_every: Option<f64>,
    /// What a step may take, µs of the clock, if that was said.
    pub budget: Option<f64>,
}

packed!(Checkpoint { program, build, scene, snapshot, summary, initial, plan, recording });
packed!(RunPlan { every, failures, saved, checkpoint_every, budget });
packed!(RecordingMark { path, length, sums });
packed!(SceneBundle { name, stem, text, settings, files });
packed!(KeptFiles { contents, present, folders });
packed!(Snapshot { steps, state, gains, impulses, springs, limited_motors, halvings, rest });
packed!(Spring { contact, normal, force });
packed!(Vector3 { x, y, z });
packed!(State { time, configuration, velocity });
packed!(Rest { settles, corrected, age, laws, diagonal });
packed!(Energy { kinetic, gravitational, springs });
packed!(Worst { value, step, label });
packed!(RunSummary {
    steps,
    contacts,
    most_contacts,
    outcomes,
    natural,
    best_in_budget,
    penetration,
    cone_violation,
    slip_angle,
    bilateral_velocity,
    gained,
    contact_work,
    bilateral_work,
    offset,
    moved_energy,
    solves,
    event_counts,
    events,
});

impl Checkpoint {
    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut content = Vec::new();
        self.pack(&mut content);
        let mut bytes = Vec::with_capacity(HEAD + content.len() + TAIL);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        content.len().pack(&mut bytes);
        bytes.append(&mut content);
        let sum = hash(NO_HASH, &bytes);
        sum.pack(&mut bytes);
        bytes
    }

    /// Reads the bytes of a file of that name.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        let fault = |message: String| FormatError::whole_file(name, message);
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(fault("expected a checkpoint of a run, which begins with STICTCHK".to_owned()));
        };
        let version = rest.get(..4).map(|v| u32::from_le_bytes([v[0], v[1], v[2], v[3]]));
        if version != Some(VERSION) {
            let found = version.map_or("nothing".to_owned(), |version| version.to_string());
            return Err(fault(format!("expected version {VERSION} of the checkpoint format, found {found}")));
        }
        let mut head = Unpacker { bytes, at: MAGIC.len() + 4 };
        let length = u64::unpack(&mut head).ok().and_then(|length| usize::try_from(length).ok());
        let whole = length.and_then(|length| length.checked_add(HEAD + TAIL));
        if whole != Some(bytes.len()) {
            let expected = whole.map_or("a length".to_owned(), |whole| format!("{whole} bytes"));
            return Err(fault(format!("truncated or damaged: expected {expected}, found {} bytes", bytes.len())));
        }
        let (before, sum) = bytes.split_at(bytes.len() - TAIL);
        if hash(NO_HASH, before).to_le_bytes() != sum {
            return Err(fault("damaged: the checksum does not match the content".to_owned()));
        }
        unpacked_whole(name, before, HEAD)
    }
}

/// A snapshot as bytes, for another process of the same build: no checksum, and no version.
pub fn pack_snapshot(snapshot: &Snapshot) -> Vec<u8> {
    packed_whole(snapshot)
}

/// The snapshot of such bytes.
pub fn unpack_snapshot(bytes: &[u8]) -> Result<Snapshot, FormatError> {
    unpacked_whole("snapshot", bytes, 0)
}

/// A scene with all its files as bytes, for another process of the same build: no checksum, and no version.
pub fn pack_scene(scene: &SceneBundle) -> Vec<u8> {
    packed_whole(scene)
}

/// The scene of such bytes.
pub fn unpack_scene(bytes: &[u8]) -> Result<SceneBundle, FormatError> {
    unpacked_whole("scene", bytes, 0)
}

fn packed_whole(value: &impl Packed) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.pack(&mut bytes);
    bytes
}

/// The value that the bytes from a place on hold, to their end.
fn unpacked_whole<T: Packed>(name: &str, bytes: &[u8], at: usize) -> Result<T, FormatError> {
    let mut from = Unpacker { bytes, at };
    let read = T::unpack(&mut from).and_then(|value| match from.left() {
        0 => Ok(value),
        left => Err(from.fault("the end", format!("{left} bytes more"))),
    });
    read.map_err(|fault| FormatError {
        file: name.to_owned(),
        position: None,
        field: fault.field(),
        message: fault.message,
    })
}

/// Reads a checkpoint.
pub fn read_checkpoint(path: &Path) -> Result<Checkpoint, FormatError> {
    Checkpoint::parse(&path.display().to_string(), &read_bytes(path, LARGEST)?)
}

/// Writes a checkpoint. An interrupted write leaves the old one as it was.
pub fn write_checkpoint(path: &Path, checkpoint: &Checkpoint) -> Result<(), FormatError> {
    // Always the same name beside it, so that a run that is killed again and again leaves one such file at most.
    write_whole_by(path, ".part", &checkpoint.to_bytes())
}
