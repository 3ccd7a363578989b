//! Arbitrary small contact problems through every method: no panic, no wrong claim.
#![no_main]

mod numbers;

use libfuzzer_sys::fuzz_target;
use numbers::Numbers;
use stiction_contact::{ContactProblem, EnumerationSettings, Law, Method, Outcome, Settings, enumerate};
use stiction_linalg::DenseMatrix;

fn law(numbers: &mut Numbers<'_>) -> Law {
    let (kind, a, b) = (numbers.byte() % 8, numbers.next(), numbers.next());
    match kind {
        0 | 1 => Law::Coulomb { friction: a.abs() / 4.0 },
        2 => Law::PlanarCoulomb { friction: a.abs() / 4.0 },
        3 => Law::Rolling { friction: a.abs() / 4.0, rolling_friction: b.abs() / 8.0 },
        4 => Law::Unilateral,
        5 => Law::Bilateral { rows: 1 + (a.abs() as usize) % 4 },
        6 => Law::Bounded { lower: a.min(b), upper: a.max(b) },
        _ => Law::Bounded { lower: a, upper: f64::INFINITY },
    }
}

fn problem(bytes: &[u8]) -> Option<ContactProblem> {
    let mut numbers = Numbers(bytes.iter());
    let (count, kind) = (1 + numbers.byte() % 3, numbers.byte());
    let laws: Vec<Law> = (0..count).map(|_| law(&mut numbers)).collect();
    let order = laws.iter().map(Law::rows).sum();
    let matrix = match kind % 4 {
        // Anything, also indefinite and unsymmetric.
        0 => DenseMatrix::from_function(order, order, |_, _| numbers.next()),
        // Gram matrices, mostly of low rank: those of mechanics.
        1 | 2 => {
            let columns = if kind % 4 == 1 { order } else { 1 + order / 2 };
            let factor = DenseMatrix::from_function(order, columns, |_, _| numbers.next());
            factor.product(&factor.transposed())
        }
        _ => DenseMatrix::from_function(order, order, |i, j| f64::from(u8::from(i == j)) * numbers.next().abs()),
    };
    let free_velocity = (0..order).map(|_| numbers.next()).collect();
    ContactProblem::new(matrix, free_velocity, laws).ok()
}

fuzz_target!(|bytes: &[u8]| {
    let Some(problem) = problem(bytes) else { return };
    let settings = Settings { iteration_limit: Some(50), facets: 4, ..Settings::default() };
    for method in Method::ALL {
        let solution = method.solve(&problem, &settings, None, &mut ());
        let residual = problem.residual(&solution.impulses);
        if solution.outcome == Outcome::Solved {
            assert!(residual.within(settings.tolerance), "{method} claims {:?}: {residual:?}", solution.impulses);
        }
        let again = method.solve(&problem, &settings, Some(&solution.impulses), &mut ());
        if solution.is_solved() && !method.is_pyramid() {
            assert!(!matches!(again.outcome, Outcome::NoSolution(_)), "{method} proves that its own answer is none");
        }
    }
    if let Ok(found) = enumerate(&problem, &EnumerationSettings { mode_limit: 100, ..EnumerationSettings::default() }) {
        for solution in found.solutions {
            let residual = problem.residual(&solution.impulses);
            assert!(residual.within(1e-6), "enumerated {:?}: {residual:?}", solution.impulses);
        }
    }
});
