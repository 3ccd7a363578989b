//! No input makes the readers panic, and errors always point into the text.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use stiction_formats::{FormatError, ProblemFile, no_matrix_files, parse_matrix_market, parse_point};

const PROBLEM: &str = r#"{"format": 1, "kind": "mlcp", "matrix": {"rows": [0, 1], "columns": [0, 1], "values": [1.5e0, -2],
 "shape": [2, 2]}, "vector": [-1, 2], "lower": [0, null], "upper": [null, 1], "names": ["é", "b\n"]}"#;
const MARKET: &str = "%%MatrixMarket matrix coordinate real symmetric\n% c\n2 2 2\n1 1 4.0\n2 1 -3e0\n";

fn check(bytes: &[u8]) {
    let lines = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count();
    let inside = |error: &FormatError| {
        let position = error.position.expect("a position");
        assert!((1..=lines).contains(&position.line) && position.column >= 1, "{error}");
        assert!(!error.message.is_empty());
    };
    match ProblemFile::parse("p.json", bytes) {
        Ok(file) => {
            let _ = file.resolve(&mut no_matrix_files);
            assert_eq!(ProblemFile::parse("p.json", file.to_json().as_bytes()).unwrap(), file);
        }
        Err(error) => inside(&error),
    }
    let _ = parse_matrix_market("m.mtx", bytes).map_err(|error| inside(&error));
    let _ = parse_point("z.json", bytes, 2).map_err(|error| inside(&error));
}

/// Replaces, removes or repeats stretches of a good text, so that faults occur deep inside.
fn damaged(good: &'static str) -> impl Strategy<Value = Vec<u8>> {
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

/// Words of the two formats in any order.
fn shuffled() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\u",
        "\\",
        "d83d",
        "1e999",
        "-0",
        "0",
        "1",
        "nan",
        "null",
        "true",
        "\n",
        " ",
        "é",
        "\"format\"",
        "\"kind\"",
        "\"lcp\"",
        "\"mlcp\"",
        "\"matrix\"",
        "\"rows\"",
        "\"shape\"",
        "\"vector\"",
        "\"lower\"",
        "%%MatrixMarket matrix",
        "array real",
        "general\n",
        "coordinate",
        "%",
    ]);
    prop::collection::vec(word, 0..60).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes);
    }

    #[test]
    fn random_words(text in shuffled()) {
        check(text.as_bytes());
    }

    #[test]
    fn damaged_problems(bytes in damaged(PROBLEM)) {
        check(&bytes);
    }

    #[test]
    fn damaged_matrices(bytes in damaged(MARKET)) {
        check(&bytes);
    }
}

#[test]
fn every_truncation() {
    for good in [PROBLEM, MARKET] {
        for end in 0..=good.len() {
            check(&good.as_bytes()[..end]);
        }
    }
    assert!(ProblemFile::parse("p.json", PROBLEM.as_bytes()).is_ok());
    assert!(parse_matrix_market("m.mtx", MARKET.as_bytes()).is_ok());
}
