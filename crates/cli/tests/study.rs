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
fn a_study_of_ones_own_is_run_from_its_folder() {
    let example = support::root().join("examples/sliding-ball");
    let out = folder("study-own");
    let run = stiction(&["study", example.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("4 checks, all pass; "), "{}", run.stdout);
    let page = std::fs::read_to_string(out.join("sliding-ball/index.md")).unwrap();
    assert!(page.contains("| reproduced | check \"rolling speed\", [figure speed](speed.svg) |"), "{page}");
    let wrong = folder("study-own-wrong");
    for name in ["study.toml", "particle.json", "text.md", "claims.md"] {
        std::fs::copy(example.join(name), wrong.join(name)).unwrap();
    }
    let study = std::fs::read_to_string(example.join("study.toml")).unwrap();
    let attempt = |study: String| {
        std::fs::write(wrong.join("study.toml"), study).unwrap();
        stiction(&["study", wrong.to_str().unwrap(), "--out", out.to_str().unwrap()])
    };
    // A number that is not as expected fails its check, and shows in the table of claims.
    let run = attempt(study.replace("expected = 1.428571", "expected = 1.5"));
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("FAIL  rolling speed, 5/7 of 2 m/s"), "{}", run.stdout);
    for (change, to, message) in [
        ("value = \"x[0]\"", "value = \"x[7]\"", "expected outcome, residual, iterations"),
        ("value = \"speed ball\"", "value = \"speed bell\"", "the scene has no body 'bell'"),
        (
            "at_most = 1e-8",
            "at_most = 1e-8\nat_least = 0",
            "expected one of 'expected' (with 'tolerance'), 'at_most' and",
        ),
        ("name = \"cone\"", "name = \"pyramid\"", "found 'pyramid' twice"),
        ("method = \"prox\"", "method = \"newton\"", "method 'newton' is not among its methods"),
        ("scene = \"sphere-on-plane\"", "scene = \"sphere-on-plan\"", "did you mean 'sphere-on-plane'?"),
        ("version = 1", "version = 2", "study.toml:1:11: version: expected the number 1"),
    ] {
        let run = attempt(study.replacen(change, to, 1));
        assert!(run.code == 2 && run.stderr.contains(message), "{change}: {}{}", run.stdout, run.stderr);
    }
}

#[test]
fn a_wrong_name_is_refused_with_a_near_one() {
    let out = folder("study-wrong");
    let run = stiction(&["study", "schindler-2012", "--out", out.to_str().unwrap()]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: expected all, a name listed by `stiction study --list`, or a folder with a study.toml, found \
         'schindler-2012'; did you mean 'schindler-2011'?\n"
    );
    let run = stiction(&["study", "pfrommer-2019"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--out <DIR>"), "{}", run.stderr);
    let file = support::file("study-wrong", "file", "no folder");
    let run = stiction(&["study", "pfrommer-2019", "--out", &file]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("cannot be created"), "{}", run.stderr);
}
