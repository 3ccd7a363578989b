//! Points that run away to infinity on problems without solution must not pass as solutions.

use stiction_complementarity::{Certificate, DenseMatrix, Exclusion, Lcp, Method, MixedLcp, Outcome, Problem};

#[test]
fn no_method_takes_a_runaway_for_a_solution() {
    // w₁ = z₁ − z₂ − 1 and w₂ = z₂ − z₁ − 1 cannot both be nonnegative; at z = (t, t) the residual is 1,
    // small against t.
    let opposed = Lcp::new(DenseMatrix::from_rows(&[[1.0, -1.0], [-1.0, 1.0]]).unwrap(), vec![-1.0, -1.0]).unwrap();
    for far in [1e8, 1e12, 1e19] {
        assert!(!opposed.residual(&[far, far]).within(1e-6));
    }
    // w₂ = −1 whatever z is; the first row invites z₁ to grow.
    let empty_row = Lcp::new(DenseMatrix::from_rows(&[[1e-9, 0.0], [0.0, 0.0]]).unwrap(), vec![-1.0, -1.0]).unwrap();
    for problem in [&opposed, &empty_row] {
        for method in Method::ALL {
            let solution = method.solve_linear(problem, Some(&[1e15, 1e15]), &mut ());
            assert!(!solution.is_solved(), "{method}: {solution:?}");
            if method == Method::Auto {
                let Outcome::NoSolution(certificate) = &solution.outcome else { panic!("{solution:?}") };
                assert_eq!(certificate.check(problem), Ok(f64::INFINITY));
            }
        }
    }
}

#[test]
fn what_is_large_in_one_block_excuses_nothing_in_another() {
    let infinity = f64::INFINITY;
    let fixed = MixedLcp::new(
        DenseMatrix::from_rows(&[[1.0, 0.0], [0.0, -1.0]]).unwrap(),
        vec![0.0, -1.0],
        vec![1e16, 0.0],
        vec![1e16, infinity],
    )
    .unwrap();
    assert!(!Method::Auto.solve_linear(&fixed, None, &mut ()).is_solved());
    let matrix = DenseMatrix::from_rows(&[[1.0, 0.0, 0.0], [0.0, 1.0, -1.0], [0.0, -1.0, 1.0]]).unwrap();
    let blocks = Lcp::new(matrix, vec![-1e16, 1.0, -2.0]).unwrap();
    let solution = Method::Auto.solve_linear(&blocks, None, &mut ());
    assert!(matches!(solution.outcome, Outcome::NoSolution(_)), "{solution:?}");
}

#[test]
fn units_that_overflow_are_never_solved() {
    for (entry, constant) in [(-1e-300, -1e300), (5e-324, -1e308), (1e-300, -1e300)] {
        let problem = Lcp::new(DenseMatrix::from_rows(&[[entry]]).unwrap(), vec![constant]).unwrap();
        for method in Method::ALL {
            let solution = method.solve_linear(&problem, None, &mut ());
            assert!(!solution.is_solved(), "{method}: {solution:?}");
        }
    }
}

#[test]
fn an_almost_singular_problem_is_not_called_empty() {
    // Positive definite, so solvable, with z near 2e10.
    let matrix = DenseMatrix::from_rows(&[[1.0, -1.0], [-1.0, 1.0000000001]]).unwrap();
    let problem = Lcp::new(matrix, vec![-1.0, -1.0]).unwrap();
    for method in Method::ALL {
        let solution = method.solve_linear(&problem, None, &mut ());
        assert!(!matches!(solution.outcome, Outcome::NoSolution(_)), "{method}");
    }
    assert!(Certificate::Farkas(Exclusion { vector: vec![1.0, 1.0] }).check(&problem).is_err());
}

#[test]
fn a_vector_that_underflows_proves_nothing() {
    for (entry, y) in [(0.25, 5e-324), (1e-200, 1e-200)] {
        let problem = Lcp::new(DenseMatrix::from_rows(&[[entry]]).unwrap(), vec![-1.0]).unwrap();
        assert!(Certificate::Farkas(Exclusion { vector: vec![y] }).check(&problem).is_err());
    }
}
