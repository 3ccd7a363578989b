//! The solver of PATH's class on the standard nonlinear problems, from all their starts.

use std::ops::ControlFlow;
use stiction_complementarity::solvers::{NonlinearSolver, Path, PathSettings};
use stiction_complementarity::standard::nonlinear_examples;
use stiction_complementarity::{Iteration, Outcome, Problem};

#[test]
fn path_solves_every_problem_from_every_start() {
    for example in nonlinear_examples() {
        for start in &example.starts {
            let solution = Path::default().solve(&example.problem, Some(start), &mut ());
            let what = format!("{} from {start:?}: {}", example.name, solution.outcome.name());
            assert!(solution.is_solved(), "{what}, residual {:e}", solution.residual.scaled.natural);
            assert!(example.problem.residual(&solution.z).absolute.natural <= 1e-10, "{what}");
        }
    }
}

#[test]
fn every_major_iteration_is_seen_and_can_be_the_last() {
    let example = nonlinear_examples().into_iter().find(|example| example.name == "kojima-shindo").expect("listed");
    let start = vec![100.0; 4];
    let mut majors = Vec::new();
    let mut watch = |iteration: &Iteration<'_>| {
        if iteration.step != "pivot" {
            assert!(iteration.worst_row.is_some_and(|row| row < 4));
            majors.push((iteration.number, iteration.step));
        }
        ControlFlow::Continue(())
    };
    // Without the crash phase, so that there are major iterations to see.
    let mut path = Path::new(PathSettings { crash_limit: 0, ..PathSettings::default() });
    let solution = path.solve(&example.problem, Some(&start), &mut watch);
    assert!(solution.is_solved());
    assert!(!majors.is_empty() && majors.iter().enumerate().all(|(k, major)| major.0 == k), "{majors:?}");
    assert_eq!(majors.len(), solution.effort.iterations);

    let mut stop = |_: &Iteration<'_>| ControlFlow::Break(());
    let solution = path.solve(&example.problem, Some(&start), &mut stop);
    assert_eq!(solution.outcome, Outcome::Interrupted);
}
