//! Every fault of a problem file is an error with file, line, column, field and what was expected.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use stiction_formats::{LoadedKind, read_point, read_problem};

/// Writes files into a folder of their own and reads the first of them.
fn read(test: &str, files: &[(&str, &[u8])]) -> Result<LoadedKind, String> {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "bad-input", test].iter().collect();
    std::fs::create_dir_all(&folder).unwrap();
    for (name, bytes) in files {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let shown = format!("{}/", folder.display());
    let loaded = read_problem(&folder.join(files[0].0));
    loaded.map(|problem| problem.kind).map_err(|error| error.to_string().replace(&shown, ""))
}

fn message(test: &str, text: &str) -> String {
    read(test, &[("p.json", text.as_bytes())]).unwrap_err()
}

/// A table of tests: name, text of the file, message.
macro_rules! messages {
    ($($name:ident: $text:expr => $message:expr;)*) => {$(
        #[test]
        fn $name() {
            assert_eq!(message(stringify!($name), $text), $message);
        }
    )*};
}

messages! {
    empty_file: "" => "p.json:1:1: expected a problem such as {\"format\": 1, \"kind\": \"lcp\", …}, found an empty file";
    blank_file: " \n\n" => "p.json:1:1: expected a problem such as {\"format\": 1, \"kind\": \"lcp\", …}, found an empty file";
    not_an_object: "[1, 2]" => "p.json:1:1: expected an object {\"format\": 1, \"kind\": …}, found a list";
    truncated: "{\"format\": 1, \"kind\": \"lcp\",\n\"matrix\": [[2, 1], [1" =>
        "p.json:2:22: matrix[1]: expected ',' or ']', found the end of the file";
    number_expected: "{\"format\": 1,\n\"kind\": \"lcp\",\n\"matrix\": [[2, 1], [1, \"x\"]], \"vector\": [1, 2]}" =>
        "p.json:3:24: matrix[1][1]: expected a number, found \"x\"";
    beyond_double: "{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [[1e999]], \"vector\": [1]}" =>
        "p.json:1:42: matrix[0][0]: expected a finite number, found a number beyond double precision";
    not_a_number: "{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [[1]], \"vector\": [NaN]}" =>
        "p.json:1:58: vector[0]: expected a value (numbers are finite in JSON), found NaN";
    null_in_vector: "{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [[1]], \"vector\": [null]}" =>
        "p.json:1:58: vector[0]: expected a number, found null";
    ragged: "{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [[1, 2],\n [3]], \"vector\": [1, 2]}" =>
        "p.json:2:2: matrix[1]: expected 2 entries, as the matrix has 2 rows and is square, found 1";
    not_square: "{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [[1, 2]], \"vector\": [1]}" =>
        "p.json:1:41: matrix[0]: expected 1 entry, as the matrix has 1 row and is square, found 2";
    no_rows: "{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [], \"vector\": []}" =>
        "p.json:1:40: matrix: expected at least one row, found none";
    wrong_length: "{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [[1]], \"vector\": [1, 2, 3]}" =>
        "p.json:1:57: vector: expected 1 entry, one per row of the matrix, found 3";
    wrong_names: "{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [[1]], \"vector\": [1], \"names\": [\"a\", \"b\"]}" =>
        "p.json:1:71: names: expected 1 entry, one per row of the matrix, found 2";
    crossed: "{\"format\": 1, \"kind\": \"mlcp\", \"matrix\": [[1]], \"vector\": [1],\n \"lower\": [2], \"upper\": [1]}" =>
        "p.json:2:12: lower[0]: expected a bound of at most upper[0] = 1, found 2";
    bound_type: "{\"format\": 1, \"kind\": \"mlcp\", \"matrix\": [[1]], \"vector\": [1],\n \"lower\": [null], \"upper\": [\"inf\"]}" =>
        "p.json:2:29: upper[0]: expected a number, or null for no bound, found \"inf\"";
    bounds_missing: "{\"format\": 1, \"kind\": \"mlcp\", \"matrix\": [[1]], \"vector\": [1]}" =>
        "p.json:1:1: lower: expected this field, found none";
    bounds_of_lcp: "{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [[1]], \"vector\": [1], \"lower\": [0]}" =>
        "p.json:1:71: lower: unknown field, expected one of \"format\", \"kind\", \"matrix\", \"vector\", \"names\"; bounds need \"kind\": \"mlcp\"";
    misspelt: "{\"format\": 1, \"kind\": \"lcp\", \"matrx\": [[1]], \"vector\": [1]}" =>
        "p.json:1:39: matrx: unknown field, expected one of \"format\", \"kind\", \"matrix\", \"vector\", \"names\"; did you mean \"matrix\"?";
    misspelt_kind: "{\"format\": 1, \"kimd\": \"lcp\"}" =>
        "p.json:1:1: kind: expected this field, found none; is \"kimd\" a misspelling of it?";
    unknown_kind: "{\"format\": 1, \"kind\": \"qp\"}" => "p.json:1:23: kind: expected \"lcp\" or \"mlcp\", found \"qp\"";
    no_format: "{\"kind\": \"lcp\"}" => "p.json:1:1: format: expected this field, found none";
    newer_format: "{\"format\": 2, \"kind\": \"lcp\"}" =>
        "p.json:1:12: format: expected format 1, the newest that this version reads, found 2; a newer version may read it";
    format_type: "{\"format\": \"1\"}" => "p.json:1:12: format: expected a whole number, zero or more, found \"1\"";
    field_twice: "{\"format\": 1, \"format\": 1}" => "p.json:1:15: format: expected each field once, found it again";
    matrix_type: "{\"format\": 1, \"kind\": \"lcp\", \"matrix\": 3, \"vector\": [1]}" =>
        "p.json:1:40: matrix: expected a list of rows, an object of entries or the name of a Matrix Market file, found 3.0";
    sparse_field: "{\"format\": 1, \"kind\": \"lcp\", \"matrix\": {\"row\": []}, \"vector\": [1]}" =>
        "p.json:1:48: matrix.row: unknown field, expected one of \"rows\", \"columns\", \"values\", \"shape\"; did you mean \"rows\"?";
    no_matrix_file: "{\"format\": 1, \"kind\": \"lcp\", \"matrix\": \"none.mtx\", \"vector\": [1]}" =>
        "p.json:1:40: matrix: none.mtx: cannot be read: No such file or directory (os error 2)";
}

