//! Constraint force mixing: any method on `W + ζ I`, judged against both laws.

use super::{ContactSolver, memory};
use crate::{ContactProblem, ContactSolution, ModelResidual, Outcome, Settings};
use stiction_complementarity::Observer;

/// A method and the relaxed problem it is given, whose storage is kept.
pub(super) struct Relaxed {
    inner: Box<dyn ContactSolver>,
    relaxation: f64,
    tolerance: f64,
    problem: Option<ContactProblem>,
}

impl Relaxed {
    pub fn new(inner: Box<dyn ContactSolver>, settings: &Settings) -> Self {
        Self { inner, relaxation: settings.relaxation, tolerance: settings.tolerance, problem: None }
    }
}

impl ContactSolver for Relaxed {
    fn solve(&mut self, problem: &ContactProblem, start: Option<&[f64]>, watch: &mut dyn Observer) -> ContactSolution {
        // What the inner solver refuses need not be relaxed; nor can it be, without the blocks of W.
        if !memory::forms_blocks(problem) {
            return self.inner.solve(problem, start, watch);
        }
        match &mut self.problem {
            Some(kept) => problem.relax_into(self.relaxation, kept),
            None => self.problem = Some(problem.relaxed(self.relaxation)),
        }
        let posed = self.problem.as_ref().unwrap_or(problem);
        let relaxed = self.inner.solve(posed, start, watch);
        let relative = relaxed.model.as_ref().map_or(relaxed.residual.relative, |model| model.relative);
        let model = format!("W + {:e} I", self.relaxation);
        let model = match relaxed.model {
            Some(inner) => format!("{}, {model}", inner.model),
            None => model,
        };
        // A proof about the relaxed problem proves nothing about this one.
        let claim = match relaxed.outcome {
            Outcome::NoSolution(_) => Outcome::RayTermination,
            other => other,
        };
        let (tolerance, effort) = (self.tolerance, relaxed.effort);
        let judged = ContactSolution::judged(problem, relaxed.impulses, claim, tolerance, effort, relaxed.answered_by);
        judged.with_model(ModelResidual { model, relative }, tolerance)
    }

    fn set_patience(&mut self, sweeps: Option<usize>) {
        self.inner.set_patience(sweeps);
    }
}
