//! No text and no setting makes the reader panic, and errors always point into the text.

use super::reference::{Arm, all_keys};
use proptest::prelude::*;
use stiction_formats::{FormatError, NoSceneFiles, SceneFile};
use stiction_simulation::World;

fn check(bytes: &[u8], settings: &[&str]) {
    let lines = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count();
    let inside = |error: &FormatError| {
        let position = error.position.expect("a position");
        assert!((1..=lines.max(2)).contains(&position.line) && position.column >= 1, "{error}");
        assert!(!error.message.is_empty() && !error.to_string().contains('\n'), "{error}");
    };
    match SceneFile::parse("s.toml", bytes, settings).and_then(|file| file.resolve("s", &mut Arm)) {
        Ok(loaded) => assert!(World::new(loaded.scene).is_ok()),
        Err(error) if error.file == "arm.urdf" => {}
        Err(error) => inside(&error),
    }
}

#[test]
fn a_file_that_breaks_off_is_read_or_refused() {
    let text = all_keys().as_bytes();
    for end in (0..text.len()).step_by(7) {
        check(&text[..end], &[]);
    }
}

#[test]
fn every_value_may_be_anything() {
    let good = all_keys();
    let values = [
        "nan",
        "-inf",
        "1e400",
        "-1e300",
        "1e-320",
        "0",
        "-0.0",
        "9223372036854775808",
        "[]",
        "{}",
        "\"\"",
        "\"world\"",
        "true",
        "1979-05-27",
        "[[[[[[]]]]]]",
        "[nan, nan, nan]",
        "[1e9, 1e9, 1e9]",
        "[0, 0, 0, 0]",
        "1e-9",
    ];
    for (k, line) in good.lines().enumerate().filter(|(_, line)| line.contains(" = ") && !line.starts_with('#')) {
        let key = line.split(" = ").next().unwrap();
        for value in values {
            let lines: Vec<String> = good
                .lines()
                .enumerate()
                .map(|(n, line)| if n == k { format!("{key} = {value}") } else { line.to_owned() })
                .collect();
            check(lines.join("\n").as_bytes(), &[]);
        }
    }
}

#[test]
fn deep_nesting_and_large_counts_are_refused_at_once() {
    let refused = |text: String| {
        let file = SceneFile::parse("s.toml", text.as_bytes(), &[] as &[&str]);
        let error = file.and_then(|file| file.resolve("s", &mut NoSceneFiles)).unwrap_err();
        assert!(error.position.is_some() && error.to_string().len() < 300, "{error}");
    };
    refused(format!("version = 1\nnever_touch = {}{}", "[".repeat(100_000), "]".repeat(100_000)));
    refused(format!("version = 1\ncamera = {}{}", "{a=".repeat(100_000), "}".repeat(100_000)));
    refused(format!("version = 1\n{}b = 1", "a.".repeat(100_000)));
    let grid = "[[body]]\nname = \"NAME\"\nmass = 1\nrepeat = { count = [100, 100, 9], step = [1, 1, 1] }\n";
    refused(format!("version = 1\n{}{}", grid.replace("NAME", "a"), grid.replace("NAME", "b")));
    refused(format!("version = 1\nname = \"{}\"", "x".repeat(1_000_000)));
}

#[test]
fn parents_may_stand_in_any_order_and_a_long_chain_is_no_trouble() {
    let link = |k: usize| {
        let parent = if k == 0 { String::new() } else { format!("parent = \"b{}\"\n", k - 1) };
        format!("[[body]]\nname = \"b{k}\"\n{parent}mass = 1\njoint = {{ kind = \"prismatic\", axis = [1, 0, 0] }}\n")
    };
    let links: String = (0..2000).rev().map(link).collect();
    let file = SceneFile::parse("s.toml", format!("version = 1\n{links}").as_bytes(), &[] as &[&str]).unwrap();
    let scene = file.resolve("s", &mut NoSceneFiles).unwrap().scene;
    assert_eq!(scene.model.velocity_size(), 2000);
    assert_eq!(scene.model.bodies()[1].name, "b0");
}

/// Replaces, removes or repeats stretches of a good text, so that faults occur deep inside.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let good = all_keys();
    let cut = (0..good.len(), 0usize..12, prop::collection::vec(any::<u8>(), 0..4));
    prop::collection::vec(cut, 1..4).prop_map(move |cuts| {
        let mut bytes = good.as_bytes().to_vec();
        for (start, length, replacement) in cuts {
            let start = start.min(bytes.len());
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, replacement);
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn damaged_files_are_read_or_refused(bytes in damaged()) {
        check(&bytes, &[]);
    }

    #[test]
    fn any_setting_is_taken_or_refused(
        path in "(stepper|body|material|name|x|\"a\"| )(\\.(ball|crate|0|default|shape|friction|joint|é|)){0,3}",
        value in "(=(1|nan|\\[1|\\{|\"x|word|[ -~]{0,6}))?",
    ) {
        check(all_keys().as_bytes(), &[&format!("{path}{value}")]);
    }
}
