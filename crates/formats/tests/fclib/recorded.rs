use crate::sketch::{Data, Sketch};
use std::path::PathBuf;
use stiction_formats::{ContactFile, FclibFile, FclibProblem, parse_fclib, read_fclib, write_fclib};

/// Every recorded HDF5 file.
pub fn recorded() -> Vec<PathBuf> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "..", "data", "contact"].iter().collect();
    let kinds = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let files = kinds.flat_map(|kind| std::fs::read_dir(kind).unwrap()).map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|e| e == "hdf5")).collect();
    files.sort();
    assert!(files.len() > 70, "{} files", files.len());
    files
}

#[test]
fn every_recorded_file_is_read_and_comes_back_the_same() {
    for path in recorded() {
        let file = read_fclib(&path).unwrap();
        let bytes = file.to_bytes("again.hdf5").unwrap();
        assert_eq!(parse_fclib("again.hdf5", &bytes).unwrap(), file, "{}", path.display());
    }
}

fn data(name: &str) -> FclibFile {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "..", "data", "contact", name].iter().collect();
    read_fclib(&path).unwrap()
}

#[test]
fn what_stands_in_the_files() {
    let file = data("fc3d/LMGC_100_PR_PerioBox-i00361-60-03000.hdf5");
    let FclibProblem::Local(local) = &file.problem else { panic!("{:?}", file.problem) };
    assert_eq!((local.dimension, local.delassus.rows(), local.friction.len()), (3, 180, 60));
    assert_eq!(local.delassus.triplets().count(), 9576);
    assert_eq!((local.free_velocity[0], local.friction[0]), (-0.19619411795336042, 0.5));
    assert_eq!((file.info.title.as_str(), file.info.math_info.as_str()), ("LMGC dump in hdf5", "unknown"));
    assert_eq!((file.problem.contacts(), file.problem.dimension()), (60, 3));

    let file = data("global3d/Box_Stacks-i0122-82-5.hdf5");
    let FclibProblem::Global(global) = &file.problem else { panic!("{:?}", file.problem) };
    assert_eq!((global.mass.rows(), global.jacobian.rows(), global.jacobian.columns()), (450, 450, 246));
    assert_eq!(global.jacobian.triplets().count(), 1284);
    assert_eq!(file.guesses.len(), 1);
    let solution = file.solution.unwrap();
    assert_eq!(solution.generalized_velocity.unwrap().len(), 450);
    assert_eq!(solution.multipliers, None);

    let file = data("rolling3d/Chute-ndof-768-nc-4-3.hdf5");
    let FclibProblem::GlobalRolling { global, rolling_friction } = &file.problem else { panic!("{:?}", file.problem) };
    assert_eq!((global.dimension, global.jacobian.columns()), (5, 20));
    assert_eq!(rolling_friction, &[0.1; 4]);

    // A byte that is no UTF-8.
    assert!(data("global3d/CubeH8.hdf5").info.description.starts_with("\u{a8}Rewriting in hdf5"));
}

#[test]
fn triplets_of_one_place_add_up() {
    let file = parse_fclib("p.hdf5", &Sketch::global().bytes()).unwrap();
    let FclibProblem::Global(global) = &file.problem else { panic!("{:?}", file.problem) };
    assert_eq!(global.mass.triplets().collect::<Vec<_>>(), [(0, 0, 2.0), (1, 1, 2.0)]);
    // `i` are the rows, `p` the columns.
    assert_eq!(global.jacobian.triplets().collect::<Vec<_>>(), [(1, 0, 1.0), (0, 1, -1.0)]);
}

#[test]
fn compressed_columns_are_read() {
    let mut sketch = Sketch::local();
    let values = [2.0, 1.0, 1.0, 0.5, 2.0, 1.0, 1.0];
    sketch.matrix("fclib_local/W", (6, 6, -1), &[0, 1, 2, 3, 5, 6, 7], &[0, 1, 2, 0, 3, 4, 5], &values);
    let by_columns = parse_fclib("p.hdf5", &sketch.bytes()).unwrap();
    assert_eq!(by_columns, parse_fclib("p.hdf5", &Sketch::local().bytes()).unwrap());
}

#[test]
fn other_widths_are_read() {
    let mut sketch = Sketch::local();
    sketch.0.insert("fclib_local/spacedim".into(), Data::Longs(vec![3]));
    sketch.0.insert("fclib_local/vectors/mu".into(), Data::Singles(vec![0.5, 0.0]));
    let wide = parse_fclib("p.hdf5", &sketch.bytes()).unwrap();
    assert_eq!(wide, parse_fclib("p.hdf5", &Sketch::local().bytes()).unwrap());
}

