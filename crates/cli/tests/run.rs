//! `stiction run` and `stiction bench`, as a user runs them.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use stiction_formats::read_recording;
use support::{command, stiction};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("stiction-run-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn the_json_answer_keeps_its_contract() {
    let run = stiction(&["run", "sphere-on-plane", "--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let answer = run.json();
    let keys =
        "scene method stepper steps simulated_s wall_s step_us contacts outcomes residual energy final fallbacks";
    for key in keys.split(' ') {
        assert!(!answer[key].is_null(), "{key}");
    }
    assert_eq!((answer["scene"].as_str(), answer["method"].as_str()), (Some("sphere-on-plane"), Some("auto")));
    assert_eq!((answer["steps"].as_u64(), answer["outcomes"]["solved"].as_u64()), (Some(600), Some(600)));
    for key in ["p50", "p99", "max"] {
        assert!(answer["step_us"][key].as_f64().unwrap() > 0.0, "{key}");
    }
    for key in ["natural_max", "penetration_max_m", "cone_violation_max_ns", "slip_angle_max_rad", "bilateral_max_m_s"]
    {
        assert!(answer["residual"][key].as_f64().unwrap() <= 1e-9, "{key}");
    }
    assert_eq!(answer["energy"]["gained_by_impulses_j"].as_f64(), Some(0.0));
    let ball = &answer["final"]["bodies"]["ball"];
    assert!((ball["linear_velocity"][0].as_f64().unwrap() - 10.0 / 7.0).abs() < 1e-12);
    assert_eq!(
        (ball["position"].as_array().unwrap().len(), ball["orientation_wxyz"].as_array().unwrap().len()),
        (3, 4)
    );
    assert!((ball["angular_velocity"][1].as_f64().unwrap() - 10.0 / 7.0).abs() < 1e-12);
    assert!((answer["final"]["time_s"].as_f64().unwrap() - 0.6).abs() < 1e-12);
}

#[test]
fn options_change_the_run() {
    let run = stiction(&[
        "run",
        "box-on-slope",
        "--until",
        "0.1",
        "--time-step",
        "2e-3",
        "--method",
        "nsgs",
        "--stepper",
        "moreau-jean",
        "--set",
        "material.default.friction=2",
        "--json",
    ]);
    let answer = run.json();
    assert_eq!((run.code, answer["steps"].as_u64(), answer["method"].as_str()), (0, Some(50), Some("nsgs")));
    assert_eq!(answer["stepper"].as_str(), Some("moreau-jean"));
    let speed = answer["final"]["bodies"]["box"]["linear_velocity"][0].as_f64().unwrap();
    assert!(speed.abs() < 1e-9, "it sticks now: {speed}");
}

#[test]
fn a_recording_is_written_and_not_overwritten() {
    let folder = folder("record");
    let path = folder.join("run.stiction");
    let file = path.to_str().unwrap();
    let run = stiction(&["run", "bouncing-ball", "--until", "0.5", "--record", file, "--every", "10"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let recording = read_recording(&path).unwrap();
    assert_eq!((recording.frames.len(), recording.torn), (51, 0));
    assert!(recording.summary.unwrap().contains("\"scene\":\"bouncing-ball\""));
    let again = stiction(&["run", "bouncing-ball", "--until", "0.5", "--record", file]);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("--force overwrites it"), "{}", again.stderr);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_recording_never_overwrites_its_scene() {
    let folder = folder("itself");
    let path = folder.join("scene.toml");
    fs::write(&path, "version = 1\n").unwrap();
    let (scene, record) = (path.to_str().unwrap(), folder.join("./scene.toml"));
    let run = stiction(&["run", scene, "--record", record.to_str().unwrap(), "--force"]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stderr.contains("expected another file than the scene itself"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&path).unwrap(), "version = 1\n");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn ctrl_c_leaves_a_valid_recording() {
    let folder = folder("interrupt");
    let path = folder.join("run.stiction");
    let child = command()
        .args(["run", "twelve-link-pendulum", "--until", "1000", "--json", "--every", "1", "--record"])
        .arg(&path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while fs::metadata(&path).map_or(0, |file| file.len()) < 200_000 {
        std::thread::sleep(Duration::from_millis(10));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["ended"].as_str(), Some("interrupted"));
    let recording = read_recording(&path).unwrap();
    assert_eq!((recording.torn, recording.frames.len() as u64), (0, answer["steps"].as_u64().unwrap() + 1));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_step_that_fails_is_saved_and_can_be_solved_again() {
    let folder = folder("failure");
    let place = folder.to_str().unwrap();
    let hopeless = ["--method", "nsgs", "--set", "stepper.iteration_limit=1", "--failures", place];
    let stopped = stiction(&[&["run", "box-stack", "--set", "stepper.failure=stop"][..], &hopeless].concat());
    assert_eq!(stopped.code, 1);
    assert!(stopped.stdout.contains("\nstopped early: step 1 at 0.001 s: "), "{}", stopped.stdout);
    let file = folder.join("unsolved-box-stack-step-1.json");
    let advice = format!("stiction solve {} --method all", file.display());
    assert!(stopped.stdout.contains(&advice), "{}", stopped.stdout);
    let solved = stiction(&["solve", file.to_str().unwrap(), "--json"]);
    assert_eq!((solved.code, solved.json()["outcome"].as_str()), (0, Some("solved")));

    // By default the next method takes over, and that is reported.
    let rescued = stiction(&[&["run", "box-stack", "--until", "0.01", "--json"][..], &hopeless].concat());
    let answer = rescued.json();
    assert_eq!((rescued.code, answer["outcomes"]["solved"].as_u64()), (0, Some(10)));
    assert_eq!(answer["fallbacks"][0]["kind"].as_str(), Some("next-method"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_rod_says_where_accelerations_had_no_solution() {
    let run = stiction(&["run", "painleve-rod"]);
    assert_eq!(run.code, 0);
    assert!(
        run.stdout.contains(
            "step 1 at 1 ms: solved for impulses, not accelerations: no accelerations satisfy the contact laws\n"
        ),
        "{}",
        run.stdout
    );
}

#[test]
fn what_cannot_be_run_is_refused() {
    for (arguments, message) in [
        (&["run", "box-stak"][..], "did you mean 'box-stack'?"),
        (&["run", "nowhere.toml"], "nowhere.toml"),
        (&["run", "box-stack", "--time-step", "0"], "expected a number of seconds above zero, at most 1000"),
        (&["run", "box-stack", "--time-step", "nan"], "expected a number of seconds above zero, at most 1000"),
        (&["run", "box-stack", "--time-step", "1e12"], "expected a number of seconds above zero, at most 1000"),
        (&["run", "box-stack", "--until", "1e-300"], "1e-300 s in steps of 0.001 s: expected at least one step"),
        (&["run", "box-stack", "--set", "duration=0"], "0 s in steps of 0.001 s: expected at least one step"),
        (&["bench", "box-stack", "--set", "duration=0"], "0 s in steps of 0.001 s: expected at least one step"),
        (&["run", "box-stack", "--method", "nsg"], "did you mean 'nsgs'?"),
        (&["run", "box-stack", "--stepper", "moreau-jen"], "did you mean 'moreau-jean'?"),
        (&["run", "box-stack", "--method", "nothing"], "unknown method 'nothing'"),
        (&["run", "box-stack", "--stepper", "euler"], "unknown stepper 'euler'"),
        (&["run", "box-stack", "--set", "body.box.mas=1"], "did you mean"),
        (&["run", "box-stack", "--until", "1e300"], "expected a number of seconds above zero, at most 1e9"),
        (
            &["run", "box-stack", "--until", "1e9", "--time-step", "1e-300"],
            "1e9 s in steps of 1e-300 s: expected at most",
        ),
    ] {
        let run = stiction(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stdout);
        assert!(run.stderr.contains(message), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn bench_shows_every_method_asked_for() {
    let run = stiction(&["bench", "sphere-on-plane", "--methods", "auto,newton", "--steps", "50", "--json"]);
    assert_eq!(run.code, 0);
    let answer = run.json();
    let runs = answer["runs"].as_array().unwrap();
    assert_eq!(runs.iter().map(|run| run["method"].as_str().unwrap()).collect::<Vec<_>>(), ["auto", "newton"]);
    assert!(runs.iter().all(|run| run["steps"] == 50 && run["unsolved"] == 0 && run["p50_us"].as_f64().unwrap() > 0.0));
    assert!(answer["header"].as_str().unwrap().starts_with("stiction "));
}

/// What a budget cuts short is counted, with its residual, and shown by the exit code.
#[test]
fn steps_that_do_not_fit_their_budget_are_reported() {
    let run = stiction(&["run", "ball-pit", "--until", "0.4", "--budget-us", "300", "--json"]);
    let answer = run.json();
    let cut = answer["outcomes"]["best-in-budget"].as_u64().unwrap();
    assert_eq!((run.code, answer["ended"].as_str()), (1, Some("done")));
    assert!(cut > 0 && answer["budget"]["best_in_budget"].as_u64() == Some(cut), "{answer}");
    assert_eq!(answer["budget"]["us"].as_f64(), Some(300.0));
    // The worst of all steps is one of those: the others are solved.
    let worst = answer["budget"]["natural_max"].as_f64().unwrap();
    assert!(worst > 1e-9 && worst == answer["residual"]["natural_max"].as_f64().unwrap(), "{worst}");
    assert_eq!(answer["steps"].as_u64(), Some(80));
    let options = ["run", "ball-pit", "--until", "0.4", "--budget-us", "300"];
    let cut_short = " best-in-budget: the time budget ended the solve, the run used the best impulses found\n";
    let text = stiction(&options).stdout;
    assert!(text.contains(cut_short), "{text}");
    let text = stiction(&[&options[..], &["--details"]].concat()).stdout;
    let budget = text.lines().find(|line| line.starts_with("  time budget ")).unwrap();
    assert!(budget.contains(" 300 µs per step, too short for ") && budget.contains("; worst residual "), "{text}");
    assert!(text.contains(cut_short), "{text}");

    // With time enough, nothing is cut and nothing changes.
    let options = ["run", "box-stack", "--until", "0.2", "--json"];
    let ample = stiction(&[&options[..], &["--budget-us", "1e9"]].concat());
    assert_eq!((ample.code, ample.json()["budget"]["best_in_budget"].as_u64()), (0, Some(0)));
    assert_eq!(ample.json()["final"], stiction(&options).json()["final"]);
    for wrong in ["0", "-1", "nan", "1e12", "soon"] {
        let refused = stiction(&["run", "box-stack", "--budget-us", wrong]);
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains("expected a number of microseconds from 1 to 3.6e9"), "{}", refused.stderr);
    }
}

/// A robot file, and nothing else: it stands on its feet.
#[test]
fn a_robot_stands_on_the_ground_in_one_command() {
    let robot = |name: &str| -> String {
        let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../data/multibody/robots", name].iter().collect();
        path.to_str().unwrap().to_owned()
    };
    let quadruped = robot("anymal_c.urdf");
    let run = stiction(&["run", &quadruped, "--on-ground", "--hold", "--until", "0.5", "--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answer = run.json();
    assert_eq!((answer["scene"].as_str(), answer["outcomes"]["solved"].as_u64()), (Some("anymal_c"), Some(500)));
    let feet = ["LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT"].map(|foot| {
        let foot = &answer["final"]["bodies"][foot];
        foot["position"][2].as_f64().unwrap()
    });
    assert!(feet.iter().all(|height| *height < 0.05), "{feet:?}");
    assert!(answer["final"]["bodies"]["base"]["position"][2].as_f64().unwrap() > 0.5);
    // Its own floor is enough, and its drives and keyframes are known.
    let run = stiction(&["run", &robot("biped.xml"), "--on-ground", "--hold", "--until", "0.05"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for (arguments, expected) in [
        (vec![quadruped.as_str(), "--pose", "stnd"], "include.robot.pose: expected one of zero, or a file"),
        (vec!["box-stack", "--hold"], "--hold: expected a robot file (.urdf, .xml, .mjcf), found 'box-stack'"),
        (vec!["nowhere.urdf", "--on-ground"], "nowhere.urdf: cannot be read"),
    ] {
        let run = stiction(&[&["run"], &arguments[..]].concat());
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}
