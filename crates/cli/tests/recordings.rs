//! `stiction inspect`, `stiction export`, `stiction view` and `stiction run --html`, as a user runs them.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use support::{command, stiction};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("stiction-recordings-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn recorded(folder: &std::path::Path, scene: &[&str]) -> String {
    let file = folder.join("run.stiction").to_str().unwrap().to_owned();
    let run = stiction(&[&["run"], scene, &["--every", "1", "--record", &file]].concat());
    assert!(run.code < 2, "{}", run.stderr);
    file
}

#[test]
fn inspect_says_what_is_in_a_recording() {
    let folder = folder("inspect");
    let file = recorded(&folder, &["twelve-link-pendulum", "--until", "0.2"]);
    let answer = stiction(&["inspect", &file, "--step", "157", "--json"]).json();
    assert_eq!((answer["frames"].as_u64(), answer["torn_bytes"].as_u64()), (Some(201), Some(0)));
    assert_eq!(
        (answer["outcomes"]["solved"].as_u64(), answer["events"]["blended-impact"].as_u64()),
        (Some(201), Some(1))
    );
    assert_eq!((answer["summary"]["ended"].as_str(), answer["steps"].as_array().unwrap().len()), (Some("done"), 0));
    let frame = &answer["frame"];
    assert_eq!((frame["step"].as_u64(), frame["configuration"].as_array().unwrap().len()), (Some(157), 12));
    assert!(frame["contacts"][0]["impulse_ns"][2].as_f64().unwrap() > 0.0, "{frame}");
    let text = stiction(&["inspect", &file, "--step", "157"]).stdout;
    for words in [
        "solved          200 of 200 time steps; 201 frames recorded\n",
        "time            0 s to 200 ms\n",
        "no step needed another method or stayed unsolved\n",
        "step 157 at 157 ms: solved by ",
        "\nlink-12 on floor ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn inspect_lists_steps_that_fell_back_and_reads_what_a_crash_left() {
    let folder = folder("fallback");
    let file = recorded(&folder, &["painleve-rod", "--until", "0.3"]);
    let answer = stiction(&["inspect", &file, "--json"]).json();
    let steps = answer["steps"].as_array().unwrap();
    assert_eq!((steps[0]["step"].as_u64(), steps[0]["kind"].as_str()), (Some(1), Some("impulse-step")));
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let torn = stiction(&["inspect", &file]);
    assert!(torn.code == 0 && torn.stdout.contains("bytes are not a complete record\n"), "{}", torn.stdout);
    assert!(torn.stdout.contains("ended without a summary: it crashed or still runs\n"), "{}", torn.stdout);
    let page = folder.join("torn.html");
    let export = stiction(&["export", &file, "--html", page.to_str().unwrap()]);
    assert!(
        export.code == 0 && export.stderr.contains("are not a complete record and are ignored\n"),
        "{}",
        export.stderr
    );
    fs::write(&file, "no recording").unwrap();
    let none = stiction(&["inspect", &file]);
    assert!(none.code == 2 && none.stderr.contains("expected a recording of a run"), "{}", none.stderr);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn export_writes_tables_arrays_and_a_page_and_overwrites_nothing() {
    let folder = folder("export");
    let file = recorded(&folder, &["box-stack", "--until", "0.05"]);
    let [csv, npz, html] = ["tables", "run.npz", "run.html"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let words = ["export", &file, "--csv", &csv, "--npz", &npz, "--html", &html];
    assert_eq!(stiction(&words).code, 0);
    for name in ["steps", "states", "bodies", "contacts", "events"] {
        assert!(fs::metadata(folder.join(format!("tables/{name}.csv"))).unwrap().len() > 10, "{name}");
    }
    assert!(fs::read(&npz).unwrap().starts_with(b"PK\x03\x04"));
    assert!(fs::read_to_string(&html).unwrap().contains("data-recording=\"run\""));
    for words in [&words[..4], &["export", &file, "--npz", &npz][..], &["export", &file, "--html", &html][..]] {
        let again = stiction(words);
        assert!(again.code == 2 && again.stderr.contains("--force overwrites it"), "{}", again.stderr);
    }
    assert_eq!(stiction(&[&words[..], &["--force"]].concat()).code, 0);
    let thinned = stiction(&["export", &file, "--html", &html, "--every", "5", "--force"]);
    assert!(thinned.code == 0 && thinned.stderr.contains("holds one frame in 5, of 51"), "{}", thinned.stderr);
    assert_eq!(stiction(&["export", &file]).code, 2, "nothing was asked for");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_run_writes_its_page() {
    let folder = folder("html");
    let [html, record] = ["run.html", "run.stiction"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let words = ["run", "bouncing-ball", "--until", "0.1", "--html", &html];
    let run = stiction(&words);
    let page = format!("\npage: {html}; open it in a browser\n");
    assert!(run.code == 0 && run.stdout.contains(&page), "{}{}", run.stdout, run.stderr);
    assert!(fs::read_to_string(&html).unwrap().contains("data-recording=\"run\""));
    let again = stiction(&words);
    assert!(again.code == 2 && again.stderr.contains("--force overwrites it"), "{}", again.stderr);
    let same = stiction(&["run", "bouncing-ball", "--html", &record, "--record", &record]);
    assert!(same.code == 2 && same.stderr.contains("expected another file than the page"), "{}", same.stderr);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn view_serves_on_loopback_until_ctrl_c() {
    let folder = folder("view");
    let file = recorded(&folder, &["bouncing-ball", "--until", "0.1"]);
    let mut child = command().args(["view", &file, "--no-open"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("http://127.0.0.1:") && line.trim_end().ends_with('/'), "{line}");
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    for (words, expected) in [
        (vec!["view", "no-such-scene", "--no-open"], "expected a scene file or a name listed by `stiction scenes`"),
        (vec!["view", &file, "no-such-file", "--no-open"], "cannot be read"),
        (vec!["view", &file, "--set", "duration=1", "--no-open"], "--set: expected a scene to change"),
    ] {
        let run = stiction(&words);
        assert!(run.code == 2 && run.stderr.contains(expected), "{}", run.stderr);
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_documented_reader_reads_recordings() {
    let folder = folder("python");
    let file = recorded(&folder, &["box-stack", "--until", "0.05"]);
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../docs/recordings.md"].iter().collect();
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let Ok(run) = Command::new("python3").args(["-c", code, &file]).output() else {
        eprintln!("not tested: there is no python3 here");
        return;
    };
    let frame = &stiction(&["inspect", &file, "--step", "50", "--json"]).json()["frame"];
    let contacts = frame["contacts"].as_array().unwrap().len();
    let answer = String::from_utf8_lossy(&run.stdout).into_owned();
    let expected = format!("box-stack 51 50 {} {contacts}", frame["time_s"]);
    assert_eq!(answer.trim(), expected, "{}", String::from_utf8_lossy(&run.stderr));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn export_never_writes_over_the_recording() {
    let folder = folder("over");
    let file = recorded(&folder, &["bouncing-ball", "--until", "0.1"]);
    let bytes = fs::read(&file).unwrap();
    for target in ["--html", "--npz"] {
        let refused = stiction(&["export", &file, target, &file, "--force"]);
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains("expected another file than the recording itself"), "{}", refused.stderr);
        assert!(fs::read(&file).unwrap() == bytes, "{target}");
    }
    let both = folder.join("both").to_str().unwrap().to_owned();
    let refused = stiction(&["export", &file, "--npz", &both, "--html", &both]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("expected another file than the arrays"), "{}", refused.stderr);
    fs::remove_dir_all(folder).unwrap();
}
