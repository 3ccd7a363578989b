//! An iteration allocates nothing: between two calls of the observer no memory is asked for.

#[path = "../../linalg/tests/support/counting.rs"]
mod counting;

use counting::allocations;
use std::ops::ControlFlow;
use stiction_complementarity::solvers::Settings;
use stiction_complementarity::standard::{Family, nonlinear_examples};
use stiction_complementarity::{Iteration, Method};

/// Watches how many allocations lie between one iteration and the next; restarts are allowed theirs.
#[derive(Default)]
struct Watch {
    last: Option<(usize, usize)>,
    iterations: usize,
    /// Allocations before which iteration, and what it was.
    found: Option<(usize, usize, &'static str)>,
}

impl Watch {
    fn see(&mut self, iteration: &Iteration<'_>) -> ControlFlow<()> {
        if let Some((number, before)) = self.last
            && iteration.number == number + 1
        {
            self.iterations += 1;
            let made = allocations() - before;
            if made > 0 && self.found.is_none() {
                self.found = Some((made, iteration.number, iteration.step));
            }
        }
        self.last = Some((iteration.number, allocations()));
        ControlFlow::Continue(())
    }
}

#[test]
fn linear_iterations_do_not_allocate() {
    let methods = [
        Method::Lemke,
        Method::BlockPivoting,
        Method::Path,
        Method::InteriorPoint,
        Method::FbRlm,
        Method::FbPlm,
        Method::Pgs,
        Method::Prox,
    ];
    for method in methods {
        let mut seen = 0;
        // Both sides of the size at which factorisations change hands.
        for (family, order) in [
            (Family::PositiveDefinite, 12),
            (Family::PositiveDefinite, 120),
            (Family::SemidefiniteLowRank, 30),
            (Family::CopositivePyramid, 40),
            (Family::MixedBoxes, 60),
        ] {
            let problem = family.problem(order, 7).unwrap();
            let settings = Settings { iteration_limit: Some(300), ..Settings::default() };
            let mut watch = Watch::default();
            method.linear_solver(&settings).solve(problem.as_linear(), None, &mut |it: &Iteration<'_>| watch.see(it));
            assert_eq!(watch.found, None, "{method} on {} of order {order}", family.name());
            seen += watch.iterations;
        }
        assert!(seen > 5, "{method}: only {seen} iterations were seen");
    }
}

#[test]
fn nonlinear_iterations_do_not_allocate() {
    for method in [Method::Path, Method::FbRlm, Method::FbPlm] {
        let mut seen = 0;
        for example in nonlinear_examples() {
            for start in &example.starts {
                let mut solver = method.nonlinear_solver(&Settings::default()).unwrap();
                let mut watch = Watch::default();
                solver.solve(&example.problem, Some(start), &mut |it: &Iteration<'_>| watch.see(it));
                assert_eq!(watch.found, None, "{method} on {}", example.name);
                seen += watch.iterations;
            }
        }
        assert!(seen > 5, "{method}: only {seen} iterations were seen");
    }
}
