//! The rest of the program: version, lists, examples, and a reader that goes away.
#![allow(clippy::unwrap_used)]

mod support;

use std::process::Stdio;
use stiction_complementarity::Method;
use stiction_complementarity::solvers::LevenbergMarquardtOptions;
use support::{SMALL, command, file, stiction};

#[test]
fn version_and_help() {
    let run = stiction(&["--version"]);
    assert_eq!((run.code, run.stdout), (0, format!("stiction {}\n", env!("CARGO_PKG_VERSION"))));
    let help = stiction(&["solve", "--help"]);
    assert_eq!(help.code, 0);
    for option in ["--method", "--tolerance", "--enumerate", "--json", "--log", "--example", "Exit codes"] {
        assert!(help.stdout.contains(option), "{option}");
    }
}

#[test]
fn no_line_of_help_is_long() {
    for arguments in [
        &["--help"][..],
        &["solve", "--help"],
        &["compare", "--help"],
        &["convert", "--help"],
        &["model", "--help"],
        &["methods"],
        &["examples"],
    ] {
        let text = stiction(arguments).stdout;
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{arguments:?}: {line}");
        }
    }
}

/// Text that is wrapped twice has lines with a single word.
#[test]
fn help_pages_fit_a_terminal() {
    let help = stiction(&["--help"]).stdout;
    let commands = help.split("\nCommands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names: Vec<_> = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    for name in ["solve", "run", "resume", "view", "compare", "model", "examples", "help"] {
        assert!(names.contains(&name), "{name} is missing in {names:?}");
    }
    for name in names {
        // The help of `help` is the list of commands.
        let arguments = if name == "help" { vec!["help"] } else { vec![name, "--help"] };
        let run = stiction(&arguments);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments:?}");
        let lines: Vec<_> = run.stdout.lines().collect();
        assert!(lines.len() > 4, "{arguments:?}: {}", run.stdout);
        for (number, line) in lines.iter().enumerate() {
            assert!(line.chars().count() <= 100, "{arguments:?}: {line}");
            let word = line.trim_end_matches(|end: char| ".,;:)".contains(end));
            let is_one_word = !word.is_empty() && word.chars().all(|letter| letter.is_lowercase());
            let goes_on = lines.get(number + 1).is_some_and(|next| !next.trim().is_empty());
            assert!(!(is_one_word && goes_on), "{arguments:?}: line {}: {line}", number + 1);
        }
    }
}

#[test]
fn every_method_is_listed() {
    let run = stiction(&["methods"]);
    assert_eq!(run.code, 0);
    let (linear, rest) = run.stdout.split_once("\n\nMethods for contact problems\n").unwrap();
    let (contact, parameters) = rest.split_once("\n\nParameters of the methods with rlm or plm").unwrap();
    let names = |text: &'_ str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        lines.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
    };
    assert!(linear.starts_with("Methods for complementarity problems\n"));
    assert_eq!(names(linear), Method::ALL.map(|method| method.name()));
    assert_eq!(names(contact), stiction_contact::Method::ALL.map(|method| method.name()));
    assert_eq!(names(parameters), LevenbergMarquardtOptions::PARAMETERS.map(|parameter| parameter.name));
    let help = stiction(&["solve", "--help"]).stdout;
    let words: Vec<_> = help.split([' ', ',', '\n']).collect();
    for name in names(linear).iter().chain(&names(contact)) {
        assert!(words.contains(&name.as_str()), "{name}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let path = file("pipe", "problem.json", SMALL);
    for arguments in [&["methods"][..], &["solve", &path, "--json"], &["solve", &path, "--log"]] {
        let mut child = command().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.code().is_some_and(|code| code != 101), "{arguments:?}: {:?}", output.status);
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
    }
}

