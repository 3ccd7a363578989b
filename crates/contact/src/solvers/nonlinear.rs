//! The exact cone as a nonlinear problem: implicit variables (`mncp-rlm`, `mncp-plm`) and sliding speeds (`ncp-path`,
//! `ncp-fb-plm`).

use super::refused::Refused;
use super::renamed::Renamed;
use super::{ContactSolver, INNER_TOLERANCE, memory, usable};
use crate::formulation::{FormulationError, Implicit, Sliding};
use crate::{ContactProblem, ContactSolution, Method, Outcome, Settings};
use stiction_complementarity::solvers::{
    NonlinearSolver, Path, ProjectedLevenbergMarquardt, RegularLevenbergMarquardt, Settings as NonlinearSettings,
};
use stiction_complementarity::{Effort, Observer, Solution};

/// A nonlinear method and its solver.
pub(crate) struct Nonlinear {
    method: Method,
    settings: Settings,
    inner: Box<dyn NonlinearSolver>,
}

/// Impulses, and the answer they come from.
type Answer = (Vec<f64>, Solution);

impl Nonlinear {
    /// `mncp-rlm`.
    pub fn regular(method: Method, settings: &Settings) -> Self {
        Self::new(method, settings, Box::new(RegularLevenbergMarquardt::new((&inner_settings(settings)).into())))
    }

    /// `mncp-plm` and `ncp-fb-plm`.
    pub fn projected(method: Method, settings: &Settings) -> Self {
        Self::new(method, settings, Box::new(ProjectedLevenbergMarquardt::new((&inner_settings(settings)).into())))
    }

    /// `ncp-path`.
    pub fn path(method: Method, settings: &Settings) -> Self {
        Self::new(method, settings, Box::new(Path::new((&inner_settings(settings)).into())))
    }

    fn new(method: Method, settings: &Settings, inner: Box<dyn NonlinearSolver>) -> Self {
        Self { method, settings: *settings, inner }
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

fn inner_settings(settings: &Settings) -> NonlinearSettings {
    let tolerance = INNER_TOLERANCE.min(settings.tolerance);
    NonlinearSettings { tolerance, iteration_limit: settings.iteration_limit }
}

impl ContactSolver for Nonlinear {
    fn solve(&mut self, problem: &ContactProblem, start: Option<&[f64]>, watch: &mut dyn Observer) -> ContactSolution {
        if !memory::fits(memory::unknowns(self.method, problem, self.settings.facets)) {
            return Refused::new(self.method, memory::TOO_LARGE).solve(problem, start, watch);
        }
        let start = usable(problem, start);
        let answer = match self.method {
            Method::MncpRlm | Method::MncpPlm => self.solve_implicit(problem, start, watch),
            _ => self.solve_sliding(problem, start, watch),
        };
        let (impulses, claim, effort) = match answer {
            Ok((impulses, solution)) => (impulses, Outcome::from(solution.outcome), solution.effort),
            Err(_) => (vec![0.0; problem.order()], Outcome::NumericalFailure, Effort::default()),
        };
        ContactSolution::judged(problem, impulses, claim, self.settings.tolerance, effort, self.method)
    }
}
