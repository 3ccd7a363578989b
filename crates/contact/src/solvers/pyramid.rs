//! The friction pyramid as a mixed linear problem, for the methods `mlcp-*`.

use super::refused::Refused;
use super::renamed::Renamed;
use super::{ContactSolver, inner_settings, memory, usable};
use crate::formulation::{FormulationError, Pyramid};
use crate::{ContactProblem, ContactSolution, Method, ModelResidual, Outcome, Settings};
use stiction_complementarity::solvers::LinearSolver;
use stiction_complementarity::{Effort, Method as LinearMethod, Observer};

/// A pyramid method and its linear solver.
pub(crate) struct PyramidSolver {
    method: Method,
    settings: Settings,
    inner: Box<dyn LinearSolver>,
}

impl PyramidSolver {
    pub fn new(method: Method, inner: LinearMethod, settings: &Settings) -> Self {
        Self { method, settings: *settings, inner: inner.linear_solver(&inner_settings(settings)) }
    }

    /// An answer without a solve.
    fn refuse(&self, problem: &ContactProblem, start: Option<&[f64]>, error: FormulationError) -> ContactSolution {
        let impulses = start.map_or_else(|| vec![0.0; problem.order()], <[f64]>::to_vec);
        let outcome = match error {
            FormulationError::Facets { .. } => Outcome::Unsuited("a friction pyramid in space of fewer than 3 facets"),
            _ => Outcome::NumericalFailure,
        };
        let tolerance = self.settings.tolerance;
        ContactSolution::judged(problem, impulses, outcome, tolerance, Effort::default(), self.method)
    }
}

impl ContactSolver for PyramidSolver {
    fn solve(&mut self, problem: &ContactProblem, start: Option<&[f64]>, watch: &mut dyn Observer) -> ContactSolution {
        if !memory::fits(self.method.unknowns(problem, self.settings.facets)) {
            return Refused::new(self.method, memory::TOO_LARGE).solve(problem, start, watch);
        }
        let start = usable(problem, start);
        let frictionless = problem.laws().iter().all(|law| law.discs().next().is_none());
        // A proof that there is no solution is about the rows as they are.
        let pose = if frictionless { Pyramid::new } else { Pyramid::scaled };
        let pyramid = match pose(problem, &self.settings) {
            Ok(pyramid) => pyramid,
            Err(error) => return self.refuse(problem, start, error),
        };
        let posed = match pyramid.to_mixed_lcp() {
            Ok(posed) => posed,
            Err(error) => return self.refuse(problem, start, error),
        };
        let lifted = start.map(|impulse| pyramid.lift(impulse));
        let row = |unknown| pyramid.row_of(unknown);
        let mut watch = Renamed { method: self.method.name(), row: &row, watch };
        let solution = self.inner.solve(&posed, lifted.as_deref(), &mut watch);
        let impulses = pyramid.recover(&solution.z);
        let claim = match Outcome::from(solution.outcome) {
            // That a pyramid has no solution proves nothing about the cone.
            Outcome::NoSolution(_) if !frictionless => Outcome::RayTermination,
            claim => claim,
        };
        let tolerance = self.settings.tolerance;
        let model = pyramid.model().map(|model| {
            let relative = pyramid.residual(&impulses);
            ModelResidual { model: model.to_owned(), relative }
        });
        let judged = ContactSolution::judged(problem, impulses, claim, tolerance, solution.effort, self.method);
        match model {
            Some(model) => judged.with_model(model, tolerance),
            None => judged,
        }
    }
}
