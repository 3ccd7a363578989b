//! Contact problem files: what they mean, what is objected to, and round trips.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use std::path::PathBuf;
use stiction_complementarity::Matrix;
use stiction_contact::{ContactProblem, Law};
use stiction_formats::{
    AnyProblem, ContactFile, ContactForm, LawFile, MatrixFile, no_matrix_files, read_any_problem, read_contact,
};
use stiction_linalg::DenseMatrix;

fn folder(test: &str) -> PathBuf {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "contact", test].iter().collect();
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn read(test: &str, files: &[(&str, &[u8])]) -> Result<AnyProblem, String> {
    let folder = folder(test);
    for (name, bytes) in files {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let shown = format!("{}/", folder.display());
    read_any_problem(&folder.join(files[0].0)).map_err(|error| error.to_string().replace(&shown, ""))
}

/// A file of kind contact with these other fields, on a second line.
fn contact(fields: &str) -> String {
    format!("{{\"format\": 1, \"kind\": \"contact\",\n{fields}}}")
}

/// A table of tests: name, fields, message.
macro_rules! objections {
    ($($name:ident: $fields:expr => $message:expr;)*) => {$(
        #[test]
        fn $name() {
            assert_eq!(read(stringify!($name), &[("p.json", contact($fields).as_bytes())]).unwrap_err(), $message);
        }
    )*};
}

objections! {
    no_form: "\"laws\": []" => "p.json:1:1: delassus: expected this field, found none";
    no_free_velocity: "\"delassus\": [[1]], \"laws\": []" => "p.json:1:1: free_velocity: expected this field, found none";
    both_forms: "\"delassus\": [[1]], \"jacobian\": [[1]]" =>
        "p.json:2:32: jacobian: expected no such field beside \"delassus\", found one";
    half_a_form: "\"mass_matrix\": [[1]], \"force\": [0], \"laws\": []" =>
        "p.json:1:1: jacobian: expected this field, found none";
    misspelt: "\"delassus\": [[1]], \"free_velocty\": [1], \"laws\": []" =>
        "p.json:2:36: free_velocty: unknown field, expected one of \"format\", \"kind\", \"laws\", \"labels\", \
         \"slip\", \"velocity_scale\", \"delassus\", \"free_velocity\"; did you mean \"free_velocity\"?";
    no_laws: "\"delassus\": [[1]], \"free_velocity\": [1], \"laws\": []" =>
        "p.json:2:50: laws: expected laws with 1 row in total, as many as delassus has rows, found 0";
    law_type: "\"delassus\": [[1]], \"free_velocity\": [1], \"laws\": [\"coulomb\"]" =>
        "p.json:2:51: laws[0]: expected a law such as {\"law\": \"coulomb\", \"friction\": 0.5}, found \"coulomb\"";
    unknown_law: "\"delassus\": [[1]], \"free_velocity\": [1], \"laws\": [{\"law\": \"tresca\"}]" =>
        "p.json:2:59: laws[0].law: expected \"coulomb\", \"planar-coulomb\", \"rolling\", \"unilateral\", \
         \"bilateral\" or \"bounded\", found \"tresca\"";
    no_friction: "\"delassus\": [[1]], \"free_velocity\": [1], \"laws\": [{\"law\": \"coulomb\"}]" =>
        "p.json:2:51: laws[0].friction: expected this field, found none";
    stray_bound: "\"delassus\": [[1]], \"free_velocity\": [1], \"laws\": [{\"law\": \"unilateral\", \"lower\": 0}]" =>
        "p.json:2:82: laws[0].lower: unknown field, expected one of \"law\"";
    negative_friction: "\"delassus\": [[1, 0], [0, 1]], \"free_velocity\": [1, 0],\n\
         \"laws\": [{\"law\": \"planar-coulomb\", \"friction\": -0.5}]" =>
        "p.json:3:48: laws[0].friction: expected a finite number, zero or more, found -0.5";
    negative_rolling: "\"delassus\": [[1]], \"free_velocity\": [1],\n\
         \"laws\": [{\"law\": \"rolling\", \"friction\": 0.5, \"rolling_friction\": -1}]" =>
        "p.json:3:66: laws[0].rolling_friction: expected a finite number, zero or more, found -1";
    infinite_friction: "\"delassus\": [[1]], \"free_velocity\": [1],\n\
         \"laws\": [{\"law\": \"coulomb\", \"friction\": 1e999}]" =>
        "p.json:3:41: laws[0].friction: expected a finite number, found a number beyond double precision";
    crossed: "\"delassus\": [[1]], \"free_velocity\": [1],\n\"laws\": [{\"law\": \"bounded\", \"lower\": 2, \"upper\": 1}]" =>
        "p.json:3:38: laws[0].lower: expected a bound of at most upper = 1, found 2";
    no_rows: "\"delassus\": [[1]], \"free_velocity\": [1],\n\"laws\": [{\"law\": \"bilateral\", \"rows\": 0}]" =>
        "p.json:3:39: laws[0].rows: expected 1 to 20000, found 0";
    part_of_a_row: "\"delassus\": [[1]], \"free_velocity\": [1],\n\"laws\": [{\"law\": \"bilateral\", \"rows\": 1.5}]" =>
        "p.json:3:39: laws[0].rows: expected a whole number, zero or more, found 1.5";
    rows_of_laws: "\"delassus\": [[1]], \"free_velocity\": [1],\n\"laws\": [{\"law\": \"coulomb\", \"friction\": 0}]" =>
        "p.json:3:9: laws: expected laws with 1 row in total, as many as delassus has rows, found 3";
    vector_length: "\"delassus\": [[1]], \"free_velocity\": [1, 2],\n\"laws\": [{\"law\": \"unilateral\"}]" =>
        "p.json:2:37: free_velocity: expected 1 entry, one per row of delassus, found 2";
    label_count: "\"delassus\": [[1]], \"free_velocity\": [1],\n\"laws\": [{\"law\": \"unilateral\"}], \"labels\": [\"a\", \"b\"]" =>
        "p.json:3:44: labels: expected 1 entry, one per law, found 2";
    slip_count: "\"delassus\": [[1]], \"free_velocity\": [1],\n\"laws\": [{\"law\": \"unilateral\"}], \"slip\": [null, null]" =>
        "p.json:3:42: slip: expected 1 entry, one per law, found 2";
    slip_of_nothing: "\"delassus\": [[1]], \"free_velocity\": [1],\n\"laws\": [{\"law\": \"unilateral\"}], \"slip\": [[1]]" =>
        "p.json:3:43: slip[0]: expected null, as the law has no tangents, found a list";
    slip_length: "\"delassus\": [[1, 0], [0, 1]], \"free_velocity\": [1, 0],\n\
         \"laws\": [{\"law\": \"planar-coulomb\", \"friction\": 1}], \"slip\": [[1, 2]]" =>
        "p.json:3:62: slip[0]: expected 1 number, one per tangent of the law, found 2";
    slip_type: "\"delassus\": [[1]], \"free_velocity\": [1],\n\"laws\": [{\"law\": \"unilateral\"}], \"slip\": [3]" =>
        "p.json:3:43: slip[0]: expected a list of velocities along the tangents, or null, found 3.0";
    no_scale: "\"delassus\": [[1]], \"free_velocity\": [1],\n\"laws\": [{\"law\": \"unilateral\"}], \"velocity_scale\": 0" =>
        "p.json:3:52: velocity_scale: expected a finite number above zero, found 0";
    slip_beyond: "\"delassus\": [[1]], \"free_velocity\": [1],\n\"laws\": [{\"law\": \"unilateral\"}], \"slip\": [[1e999]]" =>
        "p.json:3:44: slip[0][0]: expected a finite number, found a number beyond double precision";
    ragged_delassus: "\"delassus\": [[1, 2]], \"free_velocity\": [1],\n\"laws\": [{\"law\": \"unilateral\"}]" =>
        "p.json:2:14: delassus[0]: expected 1 entry, as the matrix has 1 row and is square, found 2";
    ragged_jacobian: "\"mass_matrix\": [[1, 0], [0, 1]], \"jacobian\": [[1], [1, 2]], \"force\": [0, 0],\n\
         \"velocity_offset\": [0], \"laws\": [{\"law\": \"unilateral\"}]" =>
        "p.json:2:52: jacobian[1]: expected 1 entry, as the first row has, found 2";
    empty_jacobian: "\"mass_matrix\": [[1]], \"jacobian\": [[]], \"force\": [0],\n\
         \"velocity_offset\": [], \"laws\": [{\"law\": \"unilateral\"}]" =>
        "p.json:3:32: laws: expected laws with 0 rows in total, as many as jacobian has columns, found 1";
    sparse_jacobian: "\"mass_matrix\": [[1]], \"jacobian\": {\"shape\": [1, 2], \"rows\": [0], \"columns\": [2], \"values\": [1]},\n\
         \"force\": [0], \"velocity_offset\": [0, 0], \"laws\": [{\"law\": \"planar-coulomb\", \"friction\": 0}]" =>
        "p.json:2:78: jacobian.columns[0]: expected a column from 0 to 1, found 2";
    jacobian_rows: "\"mass_matrix\": [[1]], \"jacobian\": [[1], [1]], \"force\": [0],\n\
         \"velocity_offset\": [0], \"laws\": [{\"law\": \"unilateral\"}]" =>
        "p.json:2:35: jacobian: expected 1 row, as many as mass_matrix has, found 2";
    jacobian_columns: "\"mass_matrix\": [[1]], \"jacobian\": [[1, 2]], \"force\": [0],\n\
         \"velocity_offset\": [0], \"laws\": [{\"law\": \"unilateral\"}]" =>
        "p.json:3:33: laws: expected laws with 2 rows in total, as many as jacobian has columns, found 1";
    force_length: "\"mass_matrix\": [[1]], \"jacobian\": [[1]], \"force\": [0, 1],\n\
         \"velocity_offset\": [0], \"laws\": [{\"law\": \"unilateral\"}]" =>
        "p.json:2:51: force: expected 1 entry, one per row of mass_matrix, found 2";
    offset_length: "\"mass_matrix\": [[1]], \"jacobian\": [[1]], \"force\": [0],\n\
         \"velocity_offset\": [0, 1], \"laws\": [{\"law\": \"unilateral\"}]" =>
        "p.json:3:20: velocity_offset: expected 1 entry, one per column of jacobian, found 2";
    missing_matrix_file: "\"mass_matrix\": [[1]], \"jacobian\": \"none.mtx\", \"force\": [0],\n\
         \"velocity_offset\": [0], \"laws\": [{\"law\": \"unilateral\"}]" =>
        "p.json:2:35: jacobian: none.mtx: cannot be read: No such file or directory (os error 2)";
}

#[test]
fn kinds_are_distinguished_by_content() {
    let lcp = b"{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [[1]], \"vector\": [1]}";
    assert!(matches!(read("kinds", &[("a.hdf5", lcp)]), Ok(AnyProblem::Linear(_))));
    let unilateral = contact("\"delassus\": [[1]], \"free_velocity\": [1], \"laws\": [{\"law\": \"unilateral\"}]");
    assert!(matches!(read("kinds", &[("b.hdf5", unilateral.as_bytes())]), Ok(AnyProblem::Contact(_))));
    let other = b"{\"format\": 1,\n\"kind\": \"friction\"}";
    let message = "c.json:2:9: kind: expected \"lcp\", \"mlcp\" or \"contact\", found \"friction\"";
    assert_eq!(read("kinds", &[("c.json", other)]).unwrap_err(), message);
    let fclib: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../data/contact/fc3d/Rover1039.hdf5"].iter().collect();
    let bytes = std::fs::read(fclib).unwrap();
    assert!(matches!(read("kinds", &[("d.json", &bytes)]), Ok(AnyProblem::Fclib(_))));
    let cut = read("kinds", &[("e.json", &bytes[..100])]).unwrap_err();
    assert_eq!(cut, "e.json: expected 10840 bytes, as the file's header specifies, found 100");
    let linear = ContactFile::parse("f.json", lcp).unwrap_err().to_string();
    assert_eq!(linear, "f.json:1:23: kind: expected \"contact\", found \"lcp\"");
}

#[test]
fn matrices_may_have_files_of_their_own() {
    let fields = "\"mass_matrix\": [[1, 0], [0, 1]], \"jacobian\": \"h.mtx\", \"force\": [0, 0],\n\
         \"velocity_offset\": [0], \"laws\": [{\"law\": \"unilateral\"}]";
    let market = b"%%MatrixMarket matrix coordinate real general\n2 1 1\n2 1 1.5\n";
    let text = contact(fields);
    let files: [(&str, &[u8]); 2] = [("p.json", text.as_bytes()), ("h.mtx", market)];
    let AnyProblem::Contact(loaded) = read("market", &files).unwrap() else { panic!("no contact problem") };
    let ContactForm::Primal { jacobian: Matrix::Sparse(jacobian), .. } = loaded.form else { panic!("no jacobian") };
    assert_eq!(jacobian.triplets().collect::<Vec<_>>(), [(1, 0, 1.5)]);
    let text = contact(fields);
    let files: [(&str, &[u8]); 2] = [("p.json", text.as_bytes()), ("h.mtx", b"%%MatrixMarket\n")];
    let message = read("market-bad", &files).unwrap_err();
    assert!(message.starts_with("h.mtx:1:15: header: expected %%MatrixMarket"), "{message}");
}

#[test]
fn numbers_that_json_cannot_hold_are_refused_in_memory() {
    let file = |value: f64, free_velocity: f64| ContactFile {
        form: ContactForm::Delassus {
            matrix: MatrixFile::Dense(vec![vec![value]]),
            free_velocity: vec![free_velocity],
        },
        laws: vec![LawFile::Unilateral],
        labels: Vec::new(),
        slip: Vec::new(),
        velocity_scale: None,
    };
    let objection = |file: ContactFile| file.resolve(&mut no_matrix_files).unwrap_err().to_string();
    assert_eq!(objection(file(f64::NAN, 0.0)), "delassus[0][0]: expected a finite number, found NaN");
    assert_eq!(objection(file(1.0, f64::INFINITY)), "free_velocity[0]: expected a finite number, found inf");
}

/// What a piece of a step is measured by goes into the file of its problem.
#[test]
fn the_scale_of_velocities_reaches_the_problem_and_its_file() {
    for scale in [None, Some(0.25)] {
        let mut problem = ContactProblem::new(DenseMatrix::identity(1), vec![-1.0], vec![Law::Unilateral]).unwrap();
        problem.set_velocity_scale(scale);
        let again = ContactFile::parse("again.json", ContactFile::from(&problem).to_json().as_bytes()).unwrap();
        let again = again.resolve(&mut no_matrix_files).unwrap().pose().unwrap();
        assert_eq!(again.given_velocity_scale(), scale);
        assert_eq!(again.residual(&[0.0]).relative, problem.residual(&[0.0]).relative);
    }
}

#[test]
fn slips_reach_the_problem() {
    let fields = "\"delassus\": {\"shape\": [6, 6], \"rows\": [0], \"columns\": [0], \"values\": [1]},\n\
         \"free_velocity\": [-1, 2, 3, -1, 4, 0], \"laws\": [{\"law\": \"coulomb\", \"friction\": 1},\n\
         {\"law\": \"unilateral\"}, {\"law\": \"planar-coulomb\", \"friction\": 1}], \"slip\": [[5, 6], null, [7]]";
    let posed = |fields: &str| match read("slips", &[("p.json", contact(fields).as_bytes())]).unwrap() {
        AnyProblem::Contact(loaded) => loaded.pose().unwrap(),
        _ => panic!("no contact problem"),
    };
    let given = posed(fields);
    assert_eq!([given.slip(0), given.slip(2)], [[5.0, 6.0], [7.0, 0.0]]);
    // And back into a file, where a law without tangents has none.
    let file = ContactFile::from(&given);
    assert_eq!(file.slip, [Some(vec![5.0, 6.0]), None, Some(vec![7.0])]);
    let again = file.resolve(&mut no_matrix_files).unwrap().pose().unwrap();
    assert_eq!(again.given_slips()[0], [5.0, 6.0]);
    assert_eq!([again.slip(0), again.slip(2)], [given.slip(0), given.slip(2)]);
    assert!(ContactFile::from(&posed(&fields.replace(", \"slip\": [[5, 6], null, [7]]", ""))).slip.is_empty());
    // Where none is given, that of the free velocity.
    let given = posed(&fields.replace("[5, 6]", "null"));
    assert_eq!([given.slip(0), given.slip(2)], [[2.0, 3.0], [7.0, 0.0]]);
}

#[test]
fn a_problem_of_nothing_is_one() {
    for fields in [
        "\"delassus\": [], \"free_velocity\": [], \"laws\": []",
        "\"delassus\": {\"shape\": [0, 0], \"rows\": [], \"columns\": [], \"values\": []}, \"free_velocity\": [], \"laws\": []",
        "\"mass_matrix\": [[1]], \"jacobian\": [[]], \"force\": [0], \"velocity_offset\": [], \"laws\": []",
    ] {
        let AnyProblem::Contact(loaded) = read("nothing", &[("p.json", contact(fields).as_bytes())]).unwrap() else {
            panic!("no contact problem")
        };
        assert_eq!(loaded.pose().unwrap().order(), 0);
        let again = ContactFile::parse("again.json", ContactFile::from(&loaded).to_json().as_bytes()).unwrap();
        assert_eq!(again.resolve(&mut no_matrix_files).unwrap(), loaded);
    }
}

#[test]
fn every_recorded_file_is_read() {
    for kind in ["gmp", "rolling3d"] {
        let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "..", "data", "contact", kind].iter().collect();
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files: Vec<_> = files.filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
        assert!(files.len() >= 3);
        for path in files {
            read_contact(&path).unwrap();
        }
    }
}

