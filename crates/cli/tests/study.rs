//! `stiction study`: the front door.
#![allow(clippy::unwrap_used)]

mod support;

use support::{folder, stiction};

#[test]
fn studies_are_listed() {
    let run = stiction(&["study", "--list"]);
    assert_eq!(run.code, 0);
    let names = ["pfrommer-2019", "schindler-2011", "lu-trinkle", "mylapilli-jain-2014", "which-method"];
    assert_eq!(run.stdout.lines().count(), names.len(), "{}", run.stdout);
    for (line, name) in run.stdout.lines().zip(names) {
        assert!(line.starts_with(name), "{line}");
    }
}

#[test]
fn a_study_writes_its_pages_and_prints_its_checks() {
    let out = folder("study");
    let _ = std::fs::remove_dir_all(&out);
    let run = stiction(&["study", "pfrommer-2019", "--out", out.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("pass  lemma 2.1: largest ẋ₊·ẋ₋ in 30000 random steps"), "{}", run.stdout);
    assert!(run.stdout.contains("checks, all pass; "), "{}", run.stdout);
    assert!(run.stderr.contains("pfrommer-2019: 0 %, the falling block\n"), "{}", run.stderr);
    for file in ["index.html", "index.md", "pfrommer-2019/index.html", "pfrommer-2019/index.md"] {
        assert!(out.join(file).exists(), "{file}");
    }
    for file in ["falling.svg", "falling.png", "two-way.csv"] {
        assert!(out.join("pfrommer-2019").join(file).metadata().unwrap().len() > 1000, "{file}");
    }
    let first = std::fs::read(out.join("pfrommer-2019/index.html")).unwrap();
    stiction(&["study", "pfrommer-2019", "--out", out.to_str().unwrap()]);
    assert!(std::fs::read(out.join("pfrommer-2019/index.html")).unwrap() == first, "the same bytes again");
}

#[test]
fn a_wrong_name_is_refused_with_a_near_one() {
    let out = folder("study-wrong");
    let run = stiction(&["study", "schindler-2012", "--out", out.to_str().unwrap()]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: expected all or a name listed by `stiction study --list`, found 'schindler-2012'; did you mean \
         'schindler-2011'?\n"
    );
    let run = stiction(&["study", "pfrommer-2019"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--out <DIR>"), "{}", run.stderr);
    let file = support::file("study-wrong", "file", "no folder");
    let run = stiction(&["study", "pfrommer-2019", "--out", &file]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("cannot be created"), "{}", run.stderr);
}
