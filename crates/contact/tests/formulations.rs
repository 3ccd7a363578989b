//! Every formulation and the methods that use it: closed forms, pyramids against the cone, laws of every kind.
#![allow(clippy::unwrap_used)]

mod support;

use std::f64::consts::PI;
use std::ops::ControlFlow;
use stiction_complementarity::solvers::LinearSolver;
use stiction_complementarity::{Iteration, LinearProblem, Method as LinearMethod, Problem};
use stiction_contact::formulation::{FormulationError, Implicit, Pyramid, Sliding};
use stiction_contact::{Alignment, ContactProblem, Law, Method, Outcome, ProxScaling, Settings};
use stiction_linalg::DenseMatrix;
use support::{distance, in_other_units, methods, one_contact, random_problem, solve, stack};

/// The impulse of one contact with `W = diag(n, t, t)`.
fn closed_form(n: f64, t: f64, b: [f64; 3], friction: f64) -> [f64; 3] {
    let normal = (-b[0] / n).max(0.0);
    let slip = b[1].hypot(b[2]);
    let size = (slip / t).min(friction * normal);
    let share = if slip > 0.0 { size / slip } else { 0.0 };
    [normal, -share * b[1], -share * b[2]]
}

#[test]
fn one_contact_in_every_mode_and_direction() {
    let (n, t, friction) = (1.3, 4.0, 0.6);
    let limit = friction / n * t;
    for method in methods() {
        for normal in [-1.0, 0.0, 0.7] {
            // Sticks for slips below the limit, slides above it.
            for slip in [0.0, 0.3 * limit, 0.99 * limit, 1.01 * limit, 5.0 * limit] {
                for step in 0..12 {
                    let angle = 0.1 + step as f64 * PI / 6.0;
                    let b = [normal, slip * angle.cos(), slip * angle.sin()];
                    let problem = one_contact([n, t, t], b, friction);
                    let solution = solve(method, &problem, &Settings::default());
                    let expected = closed_form(n, t, b, friction);
                    let gap = distance(&solution.impulses, &expected);
                    assert!(solution.is_solved() && gap < 1e-8 * slip.max(1.0), "{method} at {b:?}: {solution:?}");
                }
            }
        }
    }
}

/// Lu and Trinkle's particle, with gravity as a parameter.
fn particle(gravity: f64) -> ContactProblem {
    one_contact([1.0; 3], [0.5 + 0.1 * gravity, 1.0, 0.0], 0.5)
}

#[test]
fn the_particle_on_a_plane() {
    for method in methods() {
        for (gravity, expected) in
            [(-10.0, [0.5, -0.25, 0.0]), (-5.0, [0.0; 3]), (-2.0, [0.0; 3]), (-6.0, [0.1, -0.05, 0.0])]
        {
            let solution = solve(method, &particle(gravity), &Settings::default());
            assert!(solution.is_solved(), "{method} at {gravity}: {solution:?}");
            assert!(distance(&solution.impulses, &expected) < 2e-8, "{method} at {gravity}: {:?}", solution.impulses);
        }
    }
}

#[test]
fn the_point_mass_has_the_matrix_of_the_paper() {
    // Schindler, Nguyen and Trinkle 2011, section V.A.
    let (m, friction, h_x, h_y) = (2.0, 0.4, 3.0, -5.0);
    let matrix = DenseMatrix::from_rows(&[[1.0 / m, 0.0], [0.0, 1.0 / m]]).unwrap();
    let laws = vec![Law::PlanarCoulomb { friction }];
    let problem = ContactProblem::new(matrix, vec![h_y / m, h_x / m], laws).unwrap();
    let pyramid = Pyramid::new(&problem, &Settings { alignment: Alignment::Fixed, ..Settings::default() }).unwrap();
    let pure = pyramid.to_lcp().unwrap();
    let expected = DenseMatrix::from_rows(&[
        [1.0 / m, 0.0, 0.0, 0.0],
        [0.0, 1.0 / m, -1.0 / m, 1.0],
        [0.0, -1.0 / m, 1.0 / m, 1.0],
        [friction, -1.0, -1.0, 0.0],
    ]);
    assert_eq!(pure.problem().matrix().to_dense().into_owned(), expected.unwrap());
    assert_eq!(pure.problem().vector(), [h_y / m, h_x / m, -h_x / m, 0.0]);
    // It slides: λ_U = −h_y, λ_T = −μ λ_U.
    for method in methods() {
        let solution = solve(method, &problem, &Settings::default());
        assert!(solution.is_solved() && distance(&solution.impulses, &[5.0, -2.0]) < 1e-7, "{method}: {solution:?}");
    }
}

