//! Recordings as files: versions, pieces, and what other programs get of them.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use stiction_formats::{
    Frame, Recording, RecordingEncoder, RecordingFile, RecordingHeader, ThinnedRecording, built_in_scene, export_csv,
    export_npz, is_recording, read_recording,
};
use stiction_simulation::{ContactMode, World};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("stiction-recordings-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn recorded(name: &str, steps: usize) -> (RecordingHeader, Vec<Frame>) {
    let loaded = built_in_scene(name).unwrap().load(&[] as &[&str]).unwrap();
    let mut world = World::new(loaded.scene).unwrap();
    let header = RecordingHeader::new(&world, 1).with_view(&loaded.description, loaded.camera);
    let mut frames = vec![Frame::start(&world)];
    for _ in 0..steps {
        let report = world.step().unwrap();
        frames.push(Frame::of_step(&world, &report));
    }
    (header, frames)
}

fn encoded(header: &RecordingHeader, frames: &[Frame]) -> Vec<u8> {
    let mut encoder = RecordingEncoder::new(header);
    frames.iter().for_each(|frame| encoder.frame(frame));
    encoder.event(r#"{"step":3,"time_s":0.003,"kind":"next-method","detail":"a, b"}"#);
    encoder.summary(r#"{"ended":"done"}"#);
    encoder.into_bytes()
}

/// A record as version 1 has it.
fn record(kind: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![kind];
    bytes.extend_from_slice(&(content.len() as u32).to_le_bytes());
    bytes.extend_from_slice(content);
    let sum = bytes.iter().fold(0x811c_9dc5_u32, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// The same frames as version 1 wrote them.
fn version_1(header: &RecordingHeader, frames: &[Frame]) -> Vec<u8> {
    let mut json: serde_json::Value = serde_json::to_value(header).unwrap();
    let new =
        ["outcomes", "methods", "tolerance", "duration", "description", "camera", "source", "settings", "thinned"];
    new.iter().for_each(|key| drop(json.as_object_mut().unwrap().remove(*key)));
    let mut bytes = b"STICTREC\x01\x00\x00\x00".to_vec();
    bytes.extend(record(b'H', json.to_string().as_bytes()));
    for frame in frames {
        let mut numbers = vec![frame.step as f64, frame.time];
        numbers.extend(frame.configuration.iter().chain(&frame.velocity).chain(&frame.energy));
        numbers.extend([frame.contact_energy, frame.residual, 1.0]);
        for contact in &frame.contacts {
            numbers.extend(contact.source.map(f64::from));
            numbers.extend(contact.position.iter().chain(&contact.normal).chain([&contact.gap]).map(|&v| f64::from(v)));
            numbers.extend(contact.impulse);
            numbers.push(f64::from(contact.friction));
        }
        let content: Vec<u8> = numbers.iter().flat_map(|value| value.to_le_bytes()).collect();
        bytes.extend(record(b'F', &content));
    }
    bytes
}

#[test]
fn modes_are_those_of_the_motion() {
    let (_, frames) = recorded("box-on-slope", 50);
    let touching = |frame: &Frame| frame.contacts.iter().map(|contact| contact.mode).collect::<Vec<_>>();
    // It slides from the start; nothing of it lifts off.
    assert!(touching(&frames[50]).iter().all(|mode| *mode == ContactMode::Slip), "{:?}", frames[50].contacts);
    let speed = frames[50].contacts[0].velocity;
    let ahead = frames[50].velocity.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    assert!((f64::from(speed[0].hypot(speed[2])) - ahead).abs() < 1e-3 * ahead.max(1e-3), "{speed:?} {ahead}");
    let (_, frames) = recorded("table", 20);
    assert!(touching(&frames[20]).iter().all(|mode| *mode != ContactMode::Slip));
    assert!(touching(&frames[20]).contains(&ContactMode::Stick));
}

#[test]
fn version_1_is_read_and_others_are_refused() {
    let (header, frames) = recorded("box-stack", 20);
    let bytes = version_1(&header, &frames);
    let old = Recording::parse("old", &bytes).unwrap();
    assert_eq!(old.frames.len(), frames.len());
    for (read, written) in old.frames.iter().zip(&frames) {
        assert_eq!((read.step, read.time, &read.configuration), (written.step, written.time, &written.configuration));
        assert!(read.is_solved());
        for (a, b) in read.contacts.iter().zip(&written.contacts) {
            assert_eq!((a.source, a.impulse, a.position), (b.source, b.impulse, b.position));
            assert!(a.velocity[0].is_nan(), "it was not recorded");
        }
    }
    let folder = folder("versions");
    let path = folder.join("old.stiction");
    fs::write(&path, &bytes).unwrap();
    assert!(is_recording(&path));
    let file = RecordingFile::open(&path).unwrap();
    assert_eq!(file.count(), frames.len());
    assert_eq!(file.frame(7).unwrap().impulses(), frames[7].impulses());

    for version in [0_u32, 3, 77] {
        let mut other = bytes.clone();
        other[8..12].copy_from_slice(&version.to_le_bytes());
        let error = Recording::parse("other", &other).unwrap_err().to_string();
        assert!(
            error.contains(&format!("expected version 1 to 2 of the recording format, found {version}")),
            "{error}"
        );
        fs::write(&path, &other).unwrap();
        assert!(RecordingFile::open(&path).unwrap_err().to_string().contains("expected version"));
    }
    for text in ["", "STICTREC", "{\"format\": 1}"] {
        fs::write(&path, text).unwrap();
        assert!(RecordingFile::open(&path).is_err() && read_recording(&path).is_err(), "{text}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Impulses tell two frames apart, and are compared even where other numbers are none.
trait Impulses {
    fn impulses(&self) -> Vec<[f64; 3]>;
}

impl Impulses for Frame {
    fn impulses(&self) -> Vec<[f64; 3]> {
        self.contacts.iter().map(|contact| contact.impulse).collect()
    }
}

#[test]
fn a_file_gives_the_frames_that_are_asked_for() {
    let (header, frames) = recorded("twelve-link-pendulum", 300);
    let bytes = encoded(&header, &frames);
    let folder = folder("pieces");
    let path = folder.join("run.stiction");
    // Broken off in the middle of its last records.
    for torn in [0, 3, 60] {
        fs::write(&path, &bytes[..bytes.len() - torn]).unwrap();
        let file = RecordingFile::open(&path).unwrap();
        assert_eq!((file.count(), &file.header, file.torn > 0), (301, &header, torn > 0));
        assert_eq!(file.events.len(), usize::from(torn < 60));
        for place in [0, 1, 157, 300] {
            assert_eq!(file.frame(place).unwrap(), frames[place]);
        }
        assert!(file.frame(301).is_err());
    }
    let file = RecordingFile::open(&path).unwrap();
    let thinned = Recording::parse("thinned", &file.thinned(7).unwrap()).unwrap();
    assert_eq!(thinned.header.thinned, Some([7, 301]));
    let steps: Vec<_> = thinned.frames.iter().map(|frame| frame.step).collect();
    assert_eq!((steps[..3].to_vec(), *steps.last().unwrap()), (vec![0, 7, 14], 300));
    assert_eq!((file.thinning(usize::MAX), file.thinning(file.length as usize / 3)), (1, 3));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_page_of_a_long_run_stays_small_and_has_its_end() {
    let (header, frames) = recorded("sphere-on-plane", 500);
    for count in [3, 100, 499, 500, 501] {
        let mut thinned = ThinnedRecording::new(header.clone(), 20_000);
        frames[..count].iter().for_each(|frame| thinned.frame(frame.clone()));
        let read = Recording::parse("thinned", &thinned.finish(Some("{}"))).unwrap();
        let bytes = read.to_bytes().len() - RecordingEncoder::new(&read.header).bytes().len();
        assert!(bytes < 21_000, "{bytes}");
        assert_eq!(read.frames.last(), Some(&frames[count - 1]), "{count}");
        let steps: Vec<_> = read.frames.iter().map(|frame| frame.step).collect();
        assert!(steps.is_sorted() && steps[0] == 0, "{steps:?}");
    }
}

#[test]
fn events_without_room_on_a_page_are_reported() {
    let (header, frames) = recorded("sphere-on-plane", 2);
    let mut thinned = ThinnedRecording::new(header, 20_000);
    frames.into_iter().for_each(|frame| thinned.frame(frame));
    (0..20_007).for_each(|step| thinned.event(format!("{{\"step\":{step}}}")));
    let read = Recording::parse("thinned", &thinned.finish(None)).unwrap();
    assert_eq!(read.events.len(), 20_001);
    assert!(read.events[20_000].contains("7 more events are only in the recording"), "{}", read.events[20_000]);
}

#[test]
fn tables_and_arrays_hold_every_frame() {
    let (header, frames) = recorded("box-stack", 30);
    let file = RecordingFile::from_bytes("stack", encoded(&header, &frames)).unwrap();
    let folder = folder("export");
    let tables = export_csv(&file, &folder).unwrap();
    assert_eq!(tables.len(), 5);
    let lines = |name: &str| fs::read_to_string(folder.join(name)).unwrap().lines().count();
    let contacts: usize = frames.iter().map(|frame| frame.contacts.len()).sum();
    assert_eq!((lines("steps.csv"), lines("states.csv"), lines("contacts.csv")), (32, 32, contacts + 1));
    let states = fs::read_to_string(folder.join("states.csv")).unwrap();
    let last: Vec<f64> = states.lines().last().unwrap().split(',').map(|cell| cell.parse().unwrap()).collect();
    let expected: Vec<f64> = frames[30].configuration.iter().chain(&frames[30].velocity).copied().collect();
    assert_eq!(last[2..], expected, "to the last bit");
    assert!(fs::read_to_string(folder.join("events.csv")).unwrap().contains("next-method,\"a, b\""));

    let path = folder.join("stack.npz");
    export_npz(&file, &path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let find = |what: &[u8]| bytes.windows(what.len()).position(|part| part == what).unwrap();
    // The first place of a name is its own entry; numbers begin 128 bytes after NumPy's mark.
    let entry = find(b"configuration.npy") + b"configuration.npy".len();
    let shape = format!("'shape': (31, {}), }}", header.configuration_size);
    assert!(String::from_utf8_lossy(&bytes[entry..entry + 128]).contains(&shape));
    let mut at = entry + 128;
    for frame in &frames {
        for value in &frame.configuration {
            assert_eq!(bytes[at..at + 8], value.to_le_bytes());
            at += 8;
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_bytes_make_the_readers_panic() {
    let (header, frames) = recorded("four-bar-loop", 5);
    let bytes = encoded(&header, &frames);
    let length = u32::from_le_bytes(bytes[13..17].try_into().unwrap()) as usize;
    let (json, rest) = (&bytes[17..17 + length], &bytes[21 + length..]);
    let folder = folder("damaged");
    let path = folder.join("damaged.npz");
    let mut seed = 7_u64;
    let mut next = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most
    };
    for _ in 0..1500 {
        // Bytes of the header or of a frame are others, and the checksum is right.
        let mut content = json.to_vec();
        for _ in 0..1 + next(3) {
            let at = next(content.len());
            content[at] = b"0123456789-.,[]{}\"ex"[next(20)];
        }
        let mut damaged = bytes[..12].to_vec();
        damaged.extend(record(b'H', &content));
        damaged.extend_from_slice(rest);
        damaged.extend(record(b'F', &bytes[next(200)..200 + next(400)]));
        let _ = Recording::parse("damaged", &damaged);
        if let Ok(file) = RecordingFile::from_bytes("damaged", damaged) {
            let _ = export_npz(&file, &path);
        }
    }
    fs::remove_dir_all(folder).unwrap();
}
