//! The exact cone as a nonlinear problem: implicit variables (`mncp-rlm`, `mncp-plm`) and sliding speeds (`ncp-path`,
//! `ncp-fb-plm`).

use super::refused::Refused;
use super::renamed::Renamed;
use super::{ContactSolver, inner_settings, memory, usable};
use crate::formulation::{FormulationError, Implicit, Sliding};
use crate::{ContactProblem, ContactSolution, Method, Outcome, Settings};
use stiction_complementarity::solvers::NonlinearSolver;
use stiction_complementarity::{Effort, Method as Inner, Observer, Solution};

/// A nonlinear method and its solver.
pub(crate) struct Nonlinear {
    method: Method,
    variables: Variables,
    settings: Settings,
    inner: Box<dyn NonlinearSolver>,
}

/// The unknowns that the laws are written in.
pub(crate) enum Variables {
    Implicit,
    Sliding,
}

/// Impulses, and the answer they come from.
type Answer = (Vec<f64>, Solution);

impl Nonlinear {
    /// A solver by a method for nonlinear problems.
    pub fn create(method: Method, variables: Variables, inner: Inner, settings: &Settings) -> Box<dyn ContactSolver> {
        match inner.nonlinear_solver(&inner_settings(settings)) {
            Some(inner) => Box::new(Self { method, variables, settings: *settings, inner }),
            None => Box::new(Refused::new(method, "a method for linear problems")),
        }
    }

    fn solve_implicit(
        &mut self,
        problem: &ContactProblem,
        start: Option<&[f64]>,
        watch: &mut dyn Observer,
    ) -> Result<Answer, FormulationError> {
        let implicit = Implicit::new(problem, self.settings.prox_scaling);
        let rest = vec![0.0; problem.order()];
        let lifted = implicit.lift(start.unwrap_or(&rest));
        let mut watch = Renamed { method: self.method.name(), row: &Some, watch };
        let solution = self.inner.solve(&implicit.to_mcp()?, Some(&lifted), &mut watch);
        Ok((implicit.recover(&solution.z), solution))
    }

    fn solve_sliding(
        &mut self,
        problem: &ContactProblem,
        start: Option<&[f64]>,
        watch: &mut dyn Observer,
    ) -> Result<Answer, FormulationError> {
        let sliding = Sliding::new(problem);
        let lifted = start.map_or_else(|| sliding.start(), |impulse| sliding.lift(impulse));
        let row = |unknown| sliding.row_of(unknown);
        let mut watch = Renamed { method: self.method.name(), row: &row, watch };
        let solution = self.inner.solve(&sliding.to_mcp()?, Some(&lifted), &mut watch);
        Ok((sliding.recover(&solution.z), solution))
    }
}

impl ContactSolver for Nonlinear {
    fn solve(&mut self, problem: &ContactProblem, start: Option<&[f64]>, watch: &mut dyn Observer) -> ContactSolution {
        if !memory::fits(self.method.unknowns(problem, self.settings.facets)) {
            return Refused::new(self.method, memory::TOO_LARGE).solve(problem, start, watch);
        }
        let start = usable(problem, start);
        let answer = match self.variables {
            Variables::Implicit => self.solve_implicit(problem, start, watch),
            Variables::Sliding => self.solve_sliding(problem, start, watch),
        };
        let (impulses, claim, effort) = match answer {
            Ok((impulses, solution)) => (impulses, Outcome::from(solution.outcome), solution.effort),
            Err(_) => (vec![0.0; problem.order()], Outcome::NumericalFailure, Effort::default()),
        };
        ContactSolution::judged(problem, impulses, claim, self.settings.tolerance, effort, self.method)
    }
}
