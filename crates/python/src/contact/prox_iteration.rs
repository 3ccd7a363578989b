use super::options::{prox_scaling, sweep as named_sweep};
use super::{ContactProblem, ContactSolution};
use crate::history::History;
use crate::{arrays, choices, errors, guard};
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::Instant;
use stiction_contact::{Method, Settings};

/// Iterations of the method unless a limit is given.
const ITERATION_LIMIT: usize = 100_000;

/// `stiction.prox` on a contact problem.
#[allow(clippy::too_many_arguments)]
pub fn prox_on_contacts<'py>(
    py: Python<'py>,
    problem: &ContactProblem,
    r: &Bound<'py, PyAny>,
    start: Option<&Bound<'py, PyAny>>,
    tolerance: Option<f64>,
    max_iterations: Option<usize>,
    sweep: Option<&str>,
    history: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let problem = &problem.problem;
    let usual = Settings::default();
    let limit = max_iterations.unwrap_or(ITERATION_LIMIT);
    let settings = Settings {
        tolerance: choices::tolerance(tolerance, usual.tolerance)?,
        iteration_limit: Some(limit),
        prox_scaling: prox_scaling(r, "r")?,
        sweep: sweep.map(named_sweep).transpose()?.unwrap_or(usual.sweep),
        ..usual
    };
    settings.check().map_err(errors::input)?;
    let start = start.map(|start| arrays::finite_vector_of(start, "start", problem.order())).transpose()?;
    let mut observer = History::new(problem.order(), limit, history)?;
    let solution = py.detach(|| {
        guard::guarded(|| {
            let began = Instant::now();
            let answer = Method::Prox.solve(problem, &settings, start.as_deref(), &mut observer);
            let wall = began.elapsed().as_secs_f64();
            ContactSolution::checked(Arc::clone(problem), answer, Method::Prox, settings.tolerance, wall)
        })
    })?;
    observer.beside(py, Bound::new(py, solution)?.into_any())
}
