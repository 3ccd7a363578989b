//! What every method does and spends on every standard problem, as a snapshot: a change of behaviour or
//! a slowdown fails here, without a clock.

use std::fmt::Write;
use stiction_complementarity::solvers::Settings;
use stiction_complementarity::standard::{linear_examples, nonlinear_examples};
use stiction_complementarity::{Method, Solution};

fn line(table: &mut String, name: &str, method: Method, solution: &Solution) {
    let effort = solution.effort;
    let _ = writeln!(
        table,
        "{name:28} {method:15} {:18} {:6} {:6} {:6} {:6} {:3}",
        solution.outcome.name(),
        effort.iterations,
        effort.pivots,
        effort.factorizations,
        effort.evaluations,
        effort.restarts,
    );
}

fn header() -> String {
    format!(
        "{:28} {:15} {:18} {:>6} {:>6} {:>6} {:>6} {:>3}\n",
        "problem", "method", "outcome", "iterat", "pivots", "factor", "evalua", "res"
    )
}

#[test]
fn linear_problems() {
    let mut table = header();
    for example in linear_examples() {
        for method in Method::ALL {
            let settings = Settings {
                iteration_limit: matches!(method, Method::Pgs | Method::Prox).then_some(1000),
                ..Settings::default()
            };
            let solution = method.linear_solver(&settings).solve(example.problem.as_linear(), None, &mut ());
            line(&mut table, example.name, method, &solution);
        }
    }
    insta::assert_snapshot!("linear", table);
}

#[test]
fn nonlinear_problems() {
    let mut table = header();
    for example in nonlinear_examples() {
        for (k, start) in example.starts.iter().enumerate() {
            for method in Method::ALL.into_iter().filter(|method| method.is_nonlinear()) {
                let Some(mut solver) = method.nonlinear_solver(&Settings::default()) else { continue };
                let solution = solver.solve(&example.problem, Some(start), &mut ());
                line(&mut table, &format!("{} start {k}", example.name), method, &solution);
            }
        }
    }
    insta::assert_snapshot!("nonlinear", table);
}
