//! Whatever the method, the start, the order of contacts, the units or the form of `W`: the velocity is the same.

use stiction_contact::standard::{self, Sample, Velocities};
use stiction_contact::{ContactProblem, DelassusOperator, Law, Method, Settings};
use stiction_linalg::DenseMatrix;

/// Methods on the exact cone.
fn exact() -> impl Iterator<Item = Method> {
    Method::ALL.into_iter().filter(|method| !method.is_pyramid())
}

/// The most rows for methods that work with dense matrices, as in the grid.
const DENSE_ROWS: usize = 75;

/// How far velocities may differ, relative to the largest free velocity.
const SAME: f64 = 1e-6;

/// Samples whose solutions all leave the same velocities.
fn unique() -> impl Iterator<Item = Sample> {
    standard::all().into_iter().filter(|sample| sample.known.uniqueness == Velocities::Unique)
}

fn settings(method: Method) -> Settings {
    let limit = match method {
        Method::Nsgs | Method::Admm | Method::Prox => Some(2000),
        Method::NcpPath | Method::NcpFbPlm => Some(100),
        _ => None,
    };
    Settings { iteration_limit: limit, ..Settings::default() }
}

fn auto(problem: &ContactProblem) -> Vec<f64> {
    let solution = Method::Auto.solve(problem, &Settings::default(), None, &mut ());
    assert!(solution.is_solved(), "{:?}", solution.residual);
    solution.impulses
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |largest, (a, b)| largest.max((a - b).abs()))
}

#[test]
fn every_exact_method_finds_the_known_velocity() {
    let mut solved = [0; Method::ALL.len()];
    for Sample { name, problem, known, .. } in unique() {
        let expected = problem.velocity(&known.solutions[0]);
        for method in exact() {
            if method.is_dense() && problem.order() > DENSE_ROWS {
                continue;
            }
            let solution = method.solve(&problem, &settings(method), None, &mut ());
            if solution.is_solved() {
                solved[method as usize] += 1;
                let error = distance(&solution.velocities, &expected) / problem.velocity_scale();
                assert!(error <= SAME, "{method} on {name}: off by {error:e}");
            }
        }
    }
    for method in exact() {
        // Which samples each solves is in the grid.
        let count = solved[method as usize];
        assert!(count > 25, "{method} solved only {count}");
    }
}

#[test]
fn where_impulses_are_determined_they_are_the_known_ones() {
    let mut count = 0;
    for Sample { name, problem, known, .. } in unique() {
        let expected = &known.solutions[0];
        if problem.impulse_null_space(expected, 1e-9) > 0 {
            continue;
        }
        count += 1;
        let size = expected.iter().fold(1e-3_f64, |largest, value| largest.max(value.abs()));
        let error = distance(&auto(&problem), expected) / size;
        assert!(error <= SAME, "{name}: off by {error:e}");
    }
    assert!(count > 20, "only {count} have determined impulses");
}

#[test]
fn arches_stand() {
    for Sample { name, problem, known, .. } in standard::all() {
        if let Some(expected) = &known.velocities {
            let velocities = problem.velocity(&auto(&problem));
            assert!(distance(&velocities, expected) <= SAME * problem.velocity_scale(), "{name}");
        }
    }
}

#[test]
fn a_warm_start_does_not_change_the_velocity() {
    for Sample { name, problem, .. } in unique() {
        let cold = auto(&problem);
        let expected = problem.velocity(&cold);
        let size = cold.iter().fold(1e-3_f64, |largest, value| largest.max(value.abs()));
        let shaken: Vec<f64> = cold.iter().enumerate().map(|(k, p)| 0.9 * p + 0.1 * size * (k as f64).sin()).collect();
        let wrong: Vec<f64> = (0..cold.len()).map(|k| 10.0 * size * (1.3 * k as f64).cos()).collect();
        for (kind, start) in [("own", &cold), ("shaken", &shaken), ("wrong", &wrong)] {
            let solution = Method::Auto.solve(&problem, &Settings::default(), Some(start), &mut ());
            assert!(solution.is_solved(), "{name} from its {kind} start: {:?}", solution.residual);
            let error = distance(&solution.velocities, &expected) / problem.velocity_scale();
            assert!(error <= SAME, "{name} from its {kind} start: off by {error:e}");
        }
    }
}