/// A unit sphere at the first step of sliding on a plane at 2 m/s in a direction; μ = 0.2, h = 1 ms.
fn sphere(angle: f64) -> ContactProblem {
    one_contact([1.0, 3.5, 3.5], [-9.81e-3, 2.0 * angle.cos(), 2.0 * angle.sin()], 0.2)
}

#[test]
fn the_error_of_a_pyramid_falls_with_its_facets() {
    let problem = sphere(PI / 6.0);
    let exact = solve(Method::Auto, &problem, &Settings::default());
    for method in methods().filter(|method| method.is_pyramid()) {
        let mut last = f64::INFINITY;
        for facets in [4, 8, 16, 32] {
            let settings = Settings { facets, alignment: Alignment::Fixed, ..Settings::default() };
            let solution = solve(method, &problem, &settings);
            assert_eq!(solution.outcome, Outcome::ModelSolved, "{method}");
            let model = solution.model.as_ref().unwrap();
            assert_eq!(model.model, format!("friction pyramid of {facets} facets, fixed directions"));
            // The nearest direction is off by 30°, 15°, 7.5°, 3.75°: an error of twice the sine of half of that.
            let angle = PI / 6.0 * 4.0 / facets as f64;
            let expected = 2.0 * (0.5 * angle).sin() * 0.2 * 9.81e-3;
            let error = (1..3).map(|k| (solution.impulses[k] - exact.impulses[k]).powi(2)).sum::<f64>().sqrt();
            assert!((error - expected).abs() < 1e-9 && error < last, "{method} {facets}: {error} {expected}");
            last = error;
        }
        let settings = Settings { facets: 4, ..Settings::default() };
        let aligned = solve(method, &problem, &settings);
        assert!(aligned.is_solved() && distance(&aligned.impulses, &exact.impulses) < 1e-8, "{method}");
    }
}

/// Slides a sphere for 0.6 s; gives the last time at which it slips, its velocity and spin.
fn roll(method: Method, settings: &Settings, direction: f64) -> (f64, [f64; 2], [f64; 2]) {
    let (mut v, mut spin, mut slipping) = ([2.0 * direction.cos(), 2.0 * direction.sin()], [0.0; 2], 0.0);
    let mut solver = method.solver(settings);
    for step in 1..=600 {
        let slip = [v[0] - spin[1], v[1] + spin[0]];
        let problem = one_contact([1.0, 3.5, 3.5], [-9.81e-3, slip[0], slip[1]], 0.2);
        let solution = solver.solve(&problem, None, &mut ());
        assert!(matches!(solution.outcome, Outcome::Solved | Outcome::ModelSolved), "{method}: {solution:?}");
        let p = &solution.impulses;
        v = [v[0] + p[1], v[1] + p[2]];
        spin = [spin[0] + 2.5 * p[2], spin[1] - 2.5 * p[1]];
        if solution.velocities[1].hypot(solution.velocities[2]) > 1e-6 {
            slipping = step as f64 * 1e-3;
        }
    }
    (slipping, v, spin)
}

#[test]
fn a_sphere_slides_then_rolls_with_cones_and_aligned_pyramids() {
    let aligned = Settings { facets: 4, ..Settings::default() };
    for method in methods() {
        let (slipping, v, spin) = roll(method, &aligned, 0.0);
        assert!((slipping - 0.29125).abs() <= 1e-3, "{method} slips until {slipping}");
        let gap = distance(&[v[0], v[1], spin[0], spin[1]], &[10.0 / 7.0, 0.0, 0.0, 10.0 / 7.0]);
        assert!(gap < 1e-7, "{method}: {v:?} {spin:?}");
        let (slipping, ..) = roll(method, &aligned, 0.7);
        assert!((slipping - 0.29125).abs() <= 1e-3, "{method} slips until {slipping}");
    }
    // Directions at 45° to the motion brake √2 too weakly.
    let fixed = Settings { alignment: Alignment::Fixed, ..aligned };
    let (slipping, ..) = roll(Method::MlcpLemke, &fixed, PI / 4.0);
    assert!((slipping - 0.29125 * 2.0_f64.sqrt()).abs() < 3e-3, "{slipping}");
}

