use super::*;
use crate::{Effort, Outcome};
pub struct Unavailable {
    pub method: Method,
    pub tolerance: f64,
}
impl LinearSolver for Unavailable {
    fn solve(&mut self, problem: &dyn LinearProblem, _: Option<&[f64]>, _: &mut dyn Observer) -> Solution {
        Solution::judged(
            problem,
            vec![0.0; problem.dimension()],
            Outcome::Stalled,
            self.tolerance,
            Effort::default(),
            self.method,
        )
    }
}
impl NonlinearSolver for Unavailable {
    fn solve(&mut self, problem: &dyn Problem, _: Option<&[f64]>, _: &mut dyn Observer) -> Solution {
        Solution::judged(
            problem,
            vec![0.0; problem.dimension()],
            Outcome::Stalled,
            self.tolerance,
            Effort::default(),
            self.method,
        )
    }
}
