use crate::sketch::{Data, Sketch};
use stiction_formats::{FclibInfo, parse_fclib};

/// A table of tests: name, what is done to a good file, objection.
macro_rules! objections {
    ($($name:ident: $start:ident, $change:expr => $message:expr;)*) => {$(
        #[test]
        fn $name() {
            let mut sketch = Sketch::$start();
            let change: fn(&mut Sketch) = $change;
            change(&mut sketch);
            assert_eq!(sketch.objection(), concat!("p.hdf5: ", $message));
        }
    )*};
}

objections! {
    no_problem: local, |s| { s.0.clear(); } =>
        "/: expected a group fclib_local, fclib_global or fclib_global_rolling, found none";
    two_problems: local, |s| s.integers("fclib_global/spacedim", &[3]) =>
        "/: expected one problem, found fclib_local and fclib_global";
    no_dimension: local, |s| { s.0.remove("fclib_local/spacedim"); } =>
        "/fclib_local/spacedim: expected a dataset, found none";
    unknown_dimension: local, |s| s.integers("fclib_local/spacedim", &[4]) =>
        "/fclib_local/spacedim: expected 2 or 3 rows per contact, found 4";
    two_dimensions: local, |s| s.integers("fclib_local/spacedim", &[3, 3]) =>
        "/fclib_local/spacedim: expected 1 number, exactly one, found 2";
    dimension_type: local, |s| s.numbers("fclib_local/spacedim", &[3.0]) =>
        "/fclib_local/spacedim: expected integers, found floating-point numbers of 8 bytes";
    dimension_of_matrix: local, |s| s.integers("fclib_local/spacedim", &[2]) =>
        "/fclib_local/vectors/mu: expected 3 numbers, one per contact, found 2";
    rows_per_contact: local, |s| {
        s.matrix("fclib_local/W", (1, 1, 1), &[0], &[0], &[1.0]);
    } => "/fclib_local/W/m: expected a multiple of 3 rows, the number per contact, found 1";
    no_matrix: local, |s| s.0.retain(|path, _| !path.starts_with("fclib_local/W")) =>
        "/fclib_local/W: expected a group, found none";
    matrix_is_dataset: local, |s| {
        s.0.retain(|path, _| !path.starts_with("fclib_local/W"));
        s.numbers("fclib_local/W", &[1.0]);
    } => "/fclib_local/W: expected a group, found a dataset";
    vector_is_group: local, |s| {
        s.0.remove("fclib_local/vectors/q");
        s.numbers("fclib_local/vectors/q/x", &[1.0]);
    } => "/fclib_local/vectors/q: expected a dataset, found a group";
    no_columns: local, |s| { s.0.remove("fclib_local/W/i"); } =>
        "/fclib_local/W/i: expected a dataset, found none";
    rows_beyond: local, |s| s.integers("fclib_local/W/m", &[2_000_000_000]) =>
        "/fclib_local/W/m: expected 0 to 1000000 rows, found 2000000000";
    columns_below: local, |s| s.integers("fclib_local/W/n", &[-1]) =>
        "/fclib_local/W/n: expected 0 to 1000000 columns, found -1";
    not_square: local, |s| s.integers("fclib_local/W/n", &[7]) =>
        "/fclib_local/W: expected a square matrix, found 6 rows and 7 columns";
    unknown_storage: local, |s| s.integers("fclib_local/W/nz", &[-3]) =>
        "/fclib_local/W/nz: expected the number of triplets, -1 for compressed columns or -2 for compressed rows, found -3";
    starts_length: local, |s| s.integers("fclib_local/W/p", &[0, 7]) =>
        "/fclib_local/W/p: expected 7 numbers, one more than there are rows, found 2";
    starts_zero: local, |s| s.integers("fclib_local/W/p", &[1, 2, 3, 4, 5, 6, 7]) =>
        "/fclib_local/W/p[0]: expected 0, found 1";
    starts_descend: local, |s| s.integers("fclib_local/W/p", &[0, 2, 1, 4, 5, 6, 7]) =>
        "/fclib_local/W/p[2]: expected 2 or more, in ascending order, found 1";
    starts_below: local, |s| s.integers("fclib_local/W/p", &[0, -2, 1, 4, 5, 6, 7]) =>
        "/fclib_local/W/p[1]: expected 0 or more, in ascending order, found -2";
    capacity: local, |s| s.integers("fclib_local/W/nzmax", &[5]) =>
        "/fclib_local/W/nzmax: expected at least 7, the number of entries, found 5";
    too_few_values: local, |s| s.numbers("fclib_local/W/x", &[1.0, 2.0]) =>
        "/fclib_local/W/x: expected 7 numbers, one per entry, found 2";
    too_few_places: global, |s| s.integers("fclib_global/H/i", &[1]) =>
        "/fclib_global/H/i: expected 2 to 10 numbers, one per entry, found 1";
    column_beyond: local, |s| s.integers("fclib_local/W/i", &[0, 3, 1, 2, 6, 4, 5]) =>
        "/fclib_local/W/i[4]: expected a column from 0 to 5, found 6";
    row_beyond: global, |s| s.integers("fclib_global/H/i", &[1, -1]) =>
        "/fclib_global/H/i[1]: expected a row from 0 to 1, found -1";
    triplet_column_beyond: global, |s| s.integers("fclib_global/H/p", &[2, 1]) =>
        "/fclib_global/H/p[0]: expected a column from 0 to 1, found 2";
    entry_without_columns: global, |s| s.integers("fclib_global/H/n", &[0]) =>
        "/fclib_global/H/p[0]: expected no entry, as there is no column, found 0";
    not_a_number: local, |s| s.numbers("fclib_local/W/x", &[2.0, f64::NAN, 1.0, 1.0, 2.0, 1.0, 1.0]) =>
        "/fclib_local/W/x[1]: expected a finite number, found NaN";
    infinite: local, |s| s.numbers("fclib_local/vectors/q", &[0.0, 0.0, f64::NEG_INFINITY, 0.0, 0.0, 0.0]) =>
        "/fclib_local/vectors/q[2]: expected a finite number, found -inf";
    infinite_sum: global, |s| s.numbers("fclib_global/M/x", &[1.5e308, 2.0, 1.5e308]) =>
        "/fclib_global/M/x: expected a finite sum at row 0, column 0, found one beyond double precision";
    values_type: local, |s| s.integers("fclib_local/W/x", &[2, 0, 1, 1, 2, 1, 1]) =>
        "/fclib_local/W/x: expected floating-point numbers, found integers of 4 bytes";
    places_type: local, |s| s.numbers("fclib_local/W/i", &[0.0; 7]) =>
        "/fclib_local/W/i: expected integers, found floating-point numbers of 8 bytes";
    vector_type: local, |s| { s.0.insert("fclib_local/vectors/q".into(), Data::Text("q")); } =>
        "/fclib_local/vectors/q: expected floating-point numbers, found a text";
    vector_length: local, |s| s.numbers("fclib_local/vectors/q", &[1.0; 5]) =>
        "/fclib_local/vectors/q: expected 6 numbers, one per row of W, found 5";
    negative_friction: local, |s| s.numbers("fclib_local/vectors/mu", &[0.5, -0.5]) =>
        "/fclib_local/vectors/mu[1]: expected zero or more, found -0.5";
    half_of_the_equations: local, |s| s.numbers("fclib_local/vectors/s", &[0.0]) =>
        "/fclib_local/R: expected a group, found none";
    coupling_rows: local, |s| {
        s.matrix("fclib_local/V", (5, 1, 0), &[], &[], &[]);
        s.matrix("fclib_local/R", (1, 1, 0), &[], &[], &[]);
        s.numbers("fclib_local/vectors/s", &[0.0]);
    } => "/fclib_local/V/m: expected 6 rows, as many as W has rows, found 5";
    coupling_columns: local, |s| {
        s.matrix("fclib_local/V", (6, 2, 0), &[], &[], &[]);
        s.matrix("fclib_local/R", (1, 1, 0), &[], &[], &[]);
        s.numbers("fclib_local/vectors/s", &[0.0]);
    } => "/fclib_local/V/n: expected 1 columns, as many as R has rows, found 2";
    jacobian_rows: global, |s| s.integers("fclib_global/H/m", &[3]) =>
        "/fclib_global/H/m: expected 2 rows, as many as M has rows, found 3";
    force_length: global, |s| s.numbers("fclib_global/vectors/f", &[0.0]) =>
        "/fclib_global/vectors/f: expected 2 numbers, one per row of M, found 1";
    offset_length: global, |s| s.numbers("fclib_global/vectors/w", &[0.0]) =>
        "/fclib_global/vectors/w: expected 2 numbers, one per column of H, found 1";
    global_equations_without_matrix: global, |s| s.numbers("fclib_global/vectors/b", &[0.0]) =>
        "/fclib_global/G: expected a group, found none";
    rolling_dimension: local, |s| {
        s.0.clear();
        s.integers("fclib_global_rolling/spacedim", &[3]);
    } => "/fclib_global_rolling/spacedim: expected 5 rows per contact, found 3";
    info_type: local, |s| s.integers("fclib_local/info/title", &[1]) =>
        "/fclib_local/info/title: expected a text, found integers of 4 bytes";
    solution_without_impulse: local, |s| s.numbers("solution/u", &[0.0; 6]) =>
        "/solution/r: expected a dataset, found none";
    solution_length: local, |s| s.numbers("solution/u", &[0.0; 3]) =>
        "/solution/u: expected 6 numbers, one per contact row, found 3";
    local_velocity: local, |s| s.numbers("solution/v", &[0.0; 3]) =>
        "/solution/v: expected 0 numbers, one per degree of freedom of the problem, found 3";
    multipliers_without_equations: local, |s| {
        s.numbers("solution/u", &[0.0; 6]);
        s.numbers("solution/r", &[0.0; 6]);
        s.numbers("solution/l", &[0.0]);
    } => "/solution/l: expected 0 numbers, one per equation of the problem, found 1";
    missing_guess: local, |s| s.integers("guesses/number_of_guesses", &[2]) =>
        "/guesses/1: expected a group, found none";
    too_many_guesses: local, |s| s.integers("guesses/number_of_guesses", &[i32::MAX]) =>
        "/guesses/number_of_guesses: expected 0 to 1000 guesses, found 2147483647";
    uncounted_guesses: local, |s| s.numbers("guesses/1/u", &[0.0; 6]) =>
        "/guesses/number_of_guesses: expected a dataset, found none";
}

fn objection(bytes: &[u8]) -> String {
    parse_fclib("p.hdf5", bytes).unwrap_err().to_string()
}

#[test]
fn other_files() {
    assert_eq!(objection(b""), "p.hdf5: expected an HDF5 file, found no HDF5 signature");
    assert_eq!(objection(b"{\"format\": 1}"), "p.hdf5: expected an HDF5 file, found no HDF5 signature");
}

#[test]
fn truncated_file() {
    let bytes = Sketch::local().bytes();
    let message = format!("p.hdf5: expected {} bytes, as the file's header specifies, found 1000", bytes.len());
    assert_eq!(objection(&bytes[..1000]), message);
    for length in 0..bytes.len() {
        objection(&bytes[..length]);
    }
}

#[test]
fn a_null_inside_a_text_is_not_written() {
    let mut file = parse_fclib("p.hdf5", &Sketch::local().bytes()).unwrap();
    file.info = FclibInfo { title: "a\0b".to_owned(), ..FclibInfo::default() };
    let error = file.to_bytes("q.hdf5").unwrap_err().to_string();
    assert_eq!(error, "q.hdf5: expected texts without null characters, found one");
}
