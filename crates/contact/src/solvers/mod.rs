//! The methods, each one file or folder.

mod admm;
mod auto;
mod exact;
mod gauss_seidel;
mod interior_point;
mod local;
mod newton;
mod progress;
mod proximal_newton;
mod system;

use crate::{ContactProblem, ContactSolution, Method, Settings};
use stiction_complementarity::Observer;

pub(crate) use progress::{Progress, RungEnd};

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
        _ => Box::new(exact::Exact::new(method, settings)),
    }
}