#[test]
fn every_example_is_listed_and_answered() {
    let run = stiction(&["examples"]);
    assert_eq!(run.code, 0);
    let names: Vec<_> = run
        .stdout
        .lines()
        .filter(|line| !line.starts_with(' '))
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    assert!(names.contains(&"painleve-ambiguous"), "{}", run.stdout);
    for name in names {
        let run = stiction(&["solve", "--example", name, "--json", "--time-limit", "60"]);
        let outcome = run.json()["outcome"].as_str().unwrap().to_owned();
        assert!(["solved", "no-solution"].contains(&outcome.as_str()), "{name}: {outcome}");
        assert_eq!(run.code, i32::from(outcome != "solved"), "{name}");
    }
}

#[test]
fn an_example_prints_as_a_problem_file_that_solves() {
    let run = stiction(&["examples", "painleve-ambiguous"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let path = file("example", "problem.json", run.stdout);
    let run = stiction(&["solve", &path, "--enumerate", "--json"]);
    assert_eq!(run.json()["solutions"].as_array().unwrap().len(), 2);
}

#[test]
fn nonlinear_examples_take_nonlinear_methods() {
    let run = stiction(&["solve", "--example", "kojima-shindo", "--method", "path", "--json"]);
    assert_eq!((run.code, run.json()["outcome"].as_str()), (0, Some("solved")));
    let run = stiction(&["solve", "--example", "kojima-shindo", "--method", "lemke"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--method lemke supports linear problems only"), "{}", run.stderr);
    assert_eq!(stiction(&["solve", "--example", "kojima-shindo", "--enumerate"]).code, 2);
    assert_eq!(stiction(&["examples", "kojima-shindo"]).code, 2);
    let all = stiction(&["solve", "--example", "kojima-shindo", "--method", "all", "--json"]).json();
    assert_eq!(all.as_array().unwrap().len(), Method::ALL.iter().filter(|method| method.is_nonlinear()).count());
}

/// A chain of springs: projected Gauss-Seidel takes hundreds of thousands of sweeps.
#[cfg(unix)]
fn slow_problem() -> String {
    let rows = 400;
    let entry = |i: usize, j: usize| match i.abs_diff(j) {
        0 => "2",
        1 => "-1",
        _ => "0",
    };
    let row = |i| format!("[{}]", (0..rows).map(|j| entry(i, j)).collect::<Vec<_>>().join(","));
    let matrix = (0..rows).map(row).collect::<Vec<_>>().join(",\n");
    format!(
        "{{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [{matrix}], \"vector\": [{}]}}",
        vec!["-1"; rows].join(",")
    )
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_solver_and_reports_its_best_point() {
    let path = file("interrupt", "problem.json", slow_problem());
    let arguments = ["solve", &path, "--method", "pgs", "--max-iterations", "1000000000000", "--log", "--json"];
    let mut child = command().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The log shows when the solver is at work.
    let mut log = std::io::BufReader::new(child.stderr.take().unwrap());
    for _ in 0..5 {
        std::io::BufRead::read_line(&mut log, &mut String::new()).unwrap();
    }
    let drain = std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    drain.join().unwrap().unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), answer["outcome"].as_str()), (Some(1), Some("interrupted")));
    assert_eq!(answer["z"].as_array().unwrap().len(), 400);
}

#[test]
fn every_recorded_problem_is_decided() {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    // What is recorded of multibody dynamics is no complementarity problem.
    let posed = |path: &std::path::PathBuf| path.is_dir() && !path.ends_with("multibody");
    let folders = std::fs::read_dir(data).unwrap().map(|entry| entry.unwrap().path()).filter(posed);
    let files: Vec<_> =
        folders.flat_map(|folder| std::fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 20);
    for path in files.iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
        let run = stiction(&["solve", path.to_str().unwrap(), "--json"]);
        let outcome = run.json()["outcome"].as_str().unwrap().to_owned();
        assert!(["solved", "no-solution"].contains(&outcome.as_str()), "{}: {outcome}", path.display());
    }
}
