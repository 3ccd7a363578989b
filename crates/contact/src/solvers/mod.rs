//! The methods, each one file or folder.

mod admm;
mod auto;
mod exact;
mod gauss_seidel;
mod interior_point;
mod local;
mod newton;
mod nonlinear;
mod progress;
mod prox;
mod proximal_newton;
mod pyramid;
mod renamed;
mod system;

use crate::{ContactProblem, ContactSolution, Method, Settings};
use stiction_complementarity::{Method as Linear, Observer};

pub(crate) use progress::{Progress, RungEnd};

/// The tolerance of methods for complementarity problems at work here: tight enough that the judge, who measures
/// otherwise, is content with what they leave.
const INNER_TOLERANCE: f64 = 1e-12;

/// A method with its settings and workspace; it holds no answers.
pub trait ContactSolver {
    /// Solves a problem, from the impulses `start` if there are any.
    fn solve(&mut self, problem: &ContactProblem, start: Option<&[f64]>, watch: &mut dyn Observer) -> ContactSolution;
}

/// A solver of a method.
pub(crate) fn create(method: Method, settings: &Settings) -> Box<dyn ContactSolver> {
    match method {
        Method::Auto => Box::new(auto::Auto::new(settings)),
        Method::Nsgs | Method::Newton | Method::ProximalNewton | Method::InteriorPoint | Method::Admm => {
            Box::new(exact::Exact::new(method, settings))
        }
        Method::Prox => Box::new(prox::Prox::new(settings)),
        Method::MlcpLemke => Box::new(pyramid::PyramidSolver::new(method, Linear::Lemke, settings)),
        Method::MlcpPath => Box::new(pyramid::PyramidSolver::new(method, Linear::Path, settings)),
        Method::MlcpFbRlm => Box::new(pyramid::PyramidSolver::new(method, Linear::FbRlm, settings)),
        Method::MlcpFbPlm => Box::new(pyramid::PyramidSolver::new(method, Linear::FbPlm, settings)),
        Method::MncpRlm => Box::new(nonlinear::Nonlinear::regular(method, settings)),
        Method::MncpPlm | Method::NcpFbPlm => Box::new(nonlinear::Nonlinear::projected(method, settings)),
        Method::NcpPath => Box::new(nonlinear::Nonlinear::path(method, settings)),
    }
}
