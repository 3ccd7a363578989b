//! The prox fixed point: its iteration counts, its choices of `r`, and how it fails.
#![allow(clippy::unwrap_used)]

mod support;

use std::ops::ControlFlow;
use stiction_complementarity::Iteration;
use stiction_complementarity::c_function::chen_chen_kanzow;
use stiction_contact::{ContactProblem, Law, Method, Outcome, ProxScaling, Settings, Sweep};
use stiction_linalg::DenseMatrix;
use support::{distance, one_contact, random_problem, solve, stack};

const SWEEPS: [Sweep; 2] = [Sweep::Jacobi, Sweep::GaussSeidel];

/// Lu and Trinkle's particle at g = −10: `b = (−0.5, 1, 0)`, `m = 1`, `μ = 0.5`.
fn particle() -> ContactProblem {
    one_contact([1.0; 3], [-0.5, 1.0, 0.0], 0.5)
}

fn fixed(r: f64) -> Settings {
    Settings { prox_scaling: ProxScaling::Fixed(r), sweep: Sweep::Jacobi, ..Settings::default() }
}

const COUNTS: [(f64, usize); 7] = [(0.25, 20), (0.5, 8), (0.75, 4), (1.0, 1), (1.25, 4), (1.5, 8), (1.75, 20)];

/// The paper stops where the normal row's `½ φ²` is below 1e-6, with the Chen–Chen–Kanzow function `φ` (eq. 30–31), and
/// counts the projections made. An observer that stops there gives its counts.
#[test]
fn iteration_counts_with_the_papers_stopping_rule() {
    for (r, expected) in COUNTS {
        let mut watch = |iteration: &Iteration<'_>| {
            // The particle's units are the scaled ones: W = I and the largest free velocity is 1.
            let normal = iteration.point[0];
            let error = chen_chen_kanzow(normal, normal - 0.5);
            if 0.5 * error * error < 1e-6 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let solution = Method::Prox.solve(&particle(), &fixed(r), None, &mut watch);
        assert_eq!(solution.effort.iterations, expected, "r = {r}");
    }
}

/// The same rule as a tolerance of the judge: `φ ≈ 0.7 u_n` near the solution, and the natural map has friction in it
/// too, half of the normal part: `√(2e-6) / 0.7 · √(1 + ½²)`.
#[test]
fn iteration_counts_with_the_judges_stopping_rule() {
    let tolerance = 2e-6_f64.sqrt() / 0.7 * 1.25_f64.sqrt();
    for (r, expected) in COUNTS {
        let solution = solve(Method::Prox, &particle(), &Settings { tolerance, ..fixed(r) });
        assert_eq!((solution.outcome, solution.effort.iterations), (Outcome::Solved, expected), "r = {r}");
    }
}

#[test]
fn counts_do_not_blow_up_where_the_contact_just_touches() {
    for tenth in -59..=-45 {
        let b = 0.5 + 0.01 * f64::from(tenth);
        let problem = one_contact([1.0; 3], [b, 1.0, 0.0], 0.5);
        for r in [0.25, 0.5, 1.0, 1.5, 1.75] {
            let solution = solve(Method::Prox, &problem, &Settings { tolerance: 1e-6, ..fixed(r) });
            assert!(solution.is_solved() && solution.effort.iterations <= 50, "{b} {r}: {:?}", solution.effort);
        }
    }
}

#[test]
fn every_choice_of_r_solves_with_either_sweep() {
    let laws = vec![
        Law::Bilateral { rows: 2 },
        Law::Coulomb { friction: 0.5 },
        Law::Bounded { lower: -0.2, upper: 0.1 },
        Law::Rolling { friction: 0.4, rolling_friction: 0.1 },
        Law::PlanarCoulomb { friction: 0.3 },
        Law::Unilateral,
    ];
    for seed in 1..=20 {
        let problem = random_problem(laws.clone(), 20, seed);
        for sweep in SWEEPS {
            for prox_scaling in [ProxScaling::Fixed(0.05), ProxScaling::Global, ProxScaling::Adaptive] {
                let settings = Settings { prox_scaling, sweep, ..Settings::default() };
                let solution = solve(Method::Prox, &problem, &settings);
                assert!(solution.is_solved(), "{seed} {sweep:?} {prox_scaling:?}: {:?}", solution.outcome);
            }
        }
        // From each law's own block alone, only Gauss–Seidel is sure of itself.
        assert!(solve(Method::Prox, &problem, &Settings::default()).is_solved(), "{seed}");
    }
}

