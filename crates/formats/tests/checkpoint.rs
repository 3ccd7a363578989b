//! Checkpoint files: what they hold, and what is wrong with them.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use stiction_formats::{
    Checkpoint, Frame, RecordingHeader, RecordingMark, RecordingWriter, RunPlan, SceneBundle, built_in_scene,
    pack_scene, pack_snapshot, read_checkpoint, unpack_scene, unpack_snapshot, write_checkpoint,
};
use stiction_simulation::{Event, ImpulseReason, RunSummary, World};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("stiction-checkpoint-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A run in the middle, with at least one of everything.
fn sample() -> Checkpoint {
    let scene = SceneBundle::built_in(built_in_scene("box-stack").unwrap(), &["duration=2"]);
    let mut world = World::new(scene.load().unwrap().scene).unwrap();
    let mut summary = RunSummary::default();
    for _ in 0..20 {
        let report = world.step().unwrap();
        summary.add(&world, &report);
    }
    let method = world.scene().settings.method;
    let outcome = || "stalled".into();
    summary.events = [
        Event::NextMethod { from: method, outcome: outcome(), to: method },
        Event::Accepted { outcome: outcome(), residual: 1e-3 },
        Event::Halved { pieces: 7 },
        Event::BestInBudget { residual: f64::MIN_POSITIVE },
        Event::ProjectionCut { offset: -0.0 },
        Event::Blended { share: 0.5, avoided: 1.0 },
        Event::PoissonMissed(0.1),
        Event::ImpulseStep { reason: ImpulseReason::SlideEnds },
        Event::Projected { before: 1.0, after: 2.0, energy: 3.0 },
        Event::LeftOpen { offset: 1.0, what: "loop".to_owned() },
    ]
    .into_iter()
    .map(|event| (7, 0.007, event))
    .collect();
    summary.best_in_budget.label = "box on floor #3".to_owned();
    Checkpoint {
        program: "0.1.0".to_owned(),
        build: Some(u64::MAX),
        scene,
        snapshot: world.snapshot().unwrap(),
        summary,
        initial: world.energy(),
        plan: RunPlan {
            every: 3,
            failures: "somewhere".to_owned(),
            saved: vec!["one.json".to_owned()],
            checkpoint_every: Some(0.1),
            budget: Some(500.0),
        },
        recording: Some(RecordingMark { path: "run.stiction".to_owned(), length: 17, sums: 3 }),
    }
}

/// The file with its checksum put right.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 8;
    let sum = bytes[..end]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

fn refusal(bytes: &[u8]) -> String {
    Checkpoint::parse("a.checkpoint", bytes).unwrap_err().to_string()
}

#[test]
fn a_checkpoint_reads_back_as_it_was() {
    let (folder, checkpoint) = (folder("round"), sample());
    assert!(!checkpoint.snapshot.impulses.is_empty() && !checkpoint.summary.outcomes.is_empty());
    let path = folder.join("run.checkpoint");
    write_checkpoint(&path, &checkpoint).unwrap();
    write_checkpoint(&path, &checkpoint).unwrap();
    assert_eq!(read_checkpoint(&path).unwrap(), checkpoint);
    // Nothing else is left in the folder.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    assert_eq!(sealed(checkpoint.to_bytes()), checkpoint.to_bytes());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_no_whole_checkpoint_is_refused() {
    let bytes = sample().to_bytes();
    assert_eq!(refusal(b""), "a.checkpoint: expected a checkpoint of a run, which begins with STICTCHK");
    assert!(refusal(b"STICTREC\x01\0\0\0").contains("begins with STICTCHK"));
    for end in 8..bytes.len() {
        assert!(Checkpoint::parse("a.checkpoint", &bytes[..end]).is_err(), "{end}");
    }
    assert!(refusal(&bytes[..bytes.len() - 1]).contains("truncated or damaged: expected"));
    for place in (20..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        assert!(refusal(&damaged).contains("damaged"), "{place}");
    }
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(refusal(&newer), "a.checkpoint: expected version 3 of the checkpoint format, found 9");
    let missing = read_checkpoint(&PathBuf::from("nowhere.checkpoint")).unwrap_err().to_string();
    assert!(missing.starts_with("nowhere.checkpoint: cannot be read: "), "{missing}");
}

/// Whatever the bytes say, with a checksum that is right: no panic, no large allocation, and a refusal names its place.
#[test]
fn no_bytes_make_the_reader_panic() {
    let bytes = sample().to_bytes();
    let mut accepted = 0;
    for place in 20..bytes.len() - 8 {
        for value in [0x00, 0x01, 0x7f, 0xff] {
            let mut changed = bytes.clone();
            changed[place] = value;
            match Checkpoint::parse("a.checkpoint", &sealed(changed)) {
                Ok(checkpoint) => {
                    accepted += 1;
                    assert!(checkpoint.to_bytes().len() <= bytes.len());
                }
                Err(error) => assert!(error.to_string().contains(": byte "), "{error}"),
            }
        }
    }
    // A changed digit of a number is a number.
    assert!(accepted > 1000, "{accepted}");
    let mut huge = bytes.clone();
    huge[20..28].copy_from_slice(&u64::MAX.to_le_bytes());
    let error = refusal(&sealed(huge));
    assert!(error.starts_with("a.checkpoint: program: byte 28: expected a count of at most"), "{error}");
}

/// A scene, a robot and a mesh: once read, the files are no longer needed.
#[test]
fn a_bundle_gives_the_same_scene_without_its_files() {
    let folder = folder("bundle");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("tetrahedron.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    write(
        "arm.urdf",
        "<robot name='arm'><link name='base'/><link name='tip'><inertial><mass value='2'/>\
         <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>\
         <collision><geometry><mesh filename='tetrahedron.obj'/></geometry></collision></link>\
         <joint name='hinge' type='continuous'><parent link='base'/><child link='tip'/><axis xyz='0 1 0'/></joint></robot>",
    );
    write("scene.toml", "version = 1\n[[include]]\nfile = 'arm.urdf'\n");
    let path = folder.join("scene.toml");
    let settings = ["gravity=[0, 0, -1]"];
    let (bundle, loaded) = SceneBundle::read(&path, &settings).unwrap();
    assert_eq!((loaded.scene.colliders.len(), loaded.scene.name.as_str()), (1, "scene"));
    fs::write(folder.join("arm.urdf"), "<robot/>").unwrap();
    assert!(SceneBundle::read(&path, &settings).is_err());
    fs::remove_dir_all(&folder).unwrap();
    let again = bundle.load().unwrap();
    assert_eq!(format!("{:?}", again.scene), format!("{:?}", loaded.scene));
    // The same after a trip through a checkpoint.
    let checkpoint = Checkpoint { scene: bundle.clone(), ..sample() };
    assert_eq!(Checkpoint::parse("a", &checkpoint.to_bytes()).unwrap().scene, bundle);
}

#[test]
fn a_recording_goes_on_where_it_was() {
    let folder = folder("recording");
    let scene = built_in_scene("bouncing-ball").unwrap();
    let mut world = World::new(scene.load(&[] as &[&str]).unwrap().scene).unwrap();
    let header = RecordingHeader::new(&world, 1);
    let [whole, part] = ["whole", "part"].map(|name| folder.join(name));
    let frames: Vec<Frame> = (0..50)
        .map(|_| {
            let report = world.step().unwrap();
            Frame::of_step(&world, &report)
        })
        .collect();
    let mut writer = RecordingWriter::create(&whole, &header).unwrap();
    frames.iter().for_each(|frame| writer.frame(frame).unwrap());
    writer.finish("{}").unwrap();

    let mut writer = RecordingWriter::create(&part, &header).unwrap();
    frames[..20].iter().for_each(|frame| writer.frame(frame).unwrap());
    let mark = writer.mark().unwrap();
    assert_eq!(mark.length, fs::metadata(&part).unwrap().len());
    frames[20..33].iter().for_each(|frame| writer.frame(frame).unwrap());
    drop(writer);
    // What a crash leaves of a record is cut off, too.
    let mut torn = fs::read(&part).unwrap();
    torn.truncate(torn.len() - 5);
    fs::write(&part, &torn).unwrap();
    let mut writer = RecordingWriter::resume(&mark).unwrap();
    assert_eq!(writer.mark().unwrap(), mark);
    frames[20..].iter().for_each(|frame| writer.frame(frame).unwrap());
    writer.finish("{}").unwrap();
    assert!(fs::read(&part).unwrap() == fs::read(&whole).unwrap());

    // Another recording, a shorter one, one that was changed, none at all: each is left as it is.
    let bytes = fs::read(&part).unwrap();
    let mut changed = bytes.clone();
    changed[mark.length as usize - 20] ^= 1;
    for content in [&bytes[..mark.length as usize - 1], &changed, b"", b"version = 1\n"] {
        fs::write(&part, content).unwrap();
        let error = RecordingWriter::resume(&mark).unwrap_err().to_string();
        assert!(error.contains("expected the recording that the checkpoint continues"), "{error}");
        assert_eq!(fs::read(&part).unwrap(), content);
    }
    fs::remove_file(&part).unwrap();
    assert!(RecordingWriter::resume(&mark).unwrap_err().to_string().contains("cannot be continued"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn scenes_and_snapshots_go_through_bytes_alone() {
    let Checkpoint { scene, snapshot, .. } = sample();
    let (scene_bytes, bytes) = (pack_scene(&scene), pack_snapshot(&snapshot));
    assert_eq!(unpack_scene(&scene_bytes).unwrap(), scene);
    assert_eq!(unpack_snapshot(&bytes).unwrap(), snapshot);
    for end in 0..bytes.len() {
        assert!(unpack_snapshot(&bytes[..end]).is_err(), "{end} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    let told = unpack_snapshot(&longer).unwrap_err().to_string();
    assert!(told.starts_with("snapshot: byte ") && told.ends_with("expected the end, found 1 bytes more"), "{told}");
}