fn law_lists() -> Vec<Vec<Law>> {
    let coulomb = |friction| Law::Coulomb { friction };
    let rolling = Law::Rolling { friction: 0.4, rolling_friction: 0.2 };
    let bounded = |lower, upper| Law::Bounded { lower, upper };
    let infinity = f64::INFINITY;
    vec![
        vec![Law::Bilateral { rows: 3 }, coulomb(0.5), coulomb(0.3)],
        vec![Law::Unilateral; 4],
        vec![bounded(-0.2, 0.3), bounded(-infinity, 0.1), bounded(0.05, infinity), coulomb(0.5)],
        vec![bounded(-infinity, infinity), bounded(0.1, 0.1), Law::PlanarCoulomb { friction: 0.5 }],
        vec![Law::PlanarCoulomb { friction: 0.5 }; 4],
        vec![coulomb(0.5); 4],
        vec![coulomb(0.0), coulomb(0.7), Law::PlanarCoulomb { friction: 0.0 }],
        vec![rolling; 2],
        vec![
            Law::Bilateral { rows: 4 },
            Law::Unilateral,
            bounded(-0.3, 0.4),
            Law::PlanarCoulomb { friction: 0.6 },
            coulomb(0.5),
            rolling,
        ],
    ]
}

fn rows(laws: &[Law]) -> usize {
    laws.iter().map(Law::rows).sum()
}

/// How many of 20 problems of each list a method solves.
fn solved(method: Method, freedoms: impl Fn(usize) -> usize) -> Vec<usize> {
    let count = |laws: Vec<Law>| {
        let solves = |seed: u64| {
            let problem = random_problem(laws.clone(), freedoms(rows(&laws)), 7919 * seed);
            let solution = solve(method, &problem, &Settings::default());
            match solution.outcome {
                Outcome::Solved => true,
                Outcome::ModelSolved => {
                    assert!(method.is_pyramid() && solution.model.unwrap().relative <= 1e-8);
                    true
                }
                _ => false,
            }
        };
        (1..=20).filter(|&seed| solves(seed)).count()
    };
    law_lists().into_iter().map(count).collect()
}

#[test]
fn every_method_takes_every_law() {
    for method in methods() {
        let counts = solved(method, |rows| rows + 6);
        // Principal pivoting has no guarantee for pyramids; where it ends on a ray, it says so.
        let least = if method == Method::MlcpDantzig { 15 } else { 20 };
        assert!(counts.iter().all(|&count| count >= least), "{method}: {counts:?}");
    }
}

#[test]
fn with_redundant_rows_the_methods_do_what_they_can() {
    for method in methods() {
        let counts = solved(method, |rows| (2 * rows / 3).max(1));
        let least = match method {
            // They may run into a minimum of their merit that is no solution, and say so.
            Method::MlcpFbRlm | Method::MncpRlm | Method::MncpPlm | Method::NcpFbPlm => 18,
            Method::MlcpDantzig => 12,
            _ => 20,
        };
        assert!(counts.iter().all(|&count| count >= least), "{method}: {counts:?}");
    }
}

#[test]
fn units_do_not_matter() {
    for method in methods() {
        for seed in 1..=10 {
            for freedoms in [8, 18] {
                let problem = random_problem(vec![Law::Coulomb { friction: 0.5 }; 4], freedoms, 7919 * seed);
                let solution = solve(method, &in_other_units(&problem, seed), &Settings::default());
                let expected = if method.is_pyramid() { Outcome::ModelSolved } else { Outcome::Solved };
                let may_end_on_a_ray = method == Method::MlcpDantzig && solution.outcome == Outcome::RayTermination;
                let fits = may_end_on_a_ray || [expected, Outcome::Solved].contains(&solution.outcome);
                assert!(fits, "{method} {seed}: {solution:?}");
            }
        }
    }
}

#[test]
fn a_stack_of_cubes() {
    for (cubes, ratio) in [(1, 1.0), (3, 1.0), (3, 10.0)] {
        let problem = stack(cubes, ratio);
        for method in methods() {
            let solution = solve(method, &problem, &Settings { facets: 4, ..Settings::default() });
            // With the heaviest on top these two stop in a minimum of their merit that is no solution, and say so.
            let may_stall = ratio > 1.0 && matches!(method, Method::MncpRlm | Method::NcpFbPlm);
            let stalled = may_stall && solution.outcome == Outcome::Stalled;
            let ray = method == Method::MlcpDantzig && solution.outcome == Outcome::RayTermination;
            assert!(solution.is_solved() || stalled || ray, "{method} {cubes} {ratio}: {solution:?}");
        }
    }
}

