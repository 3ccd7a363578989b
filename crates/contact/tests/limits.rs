//! Limits hold to the iteration, stops are heeded at once, and what memory cannot hold is refused.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use stiction_complementarity::{Iteration, Observer};
use stiction_contact::{ContactProblem, DelassusOperator, Law, Method, Outcome, Settings, standard};
use stiction_linalg::BlockMatrix;

fn sample(name: &str) -> ContactProblem {
    standard::sample(name).unwrap().problem
}

#[test]
fn a_limit_on_iterations_holds_exactly() {
    let methods = [Method::Newton, Method::ProximalNewton, Method::Nsgs, Method::Admm, Method::Prox];
    for name in ["stack-5", "stack-5-hit", "heavy-on-light-3", "box-tipping", "table-9"] {
        let problem = sample(name);
        for method in methods {
            for limit in [0, 1, 2, 3, 7, 8, 13, 29, 33] {
                let settings = Settings { iteration_limit: Some(limit), ..Settings::default() };
                let solution = method.solve(&problem, &settings, None, &mut ());
                let iterations = solution.effort.iterations;
                assert!(iterations <= limit, "{method} on {name}: {iterations} of {limit}");
                match solution.outcome {
                    Outcome::Solved => {}
                    Outcome::IterationLimit => assert_eq!(iterations, limit, "{method} on {name}"),
                    Outcome::Stalled => assert!(iterations < limit, "{method} on {name}: {iterations} of {limit}"),
                    other => panic!("{method} on {name}: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn alternating_directions_that_end_at_their_limit_say_so() {
    for limit in [20, 33] {
        let settings = Settings { iteration_limit: Some(limit), ..Settings::default() };
        let solution = Method::Admm.solve(&sample("heavy-on-light-3"), &settings, None, &mut ());
        assert_eq!((solution.outcome, solution.effort.iterations), (Outcome::IterationLimit, limit));
    }
}

/// Wants to stop from its n-th look on.
struct Impatient {
    looks: usize,
    patience: usize,
}

impl Impatient {
    fn look(&mut self) -> bool {
        self.looks += 1;
        self.looks > self.patience
    }
}

impl Observer for Impatient {
    fn iteration(&mut self, _: &Iteration<'_>) -> ControlFlow<()> {
        if self.look() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn stops(&mut self) -> bool {
        self.look()
    }
}

#[test]
fn an_observer_is_asked_at_every_iteration_and_factorisation() {
    for name in ["stack-5", "heavy-on-light-3", "arch-15"] {
        let problem = sample(name);
        for method in Method::ALL.into_iter().filter(|method| *method != Method::Auto) {
            for patience in [0, 1, 5, 30] {
                let mut watch = Impatient { looks: 0, patience };
                let solution = method.solve(&problem, &Settings::default(), None, &mut watch);
                if watch.looks <= patience {
                    continue;
                }
                let spent = solution.effort.iterations;
                // Lemke's method counts the artificial variable's way in, too.
                let first = if method == Method::MlcpLemke { 2 } else { 1 };
                assert!(spent <= patience + first, "{method} on {name}: {spent} iterations, {patience} looks");
                // Newton may factorise twice where the first try fails.
                let spent = solution.effort.factorizations;
                assert!(method.is_dense() || spent <= 2 * patience + 2, "{method} on {name}: {spent} factorisations");
                let stopped = matches!(solution.outcome, Outcome::Interrupted | Outcome::Solved);
                assert!(stopped || solution.outcome == Outcome::ModelSolved, "{method}: {:?}", solution.outcome);
            }
        }
    }
}

#[test]
fn the_worst_row_is_one_of_the_problem() {
    // Laws of one to six rows, so that rows, nodes and unknowns are counted differently.
    for name in ["chain-loop", "stack-5"] {
        let problem = sample(name);
        for method in Method::ALL {
            let mut seen = 0;
            let mut watch = |iteration: &Iteration<'_>| {
                if let Some(row) = iteration.worst_row {
                    seen += 1;
                    assert!(row < problem.order(), "{method} on {name}: row {row}");
                }
                ControlFlow::Continue(())
            };
            let settings = Settings { iteration_limit: Some(20), ..Settings::default() };
            method.solve(&problem, &settings, None, &mut watch);
            // A pivot knows no worst row.
            let pivots = matches!(method, Method::MlcpLemke | Method::MlcpDantzig);
            assert!(seen > 0 || pivots, "{method} on {name}");
        }
    }
}

#[test]
fn the_worst_row_is_that_of_the_judge() {
    let laws = vec![Law::Bounded { lower: -1.0, upper: 1.0 }, Law::Coulomb { friction: 0.5 }, Law::Unilateral];
    let entries: Vec<_> = [0, 3, 4, 5, 6].into_iter().map(|place| (place, place, 1.0)).collect();
    let b = vec![0.1, 0.5, 0.0, 0.0, -2.0];
    let problem = ContactProblem::from_blocks(BlockMatrix::from_entries(3, &entries), b, laws).unwrap();
    assert_eq!(problem.residual(&[0.0; 5]).worst, 2);
    let mut first = None;
    let mut watch = |iteration: &Iteration<'_>| {
        first = first.or(iteration.worst_row);
        ControlFlow::Break(())
    };
    Method::Prox.solve(&problem, &Settings::default(), None, &mut watch);
    assert_eq!(first, Some(4));
}

#[test]
fn dense_methods_refuse_what_memory_cannot_hold() {
    let contacts = 100_000;
    let entries: Vec<_> = (0..3 * contacts).map(|place| (place, place, 1.0)).collect();
    let blocks = BlockMatrix::from_entries(contacts, &entries);
    let b = [-1.0, 0.2, 0.0].repeat(contacts);
    let problem = ContactProblem::from_blocks(blocks, b, vec![Law::Coulomb { friction: 0.5 }; contacts]).unwrap();
    for method in Method::ALL {
        if !(method.is_pyramid() || method.name().contains("ncp")) {
            continue;
        }
        let solution = method.solve(&problem, &Settings::default(), None, &mut ());
        assert_eq!(solution.outcome, Outcome::Unsuited("dense matrices of more than 4 GiB"), "{method}");
    }
    // The others take it.
    assert!(Method::Nsgs.solve(&problem, &Settings::default(), None, &mut ()).is_solved());
}

/// `2 I`, which nobody can know to be sparse.
#[derive(Debug)]
struct Twice(usize);

impl DelassusOperator for Twice {
    fn order(&self) -> usize {
        self.0
    }

    fn multiply(&self, impulse: &[f64], velocity: &mut [f64]) {
        assert!(impulse.iter().all(|value| *value == 0.0), "a column of W was asked for");
        velocity.fill(0.0);
    }

    fn diagonal(&self, diagonal: &mut [f64]) {
        diagonal.fill(2.0);
    }
}

#[test]
fn no_method_forms_more_blocks_than_memory_holds() {
    let contacts = 4_000;
    let laws = vec![Law::Coulomb { friction: 0.5 }; contacts];
    let b = [-1.0, 0.2, 0.0].repeat(contacts);
    let problem = ContactProblem::from_operator(Box::new(Twice(3 * contacts)), b, laws).unwrap();
    for relaxation in [0.0, 0.1] {
        for method in Method::ALL {
            let solution = method.solve(&problem, &Settings { relaxation, ..Settings::default() }, None, &mut ());
            assert_eq!(solution.outcome, Outcome::Unsuited("dense matrices of more than 4 GiB"), "{method}");
            assert_eq!(solution.impulses, vec![0.0; problem.order()], "{method}");
        }
    }
}
