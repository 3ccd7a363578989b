//! The solvers, one file or folder each.

mod auto;
mod basis_solve;
mod block_pivoting;
mod enumeration;
mod interior_point;
mod lemke;
mod levenberg_marquardt;
mod path;
mod pivoting;
mod progress;
mod projected_gauss_seidel;
mod prox;
mod row_matrix;
mod start;

pub use auto::{Auto, AutoSettings};
pub use block_pivoting::{BlockPivoting, BlockPivotingSettings};
pub use enumeration::{
    ENUMERATION_LIMIT, Enumeration, EnumerationError, EnumerationSettings, EnumerationSolver, Face, enumerate,
};
pub use interior_point::{InteriorPoint, InteriorPointSettings};
pub use lemke::{Covering, Lemke, LemkeSettings};
pub use levenberg_marquardt::{
    ProjectedLevenbergMarquardt, ProjectedLevenbergMarquardtSettings, RegularLevenbergMarquardt,
    RegularLevenbergMarquardtSettings,
};
pub use path::{Path, PathSettings};
pub use projected_gauss_seidel::{ProjectedGaussSeidel, ProjectedGaussSeidelSettings};
pub use prox::{Prox, ProxScaling, ProxSettings};

use crate::{LinearProblem, Method, Observer, Problem, Solution};

/// Solves linear problems, keeping its settings and workspace, never an answer.
pub trait LinearSolver: Send {
    /// Solves, from `start` where the method can use one. The observer sees every iteration.
    fn solve(&mut self, problem: &dyn LinearProblem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution;
}

/// Solves nonlinear problems, keeping its settings and workspace, never an answer.
pub trait NonlinearSolver: Send {
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
        Method::Auto => Box::new(Auto::new(settings.into())),
        Method::Lemke => Box::new(Lemke::new(settings.into())),
        Method::BlockPivoting => Box::new(BlockPivoting::new(settings.into())),
        Method::Pgs => Box::new(ProjectedGaussSeidel::new(settings.into())),
        Method::Prox => Box::new(Prox::new(settings.into())),
        Method::FbRlm => Box::new(RegularLevenbergMarquardt::new(settings.into())),
        Method::FbPlm => Box::new(ProjectedLevenbergMarquardt::new(settings.into())),
        Method::Path => Box::new(Path::new(settings.into())),
        Method::InteriorPoint => Box::new(InteriorPoint::new(settings.into())),
        Method::Enumeration => Box::new(EnumerationSolver { settings: settings.into() }),
    }
}

pub(crate) fn nonlinear(method: Method, settings: &Settings) -> Option<Box<dyn NonlinearSolver>> {
    match method {
        Method::Auto => Some(Box::new(Auto::new(settings.into()))),
        Method::Path => Some(Box::new(Path::new(settings.into()))),
        Method::FbRlm => Some(Box::new(RegularLevenbergMarquardt::new(settings.into()))),
        Method::FbPlm => Some(Box::new(ProjectedLevenbergMarquardt::new(settings.into()))),
        _ => None,
    }
}