#[test]
fn pure_and_mixed_pyramids_agree() {
    let settings = Settings { facets: 5, ..Settings::default() };
    let mut lemke = LinearMethod::Lemke.linear_solver(&Default::default());
    let mut answer = |problem: &dyn LinearProblem| {
        let solution = LinearSolver::solve(lemke.as_mut(), problem, None, &mut ());
        assert!(solution.is_solved(), "{:?}", solution.outcome);
        solution.z
    };
    for laws in law_lists() {
        let problem = random_problem(laws.clone(), rows(&laws) + 6, 17);
        let pyramid = Pyramid::new(&problem, &settings).unwrap();
        let (mixed, pure) = (pyramid.to_mixed_lcp().unwrap(), pyramid.to_lcp().unwrap());
        let p = pyramid.recover(&answer(&mixed));
        let q = pure.recover(&answer(pure.problem()));
        assert!(distance(&p, &q) < 1e-10 && distance(&problem.velocity(&p), &problem.velocity(&q)) < 1e-10, "{laws:?}");
        assert!(pyramid.residual(&p) < 1e-12 && pyramid.residual(&q) < 1e-12, "{laws:?}");
    }
}

#[test]
fn a_pyramid_has_the_size_of_the_paper() {
    let laws = vec![Law::Bilateral { rows: 5 }, Law::Coulomb { friction: 0.5 }, Law::Coulomb { friction: 0.2 }];
    let problem = random_problem(laws, 20, 3);
    for facets in [3, 4, 8, 9] {
        let pyramid = Pyramid::new(&problem, &Settings { facets, ..Settings::default() }).unwrap();
        assert_eq!(pyramid.dimension(), 5 + 2 * (facets + 2));
        assert_eq!(pyramid.to_mixed_lcp().unwrap().dimension(), pyramid.dimension());
        assert_eq!(pyramid.to_lcp().unwrap().problem().dimension(), 2 * (facets + 2));
    }
}

#[test]
fn what_cannot_be_posed_is_reported() {
    let space = sphere(0.0);
    let settings = Settings { facets: 2, ..Settings::default() };
    assert_eq!(Pyramid::new(&space, &settings).unwrap_err(), FormulationError::Facets { found: 2 });
    for method in methods().filter(|method| method.is_pyramid()) {
        assert!(matches!(solve(method, &space, &settings).outcome, Outcome::Unsuited(_)));
    }
    // In the plane there are two directions, whatever the settings say; settings without sense are refused all the same.
    let plane = random_problem(vec![Law::PlanarCoulomb { friction: 0.5 }; 2], 6, 1);
    assert!(Pyramid::new(&plane, &settings).is_ok());
    assert!(matches!(solve(Method::MlcpLemke, &plane, &settings).outcome, Outcome::Unsuited(_)));
    assert!(solve(Method::MlcpLemke, &plane, &Settings::default()).is_solved());
    // Redundant closures cannot be eliminated; the mixed problem takes them.
    let redundant = random_problem(vec![Law::Bilateral { rows: 4 }, Law::Unilateral], 3, 1);
    let pyramid = Pyramid::new(&redundant, &Settings::default()).unwrap();
    assert_eq!(pyramid.to_lcp().unwrap_err(), FormulationError::SingularBilateral);
    assert!(solve(Method::MlcpLemke, &redundant, &Settings::default()).is_solved());
    let equations = random_problem(vec![Law::Bilateral { rows: 2 }], 5, 1);
    let pyramid = Pyramid::new(&equations, &Settings::default()).unwrap();
    assert_eq!(pyramid.to_lcp().unwrap_err(), FormulationError::NoInequality);
}

#[test]
fn proofs_are_passed_on_without_friction_only() {
    // Two contacts squeeze one body that cannot give way.
    let squeezed = |laws: Vec<Law>| {
        let normals: Vec<_> = (0..2).map(|law| laws[..law].iter().map(Law::rows).sum::<usize>()).collect();
        let order = rows(&laws);
        let matrix = DenseMatrix::from_function(order, order, |i, j| {
            let sign = |row| if row == normals[0] { 1.0 } else { -1.0 };
            if normals.contains(&i) && normals.contains(&j) { sign(i) * sign(j) } else { f64::from(i == j) }
        });
        let b = (0..order).map(|row| if normals.contains(&row) { -1.0 } else { 0.2 }).collect();
        ContactProblem::new(matrix, b, laws).unwrap()
    };
    let without = solve(Method::MlcpLemke, &squeezed(vec![Law::Unilateral; 2]), &Settings::default());
    assert!(matches!(without.outcome, Outcome::NoSolution(_)), "{without:?}");
    let with = solve(Method::MlcpLemke, &squeezed(vec![Law::Coulomb { friction: 0.5 }; 2]), &Settings::default());
    assert_eq!(with.outcome, Outcome::RayTermination);
    let prox = solve(Method::Prox, &squeezed(vec![Law::Unilateral; 2]), &Settings::default());
    assert!(!prox.is_solved());
}