fn sparse(test: &str, rows: &str, columns: &str, values: &str, shape: &str) -> String {
    let matrix =
        format!("{{\n \"rows\": {rows},\n \"columns\": {columns},\n \"values\": {values},\n \"shape\": {shape}\n}}");
    message(test, &format!("{{\"format\": 1, \"kind\": \"lcp\", \"vector\": [1, 2], \"matrix\": {matrix}}}"))
}

#[test]
fn sparse_faults() {
    let cases = [
        (["[0, 2]", "[0, 1]", "[1, 2]", "[2, 2]"], "2:14: matrix.rows[1]: expected a row from 0 to 1, found 2"),
        (["[0, 1]", "[0, 5]", "[1, 2]", "[2, 2]"], "3:17: matrix.columns[1]: expected a column from 0 to 1, found 5"),
        (
            ["[0, 0]", "[0, 0]", "[1, 2]", "[2, 2]"],
            "2:14: matrix.rows[1]: expected each position once, found row 0, column 0 again",
        ),
        (
            ["[0, 1]", "[0]", "[1, 2]", "[2, 2]"],
            "3:13: matrix.columns: expected 2 entries, one per entry of rows, found 1",
        ),
        (["[0]", "[0]", "[1, 2]", "[2, 2]"], "4:12: matrix.values: expected 1 entry, one per entry of rows, found 2"),
        (["[-1]", "[0]", "[1]", "[2, 2]"], "2:11: matrix.rows[0]: expected a whole number, zero or more, found -1.0"),
        (["[0.5]", "[0]", "[1]", "[2, 2]"], "2:11: matrix.rows[0]: expected a whole number, zero or more, found 0.5"),
        (["[0]", "[0]", "[1]", "[2]"], "5:11: matrix.shape: expected [rows, columns], found 1 entry"),
        (
            ["[0]", "[0]", "[1]", "[2, 3]"],
            "5:11: matrix.shape: expected a square matrix of one row or more, found 2 × 3",
        ),
        (
            ["[0]", "[0]", "[1]", "[0, 0]"],
            "5:11: matrix.shape: expected a square matrix of one row or more, found 0 × 0",
        ),
        (
            ["[0]", "[0]", "[1e999]", "[2, 2]"],
            "4:13: matrix.values[0]: expected a finite number, found a number beyond double precision",
        ),
        (
            ["[0]", "[0]", "[1]", "[1000000000, 1000000000]"],
            "5:11: matrix.shape: expected at most 20000 rows and columns, found 1000000000 and 1000000000",
        ),
    ];
    for (k, ([rows, columns, values, shape], expected)) in cases.into_iter().enumerate() {
        let found = sparse(&format!("sparse-{k}"), rows, columns, values, shape);
        assert_eq!(found, format!("p.json:{expected}"));
    }
}

#[test]
fn not_utf8() {
    let found = read("not-utf8", &[("p.json", b"{\"format\":\n \"\xff\"}")]).unwrap_err();
    assert_eq!(found, "p.json:2:3: expected UTF-8 text, found the byte 0xff");
}

#[test]
fn deep_nesting() {
    let text = format!("{{\"format\": 1, \"kind\": \"lcp\", \"matrix\": {}", "[".repeat(100_000));
    let found = message("deep", &text);
    assert!(found.contains("expected at most 64 levels of nesting"), "{found}");
}

