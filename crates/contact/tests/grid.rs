//! Every method on every sample and on the smaller recorded problems, judged by the problem alone, against a table that
//! is kept with the tests.
//!
//! A cell is `solved` (the exact laws hold), `model` (those of the formulation hold, the exact ones do not), `skipped`,
//! or the outcome's name. To renew the table after a change that is meant:
//!
//! ```sh
//! STICTION_RENEW_GRID=1 cargo test -p stiction-contact --test grid
//! ```
#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::path::PathBuf;
use stiction_contact::standard;
use stiction_contact::{ContactProblem, Method, Outcome, Settings};
use stiction_formats::{AnyProblem, read_any_problem};

/// Limits for methods whose own would make the grid slow.
const LIMITS: [(Method, usize); 8] = [
    (Method::Nsgs, 2_000),
    (Method::Prox, 2_000),
    (Method::Admm, 5_000),
    (Method::MlcpPath, 100),
    (Method::MlcpFbRlm, 100),
    (Method::MlcpFbPlm, 50),
    (Method::NcpPath, 100),
    (Method::NcpFbPlm, 100),
];

/// The most rows for methods that work with dense matrices of several times the problem's order.
const DENSE_ROWS: usize = 75;

/// The most rows of a recorded problem in the table.
const RECORDED_ROWS: usize = 75;

const RENEW: &str = "STICTION_RENEW_GRID";

fn settings(method: Method) -> Settings {
    let limit = LIMITS.iter().find(|(limited, _)| *limited == method).map(|&(_, limit)| limit);
    Settings { iteration_limit: limit, ..Settings::default() }
}

/// The samples, and the recorded problems of up to twenty-five contacts.
fn problems() -> Vec<(String, ContactProblem)> {
    let mut problems: Vec<_> = standard::all().into_iter().map(|sample| (sample.name, sample.problem)).collect();
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/contact");
    for folder in ["fc2d", "fc3d", "global3d", "gmp", "rolling3d", "scenes"] {
        let files = std::fs::read_dir(data.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = files.collect();
        files.sort();
        for path in files {
            let problem = match read_any_problem(&path).unwrap() {
                AnyProblem::Contact(contact) => contact.pose().unwrap(),
                AnyProblem::Fclib(fclib) => fclib.pose().unwrap(),
                AnyProblem::Linear(_) => continue,
            };
            if problem.order() <= RECORDED_ROWS {
                problems.push((path.file_stem().unwrap().to_string_lossy().into_owned(), problem));
            }
        }
    }
    problems
}

fn cell(method: Method, name: &str, problem: &ContactProblem) -> &'static str {
    if method.is_dense() && problem.order() > DENSE_ROWS {
        return "skipped";
    }
    let settings = settings(method);
    let solve = || method.solve(problem, &settings, None, &mut ());
    // One method's fault must not hide the others' cells.
    let Ok(solution) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(solve)) else { return "panicked" };
    // The judge, once more and from the impulses alone: nobody's claim counts.
    let passes = problem.residual(&solution.impulses).within(settings.tolerance);
    assert_eq!(passes, solution.is_solved(), "{method} on {}: claim and judge differ", name);
    match solution.outcome {
        Outcome::Solved => "solved",
        Outcome::ModelSolved => "model",
        outcome => outcome.name(),
    }
}

const WIDTH: usize = 18;
const NAMES: usize = 40;

fn header() -> String {
    let mut header = String::new();
    let tolerance = Settings::default().tolerance;
    let _ = writeln!(header, "# Every method on every sample; solved: relative natural map within {tolerance:e}.");
    let _ = writeln!(header, "# Renew: {RENEW}=1 cargo test -p stiction-contact --test grid");
    for (method, limit) in LIMITS {
        let _ = writeln!(header, "# {method}: at most {limit} iterations.");
    }
    let names: Vec<_> = Method::ALL.iter().filter(|method| method.is_dense()).map(|method| method.name()).collect();
    let _ = writeln!(header, "# skipped above {DENSE_ROWS} rows: {}.", names.join(", "));
    let _ = write!(header, "{:NAMES$}", "sample");
    for method in Method::ALL {
        let _ = write!(header, " {:WIDTH$}", method.name());
    }
    trimmed(header)
}

fn trimmed(line: String) -> String {
    let mut line = line.trim_end().to_owned();
    line.push('\n');
    line
}

fn table() -> String {
    let mut table = header();
    for (name, problem) in problems() {
        let mut line = format!("{name:NAMES$}");
        for method in Method::ALL {
            let _ = write!(line, " {:WIDTH$}", cell(method, &name, &problem));
        }
        table.push_str(&trimmed(line));
    }
    table
}

/// `(sample, method, outcome)` for each cell; the header's lines start with `#`.
fn cells(table: &str) -> Vec<(String, String, String)> {
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    let methods: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().skip(1).collect();
    let mut cells = Vec::new();
    for line in lines {
        let mut words = line.split_whitespace();
        let sample = words.next().unwrap_or_default();
        for (method, outcome) in methods.iter().zip(words) {
            cells.push((sample.to_owned(), (*method).to_owned(), outcome.to_owned()));
        }
    }
    cells
}

fn differences(expected: &str, found: &str) -> String {
    let (expected, found) = (cells(expected), cells(found));
    let mut report = String::new();
    let same = |a: &(String, String, String), b: &(String, String, String)| a.0 == b.0 && a.1 == b.1;
    for new in &found {
        match expected.iter().find(|old| same(old, new)) {
            None => _ = writeln!(report, "  {} by {}: new, {}", new.0, new.1, new.2),
            Some(old) if old.2 != new.2 => {
                let _ = writeln!(report, "  {} by {}: was {}, is {}", new.0, new.1, old.2, new.2);
            }
            Some(_) => {}
        }
    }
    for old in expected.iter().filter(|old| !found.iter().any(|new| same(old, new))) {
        let _ = writeln!(report, "  {} by {}: was {}, is gone", old.0, old.1, old.2);
    }
    report
}

#[test]
fn every_method_on_every_sample() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/grid.txt");
    let found = table();
    if std::env::var_os(RENEW).is_some() {
        std::fs::write(&path, &found).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    if expected != found {
        let report = differences(&expected, &found);
        panic!(
            "the grid differs from {}:\n{report}If this is meant: {RENEW}=1 cargo test -p stiction-contact --test grid",
            path.display()
        );
    }
}

#[test]
fn a_changed_cell_is_named() {
    let expected = "# note\nsample auto nsgs\nbox solved stalled\nold solved solved\n";
    let found = "# note\nsample auto nsgs\nbox solved solved\nnew solved model\n";
    let report = differences(expected, found);
    let lines: Vec<&str> = report.lines().map(str::trim).collect();
    assert_eq!(
        lines,
        [
            "box by nsgs: was stalled, is solved",
            "new by auto: new, solved",
            "new by nsgs: new, model",
            "old by auto: was solved, is gone",
            "old by nsgs: was solved, is gone"
        ]
    );
}
