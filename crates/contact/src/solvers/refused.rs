use super::{ContactSolver, usable};
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
        let impulses = usable(problem, start).map_or_else(|| vec![0.0; problem.order()], <[f64]>::to_vec);
        let outcome = Outcome::Unsuited(self.reason);
        let tolerance = Settings::default().tolerance;
        ContactSolution::judged(problem, impulses, outcome, tolerance, Effort::default(), self.method)
    }
}
