//! What a second solve of the same problem by the same solver asks of the allocator, counted.

#[path = "../../linalg/tests/support/counting.rs"]
mod counting;

use counting::allocations;
use std::ops::ControlFlow;
use stiction_complementarity::Iteration;
use stiction_contact::standard::{self, Sample};
use stiction_contact::{ContactProblem, Law, Method, Settings};
use stiction_linalg::BlockMatrix;

/// Counts allocations between one iteration and the next.
#[derive(Default)]
struct Watch {
    last: Option<usize>,
    iterations: usize,
    found: Option<(usize, &'static str)>,
}

impl Watch {
    fn see(&mut self, iteration: &Iteration<'_>) -> ControlFlow<()> {
        if let Some(before) = self.last {
            self.iterations += 1;
            let made = allocations() - before;
            if made > 0 && self.found.is_none() {
                self.found = Some((made, iteration.step));
            }
        }
        self.last = Some(allocations());
        ControlFlow::Continue(())
    }
}

#[test]
fn a_second_solve_allocates_for_its_answer_and_not_by_iteration() {
    let mut iterations = 0;
    for Sample { name, problem, .. } in standard::all() {
        let mut solver = Method::Auto.solver(&Settings::default());
        let first = solver.solve(&problem, None, &mut ());
        let before = allocations();
        let second = solver.solve(&problem, None, &mut ());
        let made = allocations() - before;
        assert_eq!(first, second, "{name}: the workspace remembers an answer");
        // Impulses and velocities; a workspace may still grow by one vector.
        assert!((2..=3).contains(&made), "{name}: {made} allocations");
        // Nothing at all where the answer before was given back.
        solver.recycle(second);
        let before = allocations();
        let third = solver.solve(&problem, None, &mut ());
        assert_eq!(allocations() - before, 0, "{name}");
        assert_eq!(first, third, "{name}: the answer that was given back shines through");

        let mut watch = Watch::default();
        solver.solve(&problem, None, &mut |iteration: &Iteration<'_>| watch.see(iteration));
        assert_eq!(watch.found, None, "{name}");
        iterations += watch.iterations;
    }
    assert!(iterations > 200, "only {iterations} iterations were seen");
}

#[test]
fn a_relaxed_solver_copies_the_problem_into_its_own_storage() {
    let contacts = 200;
    let entries: Vec<_> = (0..3 * contacts).map(|place| (place, place, 1.0)).collect();
    let blocks = BlockMatrix::from_entries(contacts, &entries);
    let laws = vec![Law::Coulomb { friction: 0.5 }; contacts];
    let problem = ContactProblem::from_blocks(blocks, [-1.0, 0.2, 0.0].repeat(contacts), laws);
    let problem = problem.expect("a problem without faults");
    let count = |relaxation: f64| {
        let mut solver = Method::Nsgs.solver(&Settings { relaxation, ..Settings::default() });
        solver.solve(&problem, None, &mut ());
        let before = allocations();
        solver.solve(&problem, None, &mut ());
        allocations() - before
    };
    // The scalings with their list of places, the model's name, and impulses and velocities judged a second time: none of
    // it grows with the iterations, and W is not copied anew.
    let (plain, relaxed) = (count(0.0), count(0.1));
    assert!(relaxed <= plain + 8 + problem.order().ilog2() as usize, "{plain} {relaxed}");
}
