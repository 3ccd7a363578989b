//! `auto` on every recorded problem: solved by the judge, with effort that does not grow unseen.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use stiction_contact::{ContactProblem, Delassus, Law, Method, Settings};
use stiction_formats::{AnyProblem, read_any_problem};

/// Every contact problem below data, with its name.
fn recorded() -> Vec<(String, ContactProblem)> {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/contact");
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        files.extend(std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.retain(|path| path.extension().is_some_and(|end| end == "hdf5" || end == "json"));
    files.sort();
    files.iter().filter_map(|path| Some((path.file_stem()?.to_string_lossy().into_owned(), read(path)?))).collect()
}

fn read(path: &Path) -> Option<ContactProblem> {
    match read_any_problem(path).unwrap() {
        AnyProblem::Contact(contact) => Some(contact.pose().unwrap()),
        AnyProblem::Fclib(fclib) => Some(fclib.pose().unwrap()),
        AnyProblem::Linear(_) => None,
    }
}

#[test]
fn auto_solves_every_recorded_problem() {
    let problems = recorded();
    assert_eq!(problems.len(), 78);
    let settings = Settings::default();
    let (mut factorizations, mut sweeps) = (0, 0);
    for (name, problem) in &problems {
        let solution = Method::Auto.solve(problem, &settings, None, &mut ());
        let residual = problem.residual(&solution.impulses);
        assert!(residual.within(1e-8), "{name}: {:e}", residual.relative);
        // FCLIB's measure, which the problems came with, is content as well.
        assert!(residual.fclib.is_none_or(|error| error < 1e-7), "{name}: {:?}", residual.fclib);
        factorizations += solution.effort.factorizations;
        sweeps += solution.effort.iterations - solution.effort.factorizations.min(solution.effort.iterations);
    }
    // Effort in counts: what it was when this was written, and a tenth more.
    assert!(factorizations <= 1600, "{factorizations} factorisations");
    assert!(sweeps <= 1400, "{sweeps} sweeps");
}

/// The other relay problems are complementarity problems on boxes: the same as bounded rows.
#[test]
fn auto_solves_the_relay_problems_as_bounded_rows() {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/relay");
    let mut count = 0;
    for path in std::fs::read_dir(data).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(AnyProblem::Linear(loaded)) = read_any_problem(&path) else { continue };
        let linear = loaded.as_linear();
        let bounds = linear.bounds();
        let law = |row: usize| Law::Bounded { lower: bounds.lower()[row], upper: bounds.upper()[row] };
        let laws = (0..bounds.len()).map(law).collect();
        let matrix = linear.matrix().to_dense().into_owned();
        let problem = ContactProblem::new(matrix, linear.vector().to_vec(), laws).unwrap();
        let solution = Method::Auto.solve(&problem, &Settings::default(), None, &mut ());
        assert!(solution.is_solved(), "{}: {:?} {:e}", path.display(), solution.outcome, solution.residual.relative);
        // A judge from another room agrees.
        assert!(linear.residual(&solution.impulses).scaled.natural < 1e-7, "{}", path.display());
        count += 1;
    }
    assert_eq!(count, 3);
}

/// Many contacts on one body: the primal form is used, and gives the answer that W gives.
#[test]
fn the_primal_form_and_its_matrix_have_one_answer() {
    for (name, problem) in recorded() {
        if !matches!(problem.delassus(), Delassus::Primal(_)) || problem.order() == 0 {
            continue;
        }
        let blocks = problem.blocks().into_owned();
        let laws = problem.laws().to_vec();
        let formed = ContactProblem::from_blocks(blocks, problem.free_velocity().to_vec(), laws).unwrap();
        let settings = Settings::default();
        let primal = Method::Auto.solve(&problem, &settings, None, &mut ());
        let dual = Method::Auto.solve(&formed, &settings, None, &mut ());
        assert!(primal.is_solved() && dual.is_solved(), "{name}");
        // Either answer also solves the other form.
        assert!(problem.residual(&dual.impulses).within(2e-8), "{name}");
        assert!(formed.residual(&primal.impulses).within(2e-8), "{name}");
    }
}
