//! The documents tell the truth about the tree.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

const DOCUMENTS: [&str; 10] = [
    "README.md",
    "ARCHITECTURE.md",
    "GLOSSARY.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "benchmarks/README.md",
    "docs/recordings.md",
    "docs/scenes.md",
    "docs/which-method.md",
    "fuzz/README.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_path_in_the_architecture_exists() {
    let text = read("ARCHITECTURE.md");
    let named = |entry: &str| root().join(entry).exists();
    let looks_like_a_path = |word: &&str| {
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
        plain && (word.contains('/') || [".md", ".rs", ".toml"].iter().any(|end| word.ends_with(end)))
    };
    let paths: Vec<_> = quoted(&text).filter(looks_like_a_path).collect();
    assert!(paths.len() >= 10, "{paths:?}");
    let missing: Vec<_> = paths.into_iter().filter(|path| !named(path)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names paths that do not exist: {missing:?}");
}

#[test]
fn every_room_is_in_the_architecture() {
    let text = read("ARCHITECTURE.md");
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let room = format!("`crates/{}`", entry.unwrap().file_name().to_string_lossy());
        assert!(text.contains(&room), "{room} is missing in ARCHITECTURE.md");
    }
}

#[test]
fn every_link_leads_somewhere() {
    for document in DOCUMENTS {
        let folder = root().join(document).parent().unwrap().to_owned();
        for link in read(document).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(link.starts_with("http") || folder.join(link).exists(), "{document}: {link}");
        }
    }
}

#[test]
fn the_two_commands_of_the_readme_are_checked() {
    let (readme, test) = (read("README.md"), read("test"));
    let command = readme.lines().find_map(|line| line.strip_prefix("    cargo run --release -- ")).unwrap();
    assert!(test.contains(command), "./test does not run: {command}");
    assert!(readme.contains("\n    ./test\n"));
    assert!(read(".ci/run").ends_with("exec \"$(dirname \"$0\")/../test\"\n"));
}

#[test]
fn every_contact_method_is_in_the_advice() {
    let text = read("docs/which-method.md");
    for method in stiction_contact::Method::ALL {
        assert!(
            text.contains(&format!("| `{method}` |")),
            "{method} is missing: run `stiction study which-method` again"
        );
    }
}
