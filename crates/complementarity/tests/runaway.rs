//! Points that run away to infinity on problems without solution must not pass as solutions.

use stiction_complementarity::{DenseMatrix, Lcp, Method, Outcome, Problem};

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
