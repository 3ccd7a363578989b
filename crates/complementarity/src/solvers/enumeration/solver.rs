use super::checked;
use super::walk::Walk;
use crate::solvers::{LinearSolver, Settings};
use crate::{Effort, LinearProblem, Method, Observer, Outcome, Solution};

/// Settings of [`EnumerationSolver`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnumerationSettings {
    /// The largest scaled natural residual that counts as solved.
    pub tolerance: f64,
    /// The largest number of pieces to look at.
    pub node_limit: usize,
}

impl Default for EnumerationSettings {
    fn default() -> Self {
        Self { tolerance: 1e-10, node_limit: 2_000_000 }
    }
}

impl From<&Settings> for EnumerationSettings {
    fn from(settings: &Settings) -> Self {
        let default = Self::default();
        Self { tolerance: settings.tolerance, node_limit: settings.iteration_limit.unwrap_or(default.node_limit) }
    }
}

/// Enumeration up to the first solution, or to the proof that there is none. A start point is of no use to
/// it.
#[derive(Clone, Copy, Debug, Default)]
pub struct EnumerationSolver {
    /// What may be set.
    pub settings: EnumerationSettings,
}

impl LinearSolver for EnumerationSolver {
    fn solve(&mut self, problem: &dyn LinearProblem, _start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        let matrix = problem.matrix().to_dense();
        let mut walk = Walk::new(problem, &matrix, observer);
        walk.first_only = true;
        walk.tolerance = self.settings.tolerance;
        walk.node_limit = self.settings.node_limit;
        let tree = walk.run();
        let effort = Effort { iterations: walk.nodes, ..Effort::default() };
        let (claim, z, basis) = match walk.leaves.pop() {
            Some(leaf) => (Outcome::Solved, leaf.point, Some(leaf.basis)),
            None => {
                let claim = match tree.and_then(|tree| checked(problem, tree)) {
                    Some(certificate) => Outcome::NoSolution(certificate),
                    None if walk.interrupted => Outcome::Interrupted,
                    None if walk.nodes > walk.node_limit => Outcome::IterationLimit,
                    None => Outcome::Stalled,
                };
                (claim, vec![0.0; problem.dimension()], None)
            }
        };
        Solution::judged(problem, z, claim, self.settings.tolerance, effort, Method::Enumeration).with_basis(basis)
    }
}
