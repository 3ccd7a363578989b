//! Every method on random problems of all families: no wrong answer, and nothing left unsolved by
//! `auto` where theory says that a solution can be found.
//!
//! `STICTION_PROBLEMS` sets how many problems are made; `STICTION_METHODS=auto` limits the methods.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use stiction_complementarity::solvers::Settings;
use stiction_complementarity::standard::{Family, Generator};
use stiction_complementarity::{LinearProblem, Method, Outcome, Solution};

/// The scaled natural residual, written down once more from its definition, so that the judge is judged.
fn independent_residual(problem: &dyn LinearProblem, z: &[f64]) -> f64 {
    let n = z.len();
    let matrix = problem.matrix().to_dense();
    let mut row_units = vec![0.0_f64; n];
    for i in 0..n {
        row_units[i] = (0..n).map(|j| matrix[(i, j)].abs()).fold(0.0, f64::max);
        if row_units[i] == 0.0 {
            row_units[i] = if problem.vector()[i] == 0.0 { 1.0 } else { problem.vector()[i].abs() };
        }
    }
    let column_units: Vec<f64> = (0..n)
        .map(|j| (0..n).map(|i| matrix[(i, j)].abs() / row_units[i]).fold(0.0, f64::max))
        .map(|largest| if largest == 0.0 { 1.0 } else { 1.0 / largest })
        .collect();
    let size_of_z = (0..n).map(|j| (z[j] / column_units[j]).abs()).fold(0.0, f64::max);
    let size_of_q = (0..n).map(|i| (problem.vector()[i] / row_units[i]).abs()).fold(0.0, f64::max);
    let mut nearest = vec![0.0; n];
    problem.bounds().project(&mut nearest);
    let mut imposed = (0..n).map(|j| (nearest[j] / column_units[j]).abs()).fold(size_of_q, f64::max);
    for i in 0..n {
        let w = problem.vector()[i] + (0..n).map(|j| matrix[(i, j)] * nearest[j]).sum::<f64>();
        imposed = imposed.max((w / row_units[i]).abs());
    }
    let size = if imposed > 0.0 { imposed.max(size_of_z.min(1e4 * imposed)) } else { size_of_z.max(1.0) };
    let mut worst = 0.0_f64;
    for i in 0..n {
        let constant = (problem.vector()[i] / row_units[i]).abs();
        let terms = (0..n).map(|j| (matrix[(i, j)] * z[j] / row_units[i]).abs()).sum::<f64>();
        let row_size = (constant + terms.min(1e4 * imposed)).max(1e-5 * size);
        let w = problem.vector()[i] + (0..n).map(|j| matrix[(i, j)] * z[j]).sum::<f64>();
        let (w, unit) = (w / row_units[i] / row_size, column_units[i] * size);
        let (z, lower, upper) = (z[i] / unit, problem.bounds().lower()[i] / unit, problem.bounds().upper()[i] / unit);
        let moved = (z - w).max(lower).min(upper);
        // Where z − w stays inside, z − (z − w) is w, without the rounding.
        let natural = if moved == z - w { w } else { z - moved };
        assert!(z.is_finite() && w.is_finite());
        worst = worst.max(natural.abs());
    }
    worst
}

/// Panics on a wrong answer. The units of this file are not rounded to powers of two, so the two
/// measures may differ by a small factor.
fn check(problem: &dyn LinearProblem, solution: &Solution, what: &str) {
    match &solution.outcome {
        Outcome::Solved => {
            let scaled = solution.residual.scaled.natural;
            assert!(scaled <= 1e-10, "{what}: solved with residual {scaled:e}");
            let independent = independent_residual(problem, &solution.z);
            assert!(independent <= 8e-10, "{what}: solved with residual {independent:e} by the independent measure");
            let bounds = problem.bounds();
            let inside = solution.z.iter().enumerate().all(|(i, &z)| bounds.clamp(i, z) == z);
            assert!(inside, "{what}: solved outside the box");
        }
        Outcome::NoSolution(certificate) => {
            if let Err(error) = certificate.check(problem) {
                panic!("{what}: the proof is not accepted: {error}");
            }
        }
        _ => {}
    }
}

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// How often each family and method ended in each outcome.
type Tally = BTreeMap<(&'static str, &'static str), BTreeMap<&'static str, usize>>;

#[test]
fn no_wrong_answer_on_random_families() {
    let count = setting("STICTION_PROBLEMS", 400);
    let methods: Vec<Method> = match std::env::var("STICTION_METHODS") {
        Ok(names) => names.split(',').map(|name| name.parse().unwrap()).collect(),
        Err(_) => Method::ALL.to_vec(),
    };
    let next = AtomicUsize::new(0);
    let tally: Mutex<Tally> = Mutex::default();
    let undecided: Mutex<Vec<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    let family = Family::ALL[index % Family::ALL.len()];
                    let mut random = Generator::new(index as u64);
                    // Small orders are where most kinds of degeneracy are; large ones are rarer.
                    let order = if random.choice(2) == 0 { 1 + random.choice(16) } else { 1 + random.choice(64) };
                    let kind = family.problem(order, random.bits()).unwrap();
                    let problem = kind.as_linear();
                    let n = problem.dimension();
                    for &method in &methods {
                        if method == Method::Enumeration && n > 16 {
                            continue;
                        }
                        let what = format!("{} number {index}, n = {n}, {method}", family.name());
                        // A fixed point that creeps is cut off here: it is not wrong, only slow.
                        let limited = matches!(method, Method::Pgs | Method::Prox);
                        let settings = Settings { iteration_limit: limited.then_some(2000), ..Settings::default() };
                        let solution = method.linear_solver(&settings).solve(problem, None, &mut ());
                        check(problem, &solution, &what);
                        let outcome = solution.outcome.name();
                        *tally
                            .lock()
                            .unwrap()
                            .entry((family.name(), method.name()))
                            .or_default()
                            .entry(outcome)
                            .or_default() += 1;
                        if method == Method::Auto {
                            let decided = matches!(solution.outcome, Outcome::Solved | Outcome::NoSolution(_));
                            let must_solve = family.guarantees_solution();
                            if (must_solve && !solution.is_solved()) || (n <= 16 && !decided) {
                                undecided.lock().unwrap().push(format!("{what}: {outcome}"));
                            }
                        }
                    }
                }
            });
        }
    });
    for ((family, method), outcomes) in tally.lock().unwrap().iter() {
        println!("{family:22} {method:15} {outcomes:?}");
    }
    let undecided = undecided.into_inner().unwrap();
    assert!(undecided.is_empty(), "auto left {} undecided:\n{}", undecided.len(), undecided.join("\n"));
}
