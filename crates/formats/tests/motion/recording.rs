//! Recordings are what happened, whole or torn.

use crate::world;
use std::fs;
use stiction_formats::{Frame, Recording, RecordingHeader, RecordingWriter, read_recording};
use stiction_multibody::dynamics::Kinematics;

#[test]
fn a_recording_holds_what_happened_even_when_it_breaks_off() {
    let folder = std::env::temp_dir().join(format!("stiction-recording-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("pendulum.stiction");
    let mut world = world("twelve-link-pendulum", &[]);
    let header = RecordingHeader::new(&world, 1);
    let mut writer = RecordingWriter::create(&path, &header).unwrap();
    let mut frames = vec![Frame::start(&world)];
    for _ in 0..200 {
        let report = world.step().unwrap();
        frames.push(Frame::of_step(&world, &report));
    }
    frames.iter().for_each(|frame| writer.frame(frame).unwrap());
    writer.event("{\"kind\":\"test\"}").unwrap();
    writer.finish("{}").unwrap();

    let recording = read_recording(&path).unwrap();
    assert_eq!((&recording.header, &recording.frames), (&header, &frames));
    assert_eq!((recording.events.len(), recording.summary.as_deref(), recording.torn), (1, Some("{}"), 0));
    assert!(frames.iter().any(|frame| frame.contacts.iter().any(|contact| contact.impulse[2] > 0.0)));

    // The header's model puts the bodies where they were.
    let model = header.model().unwrap();
    let mut kinematics = Kinematics::new(&model);
    kinematics.update(&model, &frames[200].configuration);
    for (body, state) in model.body_ids().zip(world.bodies()) {
        assert!((kinematics.body_pose(&model, body).position - state.position).norm() < 1e-12);
    }

    // Broken off anywhere, it is valid up to there, or says that it is none.
    let bytes = fs::read(&path).unwrap();
    for end in (0..bytes.len()).step_by(997) {
        match Recording::parse("torn", &bytes[..end]) {
            Ok(torn) => assert_eq!(torn.frames[..], frames[..torn.frames.len()]),
            Err(error) => assert!(end < 30_000, "{error}"),
        }
    }
    // A bit that flipped ends it there.
    let mut flipped = bytes.clone();
    let middle = bytes.len() / 2;
    flipped[middle] ^= 1;
    let torn = Recording::parse("flipped", &flipped).unwrap();
    assert!(torn.torn > 0 && torn.frames.len() < frames.len());
    fs::remove_dir_all(&folder).unwrap();
}
