//! What the judge must refuse, and what no input may cause.
#![allow(clippy::unwrap_used)]

use stiction_contact::{ContactError, ContactProblem, DelassusOperator, Law, Method, Outcome, Settings};
use stiction_linalg::{BlockMatrix, DenseMatrix, SparseMatrix};

fn dense<const N: usize>(rows: [[f64; N]; N], b: &[f64], laws: Vec<Law>) -> ContactProblem {
    ContactProblem::new(DenseMatrix::from_rows(&rows).unwrap(), b.to_vec(), laws).unwrap()
}

/// A body squeezed between two walls that close.
fn squeezed() -> ContactProblem {
    dense([[1.0, -1.0], [-1.0, 1.0]], &[-1.0, -1.0], vec![Law::Unilateral; 2])
}

#[test]
fn a_huge_impulse_hides_no_velocity() {
    for size in [1.0, 1e10, 1e16, 1e30] {
        let residual = squeezed().residual(&[size, size]);
        assert!((residual.relative - 1.0).abs() < 1e-12, "{size:e}: {:e}", residual.relative);
    }
    // A slip across a huge friction, and one along it.
    let contact = dense(
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        &[-1e20, 1.0, 0.0],
        vec![Law::Coulomb { friction: 0.5 }],
    );
    assert!(contact.residual(&[1e20, 0.0, 0.5e20]).relative > 0.1);
}

#[test]
fn the_natural_map_is_the_difference_to_the_projection() {
    let laws = [
        Law::Unilateral,
        Law::Bounded { lower: -0.3, upper: 0.4 },
        Law::PlanarCoulomb { friction: 0.6 },
        Law::Coulomb { friction: 0.6 },
        Law::Rolling { friction: 0.6, rolling_friction: 0.2 },
    ];
    let mut state = 1_u64;
    let mut number = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        2.0 * ((state >> 11) as f64 / (1_u64 << 53) as f64) - 1.0
    };
    for law in laws {
        for _ in 0..2000 {
            let r = 0.1 + number().abs();
            let (p, u): (Vec<f64>, Vec<f64>) = (0..law.rows()).map(|_| (number(), number())).unzip();
            let y: Vec<f64> = p.iter().zip(&u).map(|(p, u)| p - r * u).collect();
            let (mut projected, mut map) = (vec![0.0; p.len()], vec![0.0; p.len()]);
            law.project(&y, &mut projected);
            law.natural_map(r, &p, &u, &mut map);
            for k in 0..p.len() {
                assert!((map[k] - (p[k] - projected[k]) / r).abs() < 1e-12, "{law:?} {p:?} {u:?}");
            }
        }
    }
}

#[test]
fn no_method_solves_what_has_no_solution() {
    let problem = squeezed();
    for method in Method::ALL {
        let solution =
            method.solve(&problem, &Settings { iteration_limit: Some(500), ..Settings::default() }, None, &mut ());
        assert!(!solution.is_solved(), "{method}");
    }
    let solution = Method::Auto.solve(&problem, &Settings::default(), None, &mut ());
    assert!(matches!(solution.outcome, Outcome::NoSolution(_)), "{:?}", solution.outcome);
    // With friction there is no proof, but no claim either.
    let laws = vec![Law::Coulomb { friction: 0.5 }; 2];
    let mut matrix = DenseMatrix::identity(6);
    (matrix[(0, 3)], matrix[(3, 0)]) = (-1.0, -1.0);
    let problem = ContactProblem::new(matrix, vec![-1.0, 0.0, 0.0, -1.0, 0.0, 0.0], laws).unwrap();
    assert!(!Method::Auto.solve(&problem, &Settings::default(), None, &mut ()).is_solved());
}

#[test]
fn neither_small_nor_large_units_pass_for_solved() {
    for (w, b) in [(1e140, -1.0), (1.0, -1e-170), (1e-140, -1.0), (1.0, -1e140)] {
        let problem = dense([[w]], &[b], vec![Law::Unilateral]);
        assert_eq!(problem.residual(&[0.0]).relative, 1.0, "{w:e} {b:e}");
        assert!(problem.residual(&[-b / w]).relative < 1e-15, "{w:e} {b:e}");
    }
    for w in [1e-310, 1e300] {
        let matrix = DenseMatrix::from_rows(&[[w]]).unwrap();
        let error = ContactProblem::new(matrix, vec![1.0], vec![Law::Unilateral]).unwrap_err();
        assert!(matches!(error, ContactError::OutOfRange { law: 0, .. }), "{error}");
    }
}

#[derive(Debug)]
struct Nonsense;

