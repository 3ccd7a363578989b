//! The methods, each one file or folder.

mod admm;
mod auto;
mod exact;
mod gauss_seidel;
mod interior_point;
mod islands;
mod local;
mod memory;
mod mixing;
mod momentum;
mod newton;
mod nonlinear;
mod progress;
mod prox;
mod proximal_newton;
mod pyramid;
mod quartets;
mod refused;
mod relaxed;
mod renamed;
mod root_system;
mod system;
mod working_set;

use crate::method::Form;
use crate::{ContactProblem, ContactSolution, Method, Settings};
use nonlinear::Variables;
use stiction_complementarity::Observer;
use stiction_complementarity::solvers::Settings as InnerSettings;

pub(crate) use auto::Auto;
pub(crate) use exact::Exact;
pub use islands::Islands;
pub(crate) use progress::{Progress, RungEnd};
pub(crate) use prox::Prox;

/// The tolerance of methods for complementarity problems at work here: tight enough that the judge, who measures
/// otherwise, is content with what they leave.
const INNER_TOLERANCE: f64 = 1e-12;

/// A method with its settings and workspace; it holds no answers.
pub trait ContactSolver: Send {
    /// Solves a problem, from the impulses `start` if there are any.
    fn solve(&mut self, problem: &ContactProblem, start: Option<&[f64]>, watch: &mut dyn Observer) -> ContactSolution;

    /// Takes back an answer that is no longer needed: the next one may use its storage.
    fn recycle(&mut self, _answer: ContactSolution) {}

    /// How many sweeps from a start that was given `auto` takes on very many laws before it ends with `IterationLimit`: for whoever
    /// has an easier problem to go on with. Without a number, it never gives up.
    fn set_patience(&mut self, _sweeps: Option<usize>) {}
}

/// The start, where it fits the problem and is made of numbers.
fn usable<'a>(problem: &ContactProblem, start: Option<&'a [f64]>) -> Option<&'a [f64]> {
    start.filter(|start| start.len() == problem.order() && start.iter().all(|value| value.is_finite()))
}

/// A solver of a method, or one that says what is wrong with the settings.
pub(crate) fn create(method: Method, settings: &Settings) -> Box<dyn ContactSolver> {
    if let Err(error) = settings.check() {
        return Box::new(refused::Refused::new(method, error.reason()));
    }
    if settings.relaxation == 0.0 {
        return exact_laws(method, settings);
    }
    // The solver inside must not relax once more.
    let inner = exact_laws(method, &Settings { relaxation: 0.0, ..*settings });
    Box::new(relaxed::Relaxed::new(inner, settings))
}

fn exact_laws(method: Method, settings: &Settings) -> Box<dyn ContactSolver> {
    match method.row().form {
        Form::Laws(create) => create(settings),
        Form::Pyramid(inner) => Box::new(pyramid::PyramidSolver::new(method, inner, settings)),
        Form::Implicit(inner) => nonlinear::Nonlinear::create(method, Variables::Implicit, inner, settings),
        Form::Sliding(inner) => nonlinear::Nonlinear::create(method, Variables::Sliding, inner, settings),
    }
}

/// Settings of the method for complementarity problems at work in another one.
fn inner_settings(settings: &Settings) -> InnerSettings {
    InnerSettings {
        tolerance: INNER_TOLERANCE.min(settings.tolerance),
        iteration_limit: settings.iteration_limit,
        levenberg_marquardt: settings.levenberg_marquardt,
    }
}