#[test]
fn equations_are_read_and_come_back() {
    let mut sketch = Sketch::local();
    sketch.matrix("fclib_local/V", (6, 1, -2), &[0, 1, 1, 1, 1, 1, 1], &[0], &[0.5]);
    sketch.matrix("fclib_local/R", (1, 1, -2), &[0, 1], &[0], &[3.0]);
    sketch.numbers("fclib_local/vectors/s", &[0.125]);
    sketch.numbers("solution/u", &[0.0; 6]);
    sketch.numbers("solution/r", &[1.0; 6]);
    sketch.numbers("solution/l", &[2.0]);
    let file = parse_fclib("p.hdf5", &sketch.bytes()).unwrap();
    let FclibProblem::Local(local) = &file.problem else { panic!("{:?}", file.problem) };
    let equations = local.equations.as_ref().unwrap();
    assert_eq!((equations.coupling.rows(), equations.coupling.columns()), (6, 1));
    assert_eq!(equations.vector, [0.125]);
    assert_eq!(file.solution.as_ref().unwrap().multipliers, Some(vec![2.0]));
    assert_eq!(parse_fclib("q.hdf5", &file.to_bytes("q.hdf5").unwrap()).unwrap(), file);

    let mut sketch = Sketch::global();
    sketch.matrix("fclib_global/G", (2, 1, 1), &[0], &[1], &[1.0]);
    sketch.numbers("fclib_global/vectors/b", &[0.5]);
    let file = parse_fclib("p.hdf5", &sketch.bytes()).unwrap();
    assert_eq!(parse_fclib("q.hdf5", &file.to_bytes("q.hdf5").unwrap()).unwrap(), file);
}

#[test]
fn places_of_equations_without_any_are_no_equations() {
    let mut sketch = Sketch::local();
    sketch.matrix("fclib_local/V", (6, 0, 0), &[], &[], &[]);
    sketch.matrix("fclib_local/R", (0, 0, 0), &[], &[], &[]);
    sketch.numbers("fclib_local/vectors/s", &[]);
    let mut global = Sketch::global();
    global.matrix("fclib_global/G", (2, 0, 0), &[], &[], &[]);
    global.numbers("fclib_global/vectors/b", &[]);
    for (sketch, without) in [(sketch, Sketch::local()), (global, Sketch::global())] {
        let file = parse_fclib("p.hdf5", &sketch.bytes()).unwrap();
        assert_eq!(parse_fclib("q.hdf5", &file.to_bytes("q.hdf5").unwrap()).unwrap(), file);
        let without = parse_fclib("p.hdf5", &without.bytes()).unwrap();
        assert_eq!(file.pose().unwrap().laws(), without.pose().unwrap().laws());
        assert_eq!(ContactFile::from(&file), ContactFile::from(&without));
    }
}

#[test]
fn no_contacts_are_read_and_come_back() {
    let mut sketch = Sketch::global();
    sketch.matrix("fclib_global/H", (2, 0, 0), &[], &[], &[]);
    sketch.numbers("fclib_global/vectors/w", &[]);
    sketch.numbers("fclib_global/vectors/mu", &[]);
    let file = parse_fclib("p.hdf5", &sketch.bytes()).unwrap();
    assert_eq!(file.problem.contacts(), 0);
    assert_eq!(parse_fclib("q.hdf5", &file.to_bytes("q.hdf5").unwrap()).unwrap(), file);
}

#[test]
fn writing_replaces_the_file_and_leaves_nothing_beside_it() {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "fclib-write"].iter().collect();
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("p.hdf5");
    let mut file = data("fc3d/Rover1039.hdf5");
    write_fclib(&path, &file).unwrap();
    file.info.title = "Überholt".to_owned();
    write_fclib(&path, &file).unwrap();
    assert_eq!(read_fclib(&path).unwrap(), file);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);

    // A refused file leaves the old one alone.
    let mut bad = file.clone();
    let FclibProblem::Local(local) = &mut bad.problem else { panic!("{:?}", bad.problem) };
    local.friction[1] = f64::NAN;
    let error = write_fclib(&path, &bad).unwrap_err().to_string();
    assert!(error.ends_with("p.hdf5: /fclib_local/vectors/mu[1]: expected a finite number, found NaN"), "{error}");
    assert_eq!(read_fclib(&path).unwrap(), file);
    let error = write_fclib(&folder.join("none").join("p.hdf5"), &file).unwrap_err().to_string();
    assert!(error.contains("p.hdf5: cannot be written: "), "{error}");
}