#[test]
fn solutions_lift_to_solutions_of_every_formulation() {
    for laws in law_lists() {
        let problem = random_problem(laws.clone(), rows(&laws) + 6, 5);
        let tight = Settings { tolerance: 1e-13, ..Settings::default() };
        let exact = solve(Method::MncpPlm, &problem, &tight);
        assert!(exact.residual.relative < 1e-12, "{laws:?}: {exact:?}");
        let p = &exact.impulses;
        for scaling in [ProxScaling::Fixed(1.0), ProxScaling::Global, ProxScaling::Contact] {
            let implicit = Implicit::new(&problem, scaling);
            let y = implicit.lift(p);
            assert!(implicit.to_mcp().unwrap().residual(&y).absolute.natural < 1e-11, "{scaling:?} {laws:?}");
            assert!(distance(&implicit.recover(&y), p) < 1e-11, "{scaling:?} {laws:?}");
        }
        let sliding = Sliding::new(&problem);
        let z = sliding.lift(p);
        assert!(sliding.to_mcp().unwrap().residual(&z).absolute.natural < 1e-11, "{laws:?}");
        assert!(distance(&sliding.recover(&z), p) < 1e-11, "{laws:?}");
        let pyramid = Pyramid::new(&problem, &Settings::default()).unwrap();
        let solution = solve(Method::MlcpLemke, &problem, &Settings::default());
        let z = pyramid.lift(&solution.impulses);
        assert!(pyramid.to_mixed_lcp().unwrap().residual(&z).scaled.natural < 1e-12, "{laws:?}");
        assert!(distance(&pyramid.recover(&z), &solution.impulses) < 1e-11, "{laws:?}");
    }
}

#[test]
fn a_relaxed_law_is_judged_against_both() {
    // Three contacts that press and slide, with redundant rows.
    let problem = random_problem(vec![Law::Coulomb { friction: 0.5 }; 3], 6, 11);
    let b = vec![-1.0, 0.9, 0.3, -0.8, -0.5, 0.6, -1.0, 0.2, -0.7];
    let problem = ContactProblem::new(problem.dense().into_owned(), b, problem.laws().to_vec()).unwrap();
    for method in methods() {
        let mut last = f64::INFINITY;
        for relaxation in [1e-2, 1e-4, 1e-6] {
            let settings = Settings { relaxation, tolerance: 1e-10, ..Settings::default() };
            let solution = solve(method, &problem, &settings);
            assert_eq!(solution.outcome, Outcome::ModelSolved, "{method} {relaxation}: {solution:?}");
            let model = solution.model.as_ref().unwrap();
            assert!(model.relative <= 1e-10 && model.model.contains("W + "), "{method}: {model:?}");
            if method.is_pyramid() {
                continue;
            }
            // u misses ζ p.
            let largest = solution.impulses.iter().fold(0.0_f64, |largest, p| largest.max(p.abs()));
            let floor = solution.residual.velocity / (relaxation * largest);
            assert!((0.1..10.0).contains(&floor) && solution.residual.relative < last, "{method}: {floor}");
            last = solution.residual.relative;
        }
    }
}

#[test]
fn the_observer_sees_every_method_by_its_name_and_can_stop_it() {
    let problem = random_problem(vec![Law::Coulomb { friction: 0.5 }; 4], 18, 2);
    for method in methods() {
        let mut seen = 0;
        let mut watch = |iteration: &Iteration<'_>| {
            assert_eq!(iteration.method, method.name());
            seen += 1;
            if seen == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let solution = method.solve(&problem, &Settings::default(), None, &mut watch);
        assert_eq!((solution.outcome, solution.answered_by, seen), (Outcome::Interrupted, method, 2));
    }
}

#[test]
fn a_start_at_the_solution_costs_next_to_nothing() {
    let problem = random_problem(vec![Law::Coulomb { friction: 0.5 }; 4], 18, 4);
    for method in methods() {
        let settings = Settings { tolerance: 1e-9, ..Settings::default() };
        let cold = method.solve(&problem, &settings, None, &mut ());
        let warm = method.solve(&problem, &settings, Some(&cold.impulses), &mut ());
        assert_eq!(warm.outcome, cold.outcome, "{method}");
        let cost = |solution: &stiction_contact::ContactSolution| solution.effort.iterations + solution.effort.pivots;
        assert!(cost(&warm) <= cost(&cold).min(4), "{method}: {:?} against {:?}", warm.effort, cold.effort);
    }
}
