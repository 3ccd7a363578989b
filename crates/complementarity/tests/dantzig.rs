//! Principal pivoting by rows: where theory promises a solution there is one, and it is the one that others find.
#![allow(clippy::unwrap_used)]

use stiction_complementarity::solvers::{Dantzig, LinearSolver};
use stiction_complementarity::standard::{Family, linear_examples};
use stiction_complementarity::{Method, Outcome};

#[test]
fn p_and_semidefinite_matrices_are_solved() {
    let families =
        [Family::PositiveDefinite, Family::SemidefiniteLowRank, Family::SkewLarge, Family::PMatrix, Family::MixedBoxes];
    let mut dantzig = Dantzig::default();
    for family in families {
        for seed in 0..30 {
            let order = 1 + (seed as usize * 7) % 40;
            let posed = family.problem(order, seed).unwrap();
            let problem = posed.as_linear();
            let solution = dantzig.solve(problem, None, &mut ());
            assert!(solution.is_solved(), "{} {seed}: {}", family.name(), solution.outcome.name());
            let unique = matches!(family, Family::PositiveDefinite | Family::PMatrix);
            if unique {
                let other = Method::Lemke.solve_linear(problem, None, &mut ());
                let apart = solution.z.iter().zip(&other.z).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                let size = 1.0 + other.z.iter().fold(0.0, |size: f64, z| size.max(z.abs()));
                assert!(apart <= 1e-7 * size, "{} {seed}: {apart:e}", family.name());
            }
        }
    }
}

#[test]
fn a_ray_proves_what_it_can() {
    let outcome = |name: &str| {
        let examples = linear_examples();
        let example = examples.iter().find(|example| example.name == name).unwrap();
        Method::Dantzig.solve_linear(example.problem.as_linear(), None, &mut ()).outcome
    };
    assert!(matches!(outcome("infeasible-row-sum"), Outcome::NoSolution(_)));
    assert!(matches!(outcome("contradictory-equations"), Outcome::NoSolution(_)));
    assert!(matches!(outcome("painleve-inconsistent"), Outcome::RayTermination(_)));
}

/// Murty's family: the number of pivots doubles with each row, as for Lemke's method.
#[test]
fn the_worst_case_is_exponential() {
    let pivots = |name: &str| {
        let examples = linear_examples();
        let example = examples.iter().find(|example| example.name == name).unwrap();
        Method::Dantzig.solve_linear(example.problem.as_linear(), None, &mut ()).effort.pivots
    };
    assert_eq!((pivots("murty-exponential-6"), pivots("murty-exponential-16")), (69, 65551));
}
