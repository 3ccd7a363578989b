//! The solvers, one file or folder each.

mod basis_solve;
mod block_pivoting;
mod enumeration;
mod lemke;
mod pivoting;
mod unavailable;

pub use block_pivoting::{BlockPivoting, BlockPivotingSettings};
pub use enumeration::{
    ENUMERATION_LIMIT, Enumeration, EnumerationError, EnumerationSettings, EnumerationSolver, Face, enumerate,
};
pub use lemke::{Covering, Lemke, LemkeSettings};

use crate::{LinearProblem, Method, Observer, Problem, Solution};
use unavailable::Unavailable;

/// Solves linear problems, keeping its settings and workspace, never an answer.
pub trait LinearSolver {
    /// Solves, from `start` where the method can use one. The observer sees every iteration.
    fn solve(&mut self, problem: &dyn LinearProblem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution;
}

/// Solves nonlinear problems, keeping its settings and workspace, never an answer.
pub trait NonlinearSolver {
    /// Solves from `start`, or from the point of the box nearest to zero.
    fn solve(&mut self, problem: &dyn Problem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution;
}

/// What every method understands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The largest scaled natural residual that counts as solved.
    pub tolerance: f64,
    /// A limit on iterations in place of the method's own.
    pub iteration_limit: Option<usize>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { tolerance: 1e-10, iteration_limit: None }
    }
}

pub(crate) fn linear(method: Method, settings: &Settings) -> Box<dyn LinearSolver> {
    match method {
        Method::Lemke => Box::new(Lemke::new(settings.into())),
        Method::BlockPivoting => Box::new(BlockPivoting::new(settings.into())),
        Method::Enumeration => Box::new(EnumerationSolver { settings: settings.into() }),
        _ => Box::new(Unavailable { method, tolerance: settings.tolerance }),
    }
}

pub(crate) fn nonlinear(method: Method, settings: &Settings) -> Option<Box<dyn NonlinearSolver>> {
    method.is_nonlinear().then(|| Box::new(Unavailable { method, tolerance: settings.tolerance }) as Box<_>)
}
