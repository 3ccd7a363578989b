//! Bad input: exit code 2, nothing on stdout, and a message with file, line, column and field.
#![allow(clippy::unwrap_used)]

mod support;

use support::{SMALL, file, stiction};

fn refused(test: &str, content: impl AsRef<[u8]>, expected: &str) {
    let path = file(test, "problem.json", content);
    let run = stiction(&["solve", &path]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    let shown = run.stderr.replace(&path, "problem.json");
    assert!(shown.starts_with(&format!("error: problem.json{expected}")), "{shown}\nis not\n{expected}");
}

#[test]
fn a_wrong_type_is_placed() {
    let text =
        "{\"format\": 1, \"kind\": \"lcp\",\n \"matrix\": [[2, 1],\n            [1, \"x\"]], \"vector\": [-5, -6]}";
    refused("type", text, ":3:17: matrix[1][1]: expected a number, found \"x\"\n");
}

#[test]
fn hostile_files() {
    refused("empty", "", ":1:1: expected a problem such as");
    refused("truncated", &SMALL[..50], ":1:51: matrix[1]: expected");
    refused("bytes", [0xff, 0xfe, 0x00], ":1:1: expected UTF-8 text, found the byte 0xff\n");
    refused("nesting", "[".repeat(5_000_000), ":1:65: ");
    refused("overflow", SMALL.replace("-6", "1e999"), ":1:73: vector[1]: expected a finite number");
    refused("nan", SMALL.replace("-6", "NaN"), ":1:73: vector[1]: expected a value");
    refused("ragged", SMALL.replace("[1, 2]", "[1]"), ":1:49: matrix[1]: expected 2 entries");
    refused("length", SMALL.replace("-6", "-6, 7"), ":1:68: vector: expected 2 entries");
    refused("unknown", SMALL.replace("vector", "vektor"), ":1:68: vektor: unknown field");
    refused("missing", "{\"format\": 1, \"kind\": \"lcp\"}", ":1:1: matrix: expected this field, found none\n");
    refused("newer", SMALL.replace("1, \"kind", "99, \"kind"), ":1:12: format: expected format 1");
}

#[test]
fn hostile_sparse_matrices() {
    let sparse = |rows: &str, shape: &str| {
        format!(
            "{{\"format\": 1, \"kind\": \"lcp\", \"vector\": [1, 1],\n\"matrix\": {{\"rows\": {rows}, \"columns\": [0, 0], \
             \"values\": [1, 1],\n\"shape\": {shape}}}}}"
        )
    };
    refused("huge", sparse("[0, 1]", "[1000000000, 1000000000]"), ":3:10: matrix.shape: expected at most 20000 rows");
    refused("duplicate", sparse("[0, 0]", "[2, 2]"), ":2:24: matrix.rows[1]: expected each position once");
    refused("outside", sparse("[0, 2]", "[2, 2]"), ":2:24: matrix.rows[1]: expected a row from 0 to 1, found 2");
}

#[test]
fn bounds_that_cross() {
    let text = support::MIXED.replace("[null, 0]", "[null, 2]");
    refused("crossed", text, ":2:21: lower[1]: expected a bound of at most upper[1] = 1, found 2\n");
}

#[test]
fn a_matrix_file_with_a_fault_is_named_itself() {
    let path = file("market", "problem.json", SMALL.replace("[[2, 1], [1, 2]]", "\"m.mtx\""));
    let market = file("market", "m.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 2\n2 3 1\n");
    let run = stiction(&["solve", &path]);
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr, format!("error: {market}:4:3: entry 2: expected a column from 1 to 2, found 3\n"));
}

#[test]
fn usage() {
    let path = file("usage", "problem.json", SMALL);
    for (arguments, expected) in [
        (&["solve"][..], "required arguments were not provided"),
        (&["solve", "no-such.json"], "error: no-such.json: cannot be read: No such file"),
        (&["solve", &path, "--example", "x"], "cannot be used with"),
        (&["solve", &path, "--method", "lemk"], "a similar value exists: 'lemke'"),
        (&["solve", &path, "--tolerance", "-1"], "expected a finite number above zero"),
        (&["solve", &path, "--tolerance", "nan"], "expected a finite number above zero"),
        (&["solve", &path, "--max-iterations", "0"], "--max-iterations"),
        (&["solve", &path, "--start", "no-such.json"], "no-such.json: cannot be read"),
        (&["examples", "nope"], "NAME: expected a name listed by `stiction examples`, found 'nope'"),
        (&["solve", "--example", "no-such-example"], "--example: expected a name listed by `stiction examples`"),
        (&["examples", "no-such-example"], "expected a name listed by"),
        (&["frobnicate"], "unrecognized subcommand"),
    ] {
        let run = stiction(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(expected), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn a_start_of_the_wrong_length() {
    let path = file("start", "problem.json", SMALL);
    let start = file("start", "start.json", "[1, 2, 3]");
    let run = stiction(&["solve", &path, "--start", &start]);
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr, format!("error: {start}:1:1: expected 2 numbers, one per row of the problem, found 3\n"));
}
