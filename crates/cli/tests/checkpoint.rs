//! `stiction run --checkpoint` and `stiction resume`, through whatever ends a run.
#![allow(clippy::unwrap_used)]

mod support;

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use stiction_formats::{read_checkpoint, read_recording};
use support::{command, stiction};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("stiction-resume-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// An answer without the times of the clock.
fn timeless(mut answer: Value) -> Value {
    let keys = answer.as_object_mut().unwrap();
    assert!(keys.remove("wall_s").is_some() && keys.remove("step_us").is_some());
    answer
}

/// A recording without its summary, which has times of the clock.
fn frames(path: &Path) -> Vec<u8> {
    let mut bytes = fs::read(path).unwrap();
    let summary = read_recording(path).unwrap().summary.unwrap();
    bytes.truncate(bytes.len() - summary.len() - 9);
    bytes
}

/// Killed ten times, at moments that no one chose: the end is the same.
#[test]
fn a_run_that_is_killed_again_and_again_ends_as_if_nothing_had_been() {
    let folder = folder("kill");
    let [checkpoint, record, whole] =
        ["run.checkpoint", "run.stiction", "whole.stiction"].map(|name| folder.join(name));
    let run = ["run", "twelve-link-pendulum", "--until", "100", "--every", "1000", "--json"];
    let undisturbed = command().args(run).arg("--record").arg(&whole).output().unwrap();
    assert_eq!(undisturbed.status.code(), Some(0));
    let expected: Value = serde_json::from_slice(&undisturbed.stdout).unwrap();
    // Ten such times together are shorter than the run.
    let longest = Duration::from_secs_f64(expected["wall_s"].as_f64().unwrap() / 24.0);
    let steps = || read_checkpoint(&checkpoint).map_or(0, |checkpoint| checkpoint.snapshot.steps);
    let mut random = u64::from(std::process::id()) | 1;
    let mut reached = BTreeSet::new();
    for _ in 0..10 {
        let mut command = command();
        if checkpoint.exists() {
            command.arg("resume").arg(&checkpoint).arg("--json");
        } else {
            command.args(run).args(["--checkpoint-every", "0.5"]).arg("--checkpoint").arg(&checkpoint);
            command.arg("--record").arg(&record);
        }
        let before = steps();
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        while steps() <= before {
            std::thread::sleep(Duration::from_millis(1));
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(longest.mul_f64((random >> 11) as f64 / (1_u64 << 53) as f64));
        child.kill().unwrap();
        assert_eq!(child.wait().unwrap().code(), None, "it was to be killed, and ended before that");
        reached.insert(read_checkpoint(&checkpoint).unwrap().snapshot.steps);
    }
    assert_eq!(reached.len(), 10);
    let end = stiction(&["resume", checkpoint.to_str().unwrap(), "--json"]);
    assert_eq!((end.code, end.stderr.as_str()), (0, ""));
    assert_eq!(timeless(end.json()), timeless(expected));
    assert!(frames(&record) == frames(&whole));
    // Once more from the last checkpoint: the same again.
    let again = stiction(&["resume", checkpoint.to_str().unwrap(), "--json"]);
    assert_eq!(timeless(again.json()), timeless(end.json()));
    assert!(frames(&record) == frames(&whole));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn ctrl_c_leaves_a_checkpoint_of_the_last_step() {
    let folder = folder("interrupt");
    let checkpoint = folder.join("run.checkpoint");
    let options = ["run", "twelve-link-pendulum", "--until", "30", "--set", "material.default.friction=0.25", "--json"];
    let child = command().args(options).arg("--checkpoint").arg(&checkpoint).stdout(Stdio::piped()).spawn().unwrap();
    while !checkpoint.exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let stopped: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), stopped["ended"].as_str()), (Some(130), Some("interrupted")));
    // It goes on from that very step, to another end if one is given.
    let path = checkpoint.to_str().unwrap();
    let steps = stopped["steps"].as_u64().unwrap();
    let early = stiction(&["resume", path, "--until", "1e-3"]);
    assert_eq!(early.code, 2);
    let expected = format!(
        "expected a run to continue, found one at {} s that ends at 0.001 s; a later --until",
        steps as f64 * 1e-3
    );
    assert!(early.stderr.contains(&expected), "{}", early.stderr);
    let done = stiction(&["resume", path, "--until", "31", "--json"]);
    let mut longer = options;
    longer[3] = "31";
    assert_eq!((done.code, timeless(done.json())), (0, timeless(stiction(&longer).json())));
    fs::remove_dir_all(folder).unwrap();
}

