use crate::interrupt;
use crate::output;
use std::ops::ControlFlow;
use std::time::Instant;
use stiction_complementarity::{Iteration, Method, Observer};

/// Who stopped a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Ctrl-C.
    User,
    /// The time limit.
    Clock,
}

/// Watches a solve: logs it, and stops it on Ctrl-C or when its time is up.
pub struct Watch<'a> {
    /// What to call a row.
    row_name: &'a dyn Fn(usize) -> String,
    log: bool,
    deadline: Option<Instant>,
    /// The method whose header was printed last.
    header: &'static str,
    /// Set once the solver was told to stop.
    pub stop: Option<Stop>,
}

impl<'a> Watch<'a> {
    /// A watch for one solve.
    pub fn new(row_name: &'a dyn Fn(usize) -> String, log: bool, deadline: Option<Instant>) -> Self {
        Self { row_name, log, deadline, header: "", stop: None }
    }

    /// One line per iteration in the shape of PATH's log, under a header per method.
    fn print(&mut self, iteration: &Iteration<'_>) {
        if self.header != iteration.method {
            self.header = iteration.method;
            let names = format!("{:>9} {:>8} {:>11}  {:<14} worst row", "iteration", "pivots", "residual", "step");
            output::error(&format!("\n{}\n{names}\n", iteration.method));
        }
        let worst = iteration.worst_row.map_or(String::from("-"), self.row_name);
        let Iteration { number, pivots, measure, step, .. } = iteration;
        output::error(&format!("{number:>9} {pivots:>8} {measure:>11.4e}  {step:<14} {worst}\n"));
    }
}

impl Observer for Watch<'_> {
    fn iteration(&mut self, iteration: &Iteration<'_>) -> ControlFlow<()> {
        // The pivots inside one of path's linearisations are minor iterations: counted, not listed.
        let minor = iteration.method == Method::Path.name() && iteration.step == "pivot";
        if self.log && !minor {
            self.print(iteration);
        }
        if self.stops() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn stops(&mut self) -> bool {
        if interrupt::requested() {
            self.stop = Some(Stop::User);
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.stop = Some(Stop::Clock);
        }
        self.stop.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_that_asks_learns_that_its_time_is_up() {
        let name = |row: usize| row.to_string();
        let now = Instant::now();
        let mut late = Watch::new(&name, false, Some(now));
        assert!(late.stops());
        assert_eq!(late.stop, Some(Stop::Clock));
        for deadline in [None, now.checked_add(std::time::Duration::from_secs(3600))] {
            let mut early = Watch::new(&name, false, deadline);
            assert!(!early.stops());
            assert_eq!(early.stop, None);
        }
    }
}
