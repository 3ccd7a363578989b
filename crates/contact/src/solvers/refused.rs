use super::ContactSolver;
use crate::{ContactProblem, ContactSolution, Method, Outcome, Settings};
use stiction_complementarity::{Effort, Observer};

/// A solver that does not try, and says why.
pub(super) struct Refused {
    method: Method,
    reason: &'static str,
}

impl Refused {
    pub fn new(method: Method, reason: &'static str) -> Self {
        Self { method, reason }
    }
}

impl ContactSolver for Refused {
    fn solve(&mut self, problem: &ContactProblem, start: Option<&[f64]>, _: &mut dyn Observer) -> ContactSolution {
        // The start is judged as it is, where it fits.
        let fits = |start: &&[f64]| start.len() == problem.order() && start.iter().all(|value| value.is_finite());
        let impulses = start.filter(fits).map_or_else(|| vec![0.0; problem.order()], <[f64]>::to_vec);
        let outcome = Outcome::Unsuited(self.reason);
        let tolerance = Settings::default().tolerance;
        ContactSolution::judged(problem, impulses, outcome, tolerance, Effort::default(), self.method)
    }
}
