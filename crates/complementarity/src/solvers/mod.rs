//! The solvers, one file or folder each.

mod auto;
mod basis_solve;
mod block_pivoting;
mod dantzig;
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
pub use dantzig::{Dantzig, DantzigSettings};
pub use enumeration::{
    ENUMERATION_LIMIT, Enumeration, EnumerationError, EnumerationSettings, EnumerationSolver, Face, enumerate,
};
pub use interior_point::{InteriorPoint, InteriorPointSettings};
pub use lemke::{Covering, Lemke, LemkeSettings};
pub use levenberg_marquardt::{
    LevenbergMarquardtError, LevenbergMarquardtOptions, LevenbergMarquardtParameter, ProjectedLevenbergMarquardt,
    ProjectedLevenbergMarquardtSettings, RegularLevenbergMarquardt, RegularLevenbergMarquardtSettings,
};
pub use path::{Path, PathSettings};
pub use projected_gauss_seidel::{ProjectedGaussSeidel, ProjectedGaussSeidelSettings};
pub use prox::{Prox, ProxScaling, ProxSettings};

use crate::{LinearProblem, Observer, Problem, Solution};

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
    /// For `fb-rlm` and `fb-plm`.
    pub levenberg_marquardt: LevenbergMarquardtOptions,
}

impl Default for Settings {
    fn default() -> Self {
        Self { tolerance: 1e-10, iteration_limit: None, levenberg_marquardt: LevenbergMarquardtOptions::default() }
    }
}
