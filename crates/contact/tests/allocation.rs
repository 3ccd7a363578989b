//! What a second solve of the same problem by the same solver asks of the allocator, counted.
#![allow(unsafe_code)] // a counting allocator cannot be written without it

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ops::ControlFlow;
use stiction_complementarity::Iteration;
use stiction_contact::standard::{self, Sample};
use stiction_contact::{Method, Settings};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: forwards to the system's allocator unchanged; the counter is a constant-initialised cell.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations() -> usize {
    ALLOCATIONS.with(Cell::get)
}

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
        // Impulses and velocities; a padded copy of the impulses for the judge's product; and the list of padded rows,
        // which grows by doubling.
        let allowed = 4 + problem.order().ilog2() as usize;
        assert!(made <= allowed, "{name}: {made} allocations");

        let mut watch = Watch::default();
        solver.solve(&problem, None, &mut |iteration: &Iteration<'_>| watch.see(iteration));
        assert_eq!(watch.found, None, "{name}");
        iterations += watch.iterations;
    }
    assert!(iterations > 200, "only {iterations} iterations were seen");
}