impl DelassusOperator for Nonsense {
    fn order(&self) -> usize {
        3
    }
    fn multiply(&self, _: &[f64], velocity: &mut [f64]) {
        velocity.fill(f64::NAN);
    }
    fn diagonal(&self, diagonal: &mut [f64]) {
        diagonal.fill(1.0);
    }
}

#[test]
fn what_is_no_number_is_no_answer() {
    let laws = vec![Law::Coulomb { friction: 0.5 }];
    let problem = ContactProblem::from_operator(Box::new(Nonsense), vec![-1.0, 0.0, 0.0], laws.clone()).unwrap();
    assert_eq!(problem.residual(&[0.0; 3]).relative, f64::INFINITY);
    let problem = dense([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], &[-1.0, 1.0, 0.0], laws);
    assert_eq!(problem.residual(&[f64::NAN, 0.0, 0.0]).relative, f64::INFINITY);
    for method in Method::ALL {
        // A start that does not fit is not used.
        for start in [&[f64::NAN; 3][..], &[1.0][..]] {
            let solution = method.solve(&problem, &Settings::default(), Some(start), &mut ());
            assert!(solution.impulses.iter().all(|value| value.is_finite()), "{method}");
        }
    }
}

#[test]
fn every_solve_ends_at_tolerances_that_rounding_cannot_reach() {
    let sparse = SparseMatrix::from_triplets(3, 3, &[(0, 0, 1.3), (1, 1, 0.7), (2, 2, 0.9), (0, 1, 0.2), (1, 0, 0.2)]);
    let laws = vec![Law::Coulomb { friction: 0.3 }];
    let problem = ContactProblem::from_sparse(&sparse.unwrap(), vec![-1.1, 0.7, 0.3], laws).unwrap();
    for tolerance in [1e-17, 1e-300] {
        for method in [Method::Auto, Method::ProximalNewton, Method::InteriorPoint, Method::Newton] {
            let solution = method.solve(&problem, &Settings { tolerance, ..Settings::default() }, None, &mut ());
            assert!(solution.residual.relative < 1e-7, "{method} at {tolerance:e}");
        }
    }
}

#[test]
fn a_limit_on_iterations_is_kept_and_named() {
    let sample = stiction_contact::standard::sample("stack-5").unwrap();
    for method in [Method::Auto, Method::Nsgs, Method::InteriorPoint, Method::Prox] {
        let settings = Settings { iteration_limit: Some(2), ..Settings::default() };
        let solution = method.solve(&sample.problem, &settings, None, &mut ());
        assert_eq!(solution.outcome, Outcome::IterationLimit, "{method}");
        assert!(solution.effort.iterations <= 2, "{method}: {}", solution.effort.iterations);
    }
}

#[test]
fn a_contact_with_a_singular_block_is_solved() {
    let w = [[5.0, 2.0, -3.0], [2.0, 4.0, 2.0], [-3.0, 2.0, 5.0]];
    let b = [-0.8220822453031061, 0.29348117810478525, 1.1155634234078913];
    let problem = dense(w, &b, vec![Law::Coulomb { friction: 3.0 }]);
    assert!(Method::Auto.solve(&problem, &Settings::default(), None, &mut ()).is_solved());
}

#[test]
fn equal_bounds_hold_their_row_in_every_exact_method() {
    let laws = vec![Law::Bounded { lower: 0.5, upper: 0.5 }, Law::Coulomb { friction: 0.4 }];
    let matrix = DenseMatrix::from_function(4, 4, |i, j| if i == j { 1.0 } else { 0.2 });
    let problem = ContactProblem::new(matrix, vec![0.3, -1.0, 0.4, 0.1], laws).unwrap();
    for method in
        [Method::Auto, Method::Nsgs, Method::Newton, Method::ProximalNewton, Method::InteriorPoint, Method::Admm]
    {
        let solution = method.solve(&problem, &Settings::default(), None, &mut ());
        assert!(solution.is_solved(), "{method}: {:?} {:e}", solution.outcome, solution.residual.relative);
    }
}

#[test]
fn enumeration_claims_no_more_than_it_knows() {
    use stiction_contact::{EnumerationSettings, enumerate};
    let list = |problem: &ContactProblem| enumerate(problem, &EnumerationSettings::default()).unwrap();
    // A whole edge of the cone slides.
    let w = [[0.5, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 1.0]];
    let edge = list(&dense(w, &[0.0, 1.0, 0.0], vec![Law::Coulomb { friction: 0.5 }]));
    assert!(edge.solutions.iter().any(|solution| solution.impulses[0] > 0.0 && !solution.unique));
    // A solution far out is found, or the list is not called complete.
    let far = list(&dense([[1e-10, 0.0], [0.0, 1.0]], &[-1.0, 0.0], vec![Law::PlanarCoulomb { friction: 0.5 }]));
    assert!(!far.solutions.is_empty() || !far.complete);
    // A ball that falls straight down sticks, and one that flies off is open: nothing else.
    let identity = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for b in [-1.0, 1.0] {
        let ball = list(&dense(identity, &[b, 0.0, 0.0], vec![Law::Coulomb { friction: 0.5 }]));
        assert!(ball.complete && ball.solutions.len() == 1, "{b}: {}", ball.reason);
    }
    // One point is listed once.
    let twice = list(&dense(identity, &[-1.0, 1.0, 0.0], vec![Law::Coulomb { friction: 0.0 }]));
    assert_eq!(twice.solutions.len(), 1);
    assert_eq!(list(&dense([[1.0]], &[0.0], vec![Law::Bounded { lower: 1.0, upper: 1.0 }])).solutions.len(), 1);
}

