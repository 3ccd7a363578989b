//! `stiction convert`: there and back without a change, and what cannot be held.
#![allow(clippy::unwrap_used)]

mod support;

use std::path::Path;
use stiction_formats::{read_contact, read_fclib};
use support::{SMALL, file, folder, recorded, stiction};

/// A path in a folder of this test where nothing is yet.
fn fresh(test: &str, name: &str) -> String {
    let path = folder(test).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

#[test]
fn fclib_to_json_and_back_is_the_same_problem() {
    for name in [
        "fc3d/Rover4144.hdf5",
        "fc2d/FC2D_SliderCrankLagrangian00000.hdf5",
        "global3d/GFC3D_Example1.hdf5",
        "rolling3d/Chute-ndof-768-nc-4-3.hdf5",
    ] {
        let original = recorded(name);
        let (json, back) = (fresh("round", "problem.json"), fresh("round", "back.hdf5"));
        let run = stiction(&["convert", &original, &json]);
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{name}: {}", run.stderr);
        let run = stiction(&["convert", &json, &back]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{name}");
        let (first, second) = (read_fclib(Path::new(&original)).unwrap(), read_fclib(Path::new(&back)).unwrap());
        let (first, second) = (first.pose().unwrap(), second.pose().unwrap());
        assert_eq!(first.laws(), second.laws(), "{name}");
        assert_eq!(first.free_velocity(), second.free_velocity(), "{name}");
        assert_eq!(first.dense().as_slice(), second.dense().as_slice(), "{name}");
    }
}

#[test]
fn equations_survive() {
    // Contacts, then equations: FCLIB's order.
    let text = r#"{"format": 1, "kind": "contact",
        "delassus": [[2, 0.5, 0.25], [0.5, 3, 0], [0.25, 0, 1]], "free_velocity": [-1, 0.5, 0.125],
        "laws": [{"law": "planar-coulomb", "friction": 0.3}, {"law": "bilateral", "rows": 1}]}"#;
    let original = file("equations", "problem.json", text);
    let (fclib, back) = (fresh("equations", "problem.hdf5"), fresh("equations", "back.json"));
    for (from, to) in [(&original, &fclib), (&fclib, &back)] {
        let run = stiction(&["convert", from, to]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    }
    let posed = |path: &str| read_contact(Path::new(path)).unwrap().pose().unwrap();
    let (first, second) = (posed(&original), posed(&back));
    assert_eq!((first.laws(), first.free_velocity()), (second.laws(), second.free_velocity()));
    assert_eq!(first.dense().as_slice(), second.dense().as_slice());
}

#[test]
fn what_fclib_cannot_represent_is_refused() {
    for (name, expected) in [
        (
            "gmp/GMP1.json",
            "FCLIB cannot represent this problem: laws[4]: expected a law with friction, or a bilateral one, found \
             unilateral",
        ),
        (
            "rolling3d/RFC3D_sphere_2.json",
            "FCLIB cannot represent this problem: expected a mass matrix and a Jacobian with rolling friction, found a \
             Delassus matrix",
        ),
    ] {
        let (path, out) = (recorded(name), fresh("unheld", "out.hdf5"));
        let run = stiction(&["convert", &path, &out]);
        assert_eq!((run.code, run.stderr), (2, format!("error: {path}: {expected}\n")));
        assert!(!Path::new(&out).exists());
    }
}

#[test]
fn bilateral_laws_that_become_one_are_reported() {
    let text = r#"{"format": 1, "kind": "contact",
        "delassus": [[2, 0, 0, 0], [0, 3, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], "free_velocity": [-1, 0.5, 0.125, 0],
        "laws": [{"law": "planar-coulomb", "friction": 0.3}, {"law": "bilateral", "rows": 1},
                 {"law": "bilateral", "rows": 1}], "slip": [[2], null, null]}"#;
    let (path, out) = (file("merged", "problem.json", text), fresh("merged", "out.hdf5"));
    let run = stiction(&["convert", &path, &out]);
    let warnings = format!(
        "warning: {out}: 2 bilateral laws become one law with 2 rows\nwarning: the format of {out} cannot hold slips \
         before the step; left out\n"
    );
    assert_eq!((run.code, run.stderr), (0, warnings));
    assert_eq!(read_fclib(Path::new(&out)).unwrap().pose().unwrap().laws().len(), 2);
    // JSON keeps both.
    let again = fresh("merged", "again.json");
    let run = stiction(&["convert", &path, &again]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(read_contact(Path::new(&again)), read_contact(Path::new(&path)));
}

#[test]
fn a_problem_without_contacts_becomes_json() {
    let original = recorded("global3d/gfc2d_granularflowonwall_00000_00117.hdf5");
    let out = fresh("nothing", "out.json");
    let run = stiction(&["convert", &original, &out]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let run = stiction(&["solve", &out, "--json"]);
    assert_eq!((run.code, run.json()["outcome"].as_str()), (0, Some("solved")));
    assert!(stiction(&["solve", &out]).stdout.contains("0 contacts, 0 rows\nlaws       none\n"));
}

#[test]
fn what_json_cannot_hold_is_reported() {
    let (path, out) = (recorded("global3d/CubeH8.hdf5"), fresh("lost", "out.json"));
    let run = stiction(&["convert", &path, &out]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let warning = format!("warning: the format of {out} cannot hold the title, ");
    assert!(run.stderr.starts_with(&warning) && run.stderr.ends_with("; left out\n"), "{}", run.stderr);
}

#[test]
fn nothing_is_overwritten_unless_asked() {
    let path = recorded("fc3d/Rover4144.hdf5");
    let out = file("overwrite", "out.json", "precious");
    let run = stiction(&["convert", &path, &out]);
    assert_eq!((run.code, run.stderr), (2, format!("error: {out}: exists; --force overwrites it\n")));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "precious");
    assert_eq!(stiction(&["convert", &path, &out, "--force"]).code, 0);
    assert_eq!(stiction(&["solve", &out]).code, 0);
    // Nothing is left beside it.
    assert_eq!(std::fs::read_dir(folder("overwrite")).unwrap().count(), 1);
}

#[test]
fn wrong_input_is_named() {
    let linear = file("wrong-convert", "linear.json", SMALL);
    let out = fresh("wrong-convert", "out.hdf5");
    let run = stiction(&["convert", &linear, &out]);
    let message = format!("error: {linear}: expected a contact problem, found a complementarity problem\n");
    assert_eq!((run.code, run.stderr), (2, message));
    let folder = folder("wrong-convert-folder.json");
    let run = stiction(&["convert", &recorded("fc3d/Rover4144.hdf5"), folder.to_str().unwrap(), "--force"]);
    let message = format!("error: {}: expected the name of a file, found a folder\n", folder.display());
    assert_eq!((run.code, run.stderr), (2, message));
    let out = fresh("wrong-convert", "out.txt");
    let run = stiction(&["convert", &linear, &out]);
    assert_eq!(
        (run.code, run.stderr),
        (2, format!("error: {out}: expected a name that ends in .json, .hdf5 or .h5\n"))
    );
}