fn finite() -> impl Strategy<Value = f64> {
    any::<f64>().prop_filter("finite", |value| value.is_finite())
}

fn law() -> impl Strategy<Value = LawFile> {
    prop_oneof![
        finite().prop_map(|friction| LawFile::Coulomb { friction }),
        finite().prop_map(|friction| LawFile::PlanarCoulomb { friction }),
        (finite(), finite()).prop_map(|(friction, rolling_friction)| LawFile::Rolling { friction, rolling_friction }),
        Just(LawFile::Unilateral),
        (0usize..9).prop_map(|rows| LawFile::Bilateral { rows }),
        (prop::option::of(finite()), prop::option::of(finite()))
            .prop_map(|(lower, upper)| LawFile::Bounded { lower, upper }),
    ]
}

fn matrix() -> impl Strategy<Value = MatrixFile> {
    let numbers = || prop::collection::vec(finite(), 0..4);
    prop_oneof![
        prop::collection::vec(numbers(), 0..4).prop_map(MatrixFile::Dense),
        any::<String>().prop_map(MatrixFile::Named),
        numbers().prop_map(|values| MatrixFile::Sparse {
            rows: vec![0; values.len()],
            columns: vec![1; values.len()],
            values,
            shape: (2, 3)
        }),
    ]
}

proptest! {
    /// What is written reads back the same, whether it makes sense or not.
    #[test]
    fn round_trip(
        (first, second) in (matrix(), matrix()),
        (a, b) in (prop::collection::vec(finite(), 0..4), prop::collection::vec(finite(), 0..4)),
        laws in prop::collection::vec(law(), 0..5),
        labels in prop::collection::vec(any::<String>(), 0..3),
        slip in prop::collection::vec(prop::option::of(prop::collection::vec(finite(), 0..3)), 0..4),
        primal in any::<bool>(),
        velocity_scale in prop::option::of(finite()),
    ) {
        let form = if primal {
            ContactForm::Primal { mass: first, jacobian: second, force: a, velocity_offset: b }
        } else {
            ContactForm::Delassus { matrix: first, free_velocity: a }
        };
        let file = ContactFile { form, laws, labels, slip, velocity_scale };
        prop_assert_eq!(ContactFile::parse("again.json", file.to_json().as_bytes()).unwrap(), file.clone());
        let _ = file.resolve(&mut no_matrix_files);
    }
}
