//! Runs the program as a user does.
#![allow(dead_code, clippy::unwrap_used)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A linear problem with the one solution z = (4/3, 7/3).
pub const SMALL: &str = r#"{"format": 1, "kind": "lcp", "matrix": [[2, 1], [1, 2]], "vector": [-5, -6]}"#;
/// z ≥ 0 and −z − 1 ≥ 0 contradict each other.
pub const EMPTY: &str = r#"{"format": 1, "kind": "lcp", "matrix": [[-1]], "vector": [-1]}"#;
/// z = 0 and z = 1.
pub const TWO: &str = r#"{"format": 1, "kind": "lcp", "matrix": [[-1]], "vector": [1]}"#;
/// Every z ≥ 0.
pub const RAY: &str = r#"{"format": 1, "kind": "lcp", "matrix": [[0]], "vector": [0]}"#;
/// z₀ + z₁ = 3 (free row 0), z₁ in [0, 1] wants to be larger: z = (2, 1), w = (0, −4).
pub const MIXED: &str = r#"{"format": 1, "kind": "mlcp", "matrix": [[1, 1], [-1, 1]], "vector": [-3, -3],
    "lower": [null, 0], "upper": [null, 1], "names": ["sum", "bounded"]}"#;

/// A finished run of the program.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", self.stdout, self.stderr))
    }
}

pub fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_stiction"))
}

pub fn stiction(arguments: &[&str]) -> Run {
    let Output { status, stdout, stderr } = command().args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let run = Run { code: status.code().unwrap(), stdout: text(stdout), stderr: text(stderr) };
    assert!(!run.stderr.contains("panicked at"), "{}", run.stderr);
    run
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The project's files with an ending, in a folder and the folders in it but for those that are skipped, in order.
pub fn files(folder: &Path, ending: &str, skipped: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_ours = !["target", "node_modules", "results"].contains(&name.as_str()) && !name.starts_with('.');
        if path.is_dir() && is_ours && !skipped.contains(&name.as_str()) {
            found.extend(files(&path, ending, skipped));
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A folder of this test.
pub fn folder(test: &str) -> PathBuf {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "command-line", test].iter().collect();
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A recorded contact problem.
pub fn recorded(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../data/contact", name].iter().collect();
    path.to_str().unwrap().to_owned()
}

/// Writes a file into a folder of this test and gives its path.
pub fn file(test: &str, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder(test).join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|entry| entry.as_f64().unwrap()).collect()
}

pub fn assert_near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 1e-9, "{found:?} is not {expected:?}");
    }
}