#[test]
fn the_adaptive_choice_is_the_fastest_on_a_stack() {
    let problem = stack(3, 1.0);
    for sweep in SWEEPS {
        let count = |prox_scaling| {
            let solution = solve(Method::Prox, &problem, &Settings { prox_scaling, sweep, ..Settings::default() });
            solution.is_solved().then_some(solution.effort.iterations)
        };
        let (global, adaptive) = (count(ProxScaling::Global).unwrap(), count(ProxScaling::Adaptive).unwrap());
        assert!(adaptive < global, "{sweep:?}: {adaptive} against {global}");
        if sweep == Sweep::GaussSeidel {
            assert!(adaptive < count(ProxScaling::Contact).unwrap());
        }
    }
}

#[test]
fn what_grows_without_bound_diverges_and_what_cycles_stalls() {
    let closure = |value| {
        let matrix = DenseMatrix::from_rows(&[[value]]).unwrap();
        ContactProblem::new(matrix, vec![1.0], vec![Law::Bilateral { rows: 1 }]).unwrap()
    };
    for sweep in SWEEPS {
        let solution = solve(Method::Prox, &closure(1.0), &Settings { sweep, ..fixed(2.5) });
        assert_eq!(solution.outcome, Outcome::Diverged);
        // 1.5ⁿ passes 1e8 after 46 sweeps; Gauss–Seidel looks at every eighth.
        assert!((46..=48).contains(&solution.effort.iterations), "{:?}", solution.effort);
    }
    // On the half line the projection holds the swings.
    assert_eq!(solve(Method::Prox, &particle(), &fixed(2.5)).outcome, Outcome::Stalled);
    assert!(solve(Method::Prox, &particle(), &fixed(1.99)).is_solved());
    // Many contacts that share a body: each law's own block is too bold for Jacobi, and the adaptive factor mends it.
    let shared = random_problem(vec![Law::Bilateral { rows: 1 }; 12], 14, 6);
    let jacobi = Settings { sweep: Sweep::Jacobi, ..Settings::default() };
    assert_eq!(solve(Method::Prox, &shared, &jacobi).outcome, Outcome::Diverged);
    let adaptive = Settings { prox_scaling: ProxScaling::Adaptive, ..jacobi };
    assert!(solve(Method::Prox, &shared, &adaptive).is_solved());
    for r in [0.0, f64::NAN, f64::INFINITY] {
        assert!(!solve(Method::Prox, &particle(), &fixed(r)).is_solved());
    }
}

#[test]
fn a_limit_on_iterations_holds() {
    for sweep in SWEEPS {
        let settings = Settings { sweep, iteration_limit: Some(13), ..fixed(0.25) };
        let solution = solve(Method::Prox, &particle(), &settings);
        assert_eq!((solution.outcome, solution.effort.iterations), (Outcome::IterationLimit, 13));
    }
}

#[test]
fn one_contact_needs_one_sweep_at_the_best_r() {
    for mass in [0.1, 1.0, 40.0] {
        let problem = one_contact([1.0 / mass; 3], [-0.5, 1.0, 0.3], 0.5);
        for prox_scaling in [ProxScaling::Fixed(mass), ProxScaling::Global, ProxScaling::Contact] {
            let settings = Settings { prox_scaling, ..Settings::default() };
            let solution = solve(Method::Prox, &problem, &settings);
            assert_eq!((solution.outcome, solution.effort.iterations), (Outcome::Solved, 1), "{mass} {prox_scaling:?}");
            let share = 0.25 * mass / 1.09_f64.sqrt();
            assert!(distance(&solution.impulses, &[0.5 * mass, -share, -0.3 * share]) < 1e-9 * mass);
        }
    }
}