#[test]
fn columns_count_characters() {
    let found = message("characters", "{\"format\": 1, \"kind\": \"é\"}");
    assert_eq!(found, "p.json:1:23: kind: expected \"lcp\" or \"mlcp\", found \"é\"");
    let found = message("after", "{\"é\": 1, \"format\": \"x\"}");
    assert_eq!(found, "p.json:1:20: format: expected a whole number, zero or more, found \"x\"");
}

#[test]
fn files_that_cannot_be_opened() {
    let error = read_problem(std::path::Path::new("no/such.json")).unwrap_err().to_string();
    assert_eq!(error, "no/such.json: cannot be read: No such file or directory (os error 2)");
    assert!(read_problem(std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))).is_err(), "a folder");
}

#[test]
fn matrix_market_faults() {
    let problem = b"{\"format\": 1, \"kind\": \"lcp\", \"matrix\": \"m.mtx\", \"vector\": [1, 2]}";
    let coordinate = "%%MatrixMarket matrix coordinate real general\n% a comment\n";
    let cases = [
        (
            String::new(),
            "m.mtx:1:1: header: expected %%MatrixMarket matrix coordinate|array real|integer|pattern general|symmetric|skew-symmetric, found 0 words",
        ),
        (
            "%%MatrixMarket matrix coordinate complex general\n".to_owned(),
            "m.mtx:1:34: header: expected real or integer or pattern, found complex",
        ),
        (
            "%%MatrixMarket matrix array pattern general\n".to_owned(),
            "m.mtx:1:29: header: expected real or integer for an array, found pattern",
        ),
        (
            format!("{coordinate}2 2 3\n1 1 1.0\n2 2 1.0\n"),
            "m.mtx:6:1: entry 3: expected row column value, found the end of the file",
        ),
        (
            format!("{coordinate}2 2 1\n1 1 1.0\n2 2 1.0\n"),
            "m.mtx:5:1: entry 2: expected 1 entry, as given by the size line, found more",
        ),
        (format!("{coordinate}2 2 1\n\n1 1 x\n"), "m.mtx:5:5: entry 1: expected a finite number, found x"),
        (format!("{coordinate}2 2 1\n1 1 nan\n"), "m.mtx:4:5: entry 1: expected a finite number, found nan"),
        (format!("{coordinate}2 2 1\n0 1 1\n"), "m.mtx:4:1: entry 1: expected a row from 1 to 2, found 0"),
        (format!("{coordinate}2 2 1\n1 3 1\n"), "m.mtx:4:3: entry 1: expected a column from 1 to 2, found 3"),
        (
            format!("{coordinate}2 2 2\n1 1 1\n1 1 2\n"),
            "m.mtx:5:1: entry 2: expected each position once, found row 1, column 1 again",
        ),
        (format!("{coordinate}2 2\n"), "m.mtx:3:3: size: expected rows columns entries, found 2 words"),
        (
            format!("{coordinate}1000000000 1000000000 5\n"),
            "m.mtx:3:1: size: expected at most 20000 rows and columns, found 1000000000 and 1000000000",
        ),
        (
            format!("{coordinate}3 3 1\n1 1 1\n"),
            "p.json:1:59: vector: expected 3 entries, one per row of the matrix, found 2",
        ),
        (
            format!("{coordinate}2 3 1\n1 1 1\n"),
            "p.json:1:40: matrix: expected a square matrix, found 2 rows and 3 columns",
        ),
        (
            "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n".to_owned(),
            "m.mtx:3:1: entry 1: expected an entry on or below the diagonal, found row 1, column 2",
        ),
        (
            "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n".to_owned(),
            "m.mtx:3:1: entry 1: expected an entry below the diagonal, found row 1, column 1",
        ),
        (
            "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n".to_owned(),
            "m.mtx:6:1: entry 4: expected value, found the end of the file",
        ),
    ];
    for (k, (text, expected)) in cases.into_iter().enumerate() {
        let found = read(&format!("market-{k}"), &[("p.json", problem), ("m.mtx", text.as_bytes())]).unwrap_err();
        assert_eq!(found, expected);
    }
}

#[test]
fn start_points() {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "points"].iter().collect();
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("z.json");
    let read = |text: &str| {
        std::fs::write(&path, text).unwrap();
        read_point(&path, 2).map_err(|error| error.to_string().replace(&format!("{}/", folder.display()), ""))
    };
    assert_eq!(read("[1, 2]").unwrap(), [1.0, 2.0]);
    assert_eq!(read("{\"method\": \"lemke\", \"z\": [1, 2]}").unwrap(), [1.0, 2.0]);
    assert_eq!(
        read("{\"z\": [1]}").unwrap_err(),
        "z.json:1:7: z: expected 2 numbers, one per row of the problem, found 1"
    );
    assert_eq!(read("{}").unwrap_err(), "z.json:1:1: z: expected this field, found none");
    assert_eq!(read("7").unwrap_err(), "z.json:1:1: expected a list of numbers or an object with \"z\", found 7.0");
    assert_eq!(read("").unwrap_err(), "z.json:1:1: expected a value, found the end of the file");
}