#[test]
fn at_rest_the_velocity_scale_is_that_of_the_bounds() {
    let bounded = |w: f64, lower: f64, upper: f64| dense([[w]], &[0.0], vec![Law::Bounded { lower, upper }]);
    // The bounds force an impulse of 1 N·s, which moves its row at 1e-10 m/s.
    let forced = bounded(1e-10, 1.0, 2.0);
    assert_eq!(forced.velocity_scale(), 1e-10);
    assert_eq!(forced.residual(&[0.0]).relative, 1.0);
    assert_eq!(forced.residual(&[1.0]).relative, 0.0);
    assert_eq!(bounded(1e-10, -2.0, -1.0).residual(&[0.0]).relative, 1.0);
    for method in Method::ALL {
        let solution = method.solve(&forced, &Settings::default(), None, &mut ());
        let exact = matches!(method, Method::Auto | Method::Nsgs | Method::Newton | Method::ProximalNewton);
        assert!(solution.is_solved() || !exact, "{method}: {:?}", solution.outcome);
        assert!(!solution.is_solved() || (solution.impulses[0] - 1.0).abs() < 1e-7, "{method}: {solution:?}");
    }
    // Nothing is forced, and the upper bound is wrong all the same.
    assert_eq!(bounded(1e-10, -1.0, 2.0).residual(&[2.0]).relative, 1.0);
    assert_eq!(bounded(1e-10, f64::NEG_INFINITY, 2.0).residual(&[2.0]).relative, 1.0);
    // Bounds that are as good as none do not make the judge lenient.
    assert_eq!(bounded(1.0, -1e6, 1e6).velocity_scale(), 1.0);
    assert_eq!(dense([[1.0]], &[0.5], vec![Law::Bounded { lower: -1e6, upper: 1e6 }]).velocity_scale(), 0.5);
    assert_eq!(dense([[1.0]], &[0.0], vec![Law::Unilateral]).velocity_scale(), 1.0);
}

#[test]
fn a_matrix_with_a_fault_is_refused_at_its_place() {
    let laws = vec![Law::PlanarCoulomb { friction: 0.5 }, Law::Unilateral];
    let blocks = |i: usize, j: usize, value: f64| {
        let entries = [(0, 0, 1.0), (1, 1, 1.0), (3, 3, 1.0), (i, j, value)];
        ContactProblem::from_blocks(BlockMatrix::from_entries(2, &entries), vec![0.0; 3], laws.clone())
    };
    assert!(blocks(0, 1, 0.5).is_ok());
    let words = |problem: Result<ContactProblem, ContactError>| problem.unwrap_err().to_string();
    assert_eq!(words(blocks(1, 3, f64::NAN)), "W[1][2]: expected a finite number, found NaN");
    assert_eq!(words(blocks(3, 0, f64::NEG_INFINITY)), "W[2][0]: expected a finite number, found -inf");
    let padding = words(blocks(2, 4, 1.0));
    assert!(padding.starts_with("W, block [0][1], entry [2][1] (law 0): expected zero"), "{padding}");
    assert!(blocks(5, 5, f64::NAN).is_err());

    let sparse = |entries: &[(usize, usize, f64)]| SparseMatrix::from_triplets(2, 3, entries).unwrap();
    let mass = |value: f64| SparseMatrix::from_triplets(2, 2, &[(0, 0, 1.0), (1, 1, value)]).unwrap();
    let primal = |mass, jacobian| ContactProblem::from_primal(mass, jacobian, &[0.0; 2], &[0.0; 3], laws.clone());
    let found = words(primal(mass(f64::NAN), sparse(&[(0, 0, 1.0)])));
    assert_eq!(found, "mass_matrix[1][1]: expected a finite number, found NaN");
    let found = words(primal(mass(1.0), sparse(&[(1, 2, f64::INFINITY)])));
    assert_eq!(found, "jacobian[1][2]: expected a finite number, found inf");
}