/// A scene file and its mesh, both gone by the time the run goes on.
#[test]
fn a_checkpoint_needs_no_other_file() {
    let folder = folder("alone");
    let (scene, checkpoint) = (folder.join("scene.toml"), folder.join("run.checkpoint"));
    fs::write(folder.join("block.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
        .unwrap();
    let text = "version = 1\nduration = 0.5\n[[fixed]]\nname = 'floor'\nshape = { kind = 'plane' }\n\
        [[body]]\nname = 'block'\ndensity = 1000\nposition = [0, 0, 0.1]\nshape = { kind = 'mesh', file = 'block.obj', convex = true }\n";
    fs::write(&scene, text).unwrap();
    let (scene_name, path) = (scene.to_str().unwrap(), checkpoint.to_str().unwrap());
    let options = ["--method", "nsgs", "--time-step", "2e-3", "--set", "material.default.friction=0.1", "--json"];
    let whole =
        stiction(&[&["run", scene_name, "--checkpoint", path, "--checkpoint-every", "0.2"][..], &options].concat());
    assert_eq!(whole.code, 0, "{}", whole.stderr);
    fs::remove_file(&scene).unwrap();
    fs::remove_file(folder.join("block.obj")).unwrap();
    let resumed = stiction(&["resume", path, "--json"]);
    assert_eq!((resumed.code, resumed.stderr.as_str()), (0, ""));
    assert_eq!(timeless(resumed.json()), timeless(whole.json()));
    assert_eq!((whole.json()["method"].as_str(), whole.json()["steps"].as_u64()), (Some("nsgs"), Some(250)));
    fs::remove_dir_all(folder).unwrap();
}

/// A robot with a mesh, named from the folder above its own: the run goes on from elsewhere, without its files.
#[test]
fn a_robot_goes_on_from_another_folder() {
    let folder = folder("robot");
    fs::create_dir_all(folder.join("robots/meshes")).unwrap();
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    fs::write(folder.join("robots/meshes/part.obj"), mesh).unwrap();
    let robot = "<mujoco><compiler meshdir='meshes'/><asset><mesh file='part.obj'/></asset><worldbody><body name='part'>\
                 <freejoint/><geom type='mesh' mesh='part'/></body></worldbody></mujoco>";
    fs::write(folder.join("robots/robot.xml"), robot).unwrap();
    let run = ["run", "robots/robot.xml", "--on-ground", "--until", "0.05", "--checkpoint", "run.checkpoint", "--json"];
    let whole = command().args(run).args(["--checkpoint-every", "0.02"]).current_dir(&folder).output().unwrap();
    assert_eq!(whole.status.code(), Some(0), "{}", String::from_utf8_lossy(&whole.stderr));
    fs::remove_dir_all(folder.join("robots")).unwrap();
    let resumed = stiction(&["resume", folder.join("run.checkpoint").to_str().unwrap(), "--json"]);
    assert_eq!((resumed.code, resumed.stderr.as_str()), (0, ""));
    let whole: Value = serde_json::from_slice(&whole.stdout).unwrap();
    assert!(whole["contacts"]["max"].as_u64() > Some(0), "{whole}");
    assert_eq!(timeless(resumed.json()), timeless(whole));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_resumed_is_refused() {
    let folder = folder("refused");
    let [checkpoint, record] =
        ["run.checkpoint", "run.stiction"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let run = ["run", "box-stack", "--until", "0.05", "--checkpoint", &checkpoint];
    let every = ["--checkpoint-every", "0.02"];
    let recorded = stiction(&[&run[..], &every, &["--record", &record]].concat());
    assert_eq!(recorded.code, 0, "{}", recorded.stderr);
    let refused = |arguments: &[&str], message: &str| {
        let run = stiction(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stdout);
        assert!(run.stderr.contains(message), "{arguments:?}: {}", run.stderr);
    };
    refused(&run, "exists; `stiction resume` continues it, --force overwrites it");
    refused(&["run", "box-stack", "--checkpoint-every", "1"], "--checkpoint <FILE>");
    refused(
        &["run", "box-stack", "--checkpoint", "x.c", "--record", "./x.c"],
        "expected another file than the recording",
    );
    refused(&["run", "box-stack", "--checkpoint", "/nowhere/x"], "/nowhere/x: cannot be written");
    refused(&["resume", "nowhere.checkpoint"], "nowhere.checkpoint: cannot be read");
    refused(&["resume", &record], "expected a checkpoint of a run, which begins with STICTCHK");
    // The recording is gone, or it is another.
    fs::write(&record, "something else").unwrap();
    refused(&["resume", &checkpoint], "expected the recording that the checkpoint continues");
    assert_eq!(fs::read_to_string(&record).unwrap(), "something else");
    fs::remove_file(&record).unwrap();
    refused(&["resume", &checkpoint], "cannot be continued");
    let mut bytes = fs::read(&checkpoint).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&checkpoint, &bytes).unwrap();
    refused(&["resume", &checkpoint], "damaged: the checksum does not match");
    fs::write(&checkpoint, &bytes[..middle]).unwrap();
    refused(&["resume", &checkpoint], "truncated or damaged: expected");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_run_may_be_recorded_from_its_checkpoint_on() {
    let folder = folder("late");
    let [checkpoint, record] =
        ["run.checkpoint", "run.stiction"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let run = ["run", "box-stack", "--until", "0.05", "--checkpoint", &checkpoint, "--checkpoint-every", "0.02"];
    assert_eq!(stiction(&run).code, 0);
    assert_eq!(stiction(&["resume", &checkpoint, "--record", &record]).code, 0);
    let recording = read_recording(Path::new(&record)).unwrap();
    assert_eq!((recording.frames[0].step, recording.frames.last().unwrap().step), (40, 50));
    fs::remove_dir_all(folder).unwrap();
}
