//! Arbitrary small problems through every method: no panic, no wrong answer.
#![no_main]

mod numbers;

use libfuzzer_sys::fuzz_target;
use numbers::Numbers;
use stiction_complementarity::solvers::{Settings, enumerate};
use stiction_complementarity::{DenseMatrix, LinearProblem, Method, MixedLcp, Outcome};

fn problem(bytes: &[u8]) -> Option<MixedLcp> {
    let mut numbers = Numbers(bytes.iter());
    let (order, kind) = (1 + usize::from(numbers.byte() % 6), numbers.byte());
    let matrix = match kind % 3 {
        0 => DenseMatrix::from_function(order, order, |_, _| numbers.next()),
        // Gram matrices of low rank: semidefinite and degenerate.
        1 => {
            let factor = DenseMatrix::from_function(order, 1 + order / 2, |_, _| numbers.next());
            factor.product(&factor.transposed())
        }
        // A definite part and a skew one.
        _ => {
            let part = DenseMatrix::from_function(order, order, |_, _| numbers.next());
            DenseMatrix::from_function(order, order, |i, j| part[(i, j)] - part[(j, i)] + f64::from(u8::from(i == j)))
        }
    };
    let vector = (0..order).map(|_| numbers.next()).collect();
    let (mut lower, mut upper) = (vec![0.0; order], vec![f64::INFINITY; order]);
    if kind >= 128 {
        for row in 0..order {
            let (a, b) = (numbers.next(), numbers.next());
            (lower[row], upper[row]) = match numbers.byte() % 5 {
                0 => (f64::NEG_INFINITY, f64::INFINITY),
                1 => (f64::NEG_INFINITY, a),
                2 => (a.min(b), a.max(b)),
                3 => (a, a),
                _ => (a, f64::INFINITY),
            };
        }
    }
    MixedLcp::new(matrix, vector, lower, upper).ok()
}

fuzz_target!(|bytes: &[u8]| {
    let Some(problem) = problem(bytes) else { return };
    let problem: &dyn LinearProblem = &problem;
    let settings = Settings { iteration_limit: Some(1000), ..Settings::default() };
    for method in Method::ALL {
        let solution = method.linear_solver(&settings).solve(problem, None, &mut ());
        match &solution.outcome {
            Outcome::Solved => {
                let residual = problem.residual(&solution.z);
                assert!(residual.within(settings.tolerance), "{method} claims {:?}: {residual:?}", solution.z);
            }
            Outcome::NoSolution(certificate) => {
                if let Err(error) = certificate.check(problem) {
                    panic!("{method}: {error}: {certificate:?}");
                }
            }
            _ => {}
        }
    }
    if let Ok(found) = enumerate(problem, &mut ()) {
        for z in found.points.iter().chain(found.faces.iter().flat_map(|face| &face.vertices)) {
            let residual = problem.residual(z);
            assert!(residual.within(1e-8), "enumerated {z:?}: {residual:?}");
        }
        if found.complete && found.points.is_empty() && found.faces.is_empty() {
            let certificate = found.certificate.expect("a proof that the list is empty");
            certificate.check(problem).expect("a proof that holds");
        }
    }
});
