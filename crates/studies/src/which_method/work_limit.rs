use std::ops::ControlFlow;
use stiction_complementarity::{Iteration, Observer};
use stiction_contact::{ContactProblem, Estimate, Method};

/// Operations that a solve may take, roughly: well below a second. A clock would make outcomes depend on the machine.
const MOST: f64 = 2e8;

/// Stops a solve after a fixed amount of work, counted by its iterations.
pub struct WorkLimit {
    estimate: Estimate,
    spent: f64,
}

impl WorkLimit {
    /// For a method on a problem, by the method's own estimate.
    pub fn new(method: Method, problem: &ContactProblem, facets: usize) -> Self {
        Self { estimate: method.estimate(problem, facets), spent: 0.0 }
    }

    /// Whether the method cannot get anywhere within the limit.
    pub fn is_hopeless(&self) -> bool {
        self.estimate.iterations * self.estimate.operations > MOST
    }
}

impl Observer for WorkLimit {
    fn iteration(&mut self, _: &Iteration<'_>) -> ControlFlow<()> {
        self.spent += self.estimate.operations;
        if self.spent > MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn stops(&mut self) -> bool {
        self.spent > MOST
    }
}