/// The problem with its laws in another order, and where each of its rows comes from.
fn permuted(problem: &ContactProblem, step: usize) -> (ContactProblem, Vec<usize>) {
    let count = problem.laws().len();
    let mut order: Vec<usize> = (0..count).rev().collect();
    order.rotate_left(step % count);
    order.sort_by_key(|law| law % 3);
    let rows: Vec<usize> = order.iter().flat_map(|&law| problem.rows_of(law)).collect();
    let w = problem.dense();
    let delassus = DenseMatrix::from_function(rows.len(), rows.len(), |i, j| w[(rows[i], rows[j])]);
    let b = rows.iter().map(|&row| problem.free_velocity()[row]).collect();
    let laws = order.iter().map(|&law| problem.laws()[law]).collect();
    let permuted = ContactProblem::new(delassus, b, laws);
    (permuted.expect("a permuted problem is as well formed as the problem"), rows)
}

#[test]
fn the_order_of_contacts_does_not_matter() {
    for Sample { name, problem, .. } in unique() {
        let expected = problem.velocity(&auto(&problem));
        for step in [0, 2] {
            let (other, rows) = permuted(&problem, step);
            let velocities = other.velocity(&auto(&other));
            let expected: Vec<f64> = rows.iter().map(|&row| expected[row]).collect();
            let error = distance(&velocities, &expected) / problem.velocity_scale();
            assert!(error <= SAME, "{name}: off by {error:e}");
        }
    }
}

/// The problem in other units: `W` times one factor, `b` times the other, so impulses times `velocity / delassus`.
fn in_units(problem: &ContactProblem, delassus: f64, velocity: f64) -> ContactProblem {
    let given = problem.dense();
    let w = DenseMatrix::from_function(given.rows(), given.columns(), |i, j| delassus * given[(i, j)]);
    let b = problem.free_velocity().iter().map(|b| velocity * b).collect();
    let factor = velocity / delassus;
    let scale = |law: &Law| match *law {
        Law::Bounded { lower, upper } => Law::Bounded { lower: factor * lower, upper: factor * upper },
        other => other,
    };
    let laws = problem.laws().iter().map(scale).collect();
    ContactProblem::new(w, b, laws).expect("a scaled problem is as well formed as the problem")
}

#[test]
fn units_do_not_matter() {
    for Sample { name, problem, .. } in unique() {
        let expected = problem.velocity(&auto(&problem));
        for (delassus, velocity) in [(1e6, 1.0), (1e-6, 1.0), (1.0, 1e4), (1.0, 1e-4), (1e6, 1e-4), (1e-6, 1e4)] {
            let other = in_units(&problem, delassus, velocity);
            let velocities: Vec<f64> = other.velocity(&auto(&other)).iter().map(|u| u / velocity).collect();
            let error = distance(&velocities, &expected) / problem.velocity_scale();
            assert!(error <= SAME, "{name} with W·{delassus:e}, b·{velocity:e}: off by {error:e}");
        }
    }
}

/// `W` by its products only.
#[derive(Debug)]
struct Products(DenseMatrix);

impl DelassusOperator for Products {
    fn order(&self) -> usize {
        self.0.rows()
    }

    fn multiply(&self, impulse: &[f64], velocity: &mut [f64]) {
        self.0.multiply(impulse, velocity);
    }
}

#[test]
fn the_form_of_the_matrix_does_not_matter() {
    let mut count = 0;
    for Sample { name, problem, assembly, known, .. } in standard::all() {
        // Where it fails on the first form there is nothing to compare; the grid says so.
        let first = Method::Auto.solve(&problem, &Settings::default(), None, &mut ());
        if !first.is_solved() {
            continue;
        }
        count += 1;
        let expected = first.velocities;
        let (w, b, laws) = (problem.dense().into_owned(), problem.free_velocity().to_vec(), problem.laws().to_vec());
        let forms = [
            ("dense", ContactProblem::new(w.clone(), b.clone(), laws.clone())),
            ("blocks", ContactProblem::from_blocks(problem.blocks().into_owned(), b.clone(), laws.clone())),
            ("operator", ContactProblem::from_operator(Box::new(Products(w)), b, laws)),
            ("primal", assembly.primal_problem()),
        ];
        for (form, other) in forms {
            let other = other.unwrap();
            let impulses = auto(&other);
            // Each form's answer, judged by the first.
            assert!(problem.residual(&impulses).within(1e-7), "{name}, {form}");
            if known.uniqueness == Velocities::Unique {
                let error = distance(&other.velocity(&impulses), &expected) / problem.velocity_scale();
                assert!(error <= SAME, "{name}, {form}: off by {error:e}");
            }
        }
    }
    assert!(count > 60, "only {count} were solved");
}
