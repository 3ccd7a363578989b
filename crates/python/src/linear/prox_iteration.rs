use super::Solution;
use super::solve::posed;
use crate::contact::{ContactProblem, prox_on_contacts};
use crate::history::History;
use crate::{arrays, choices, errors, guard};
use pyo3::prelude::*;
use stiction_complementarity::Method;
use stiction_complementarity::solvers::{LinearSolver, Prox, ProxScaling, ProxSettings};

/// How `r` is chosen: a number, or a rule by its name.
fn scaling(r: &Bound<'_, PyAny>) -> PyResult<ProxScaling> {
    if let Ok(number) = r.extract::<f64>() {
        return match number > 0.0 && number.is_finite() {
            true => Ok(ProxScaling::Fixed(number)),
            false => Err(errors::input(format!("r: expected a finite number above zero, found {number}"))),
        };
    }
    match r.extract::<String>().as_deref() {
        Ok("global") => Ok(ProxScaling::Global),
        Ok("row") => Ok(ProxScaling::PerRow),
        Ok("adaptive") => Ok(ProxScaling::ADAPTIVE),
        Ok(other) => {
            Err(errors::input(format!("r: expected a number, 'global', 'row' or 'adaptive', found '{other}'")))
        }
        Err(_) => Err(errors::input("r: expected a number, 'global', 'row' or 'adaptive'")),
    }
}

/// Runs the prox iteration with a chosen `r`, and returns every iterate on request: `z ← P(z − r (M z + q))`, where `P`
/// projects on the bounds, or `p ← P(p − r (W p + b))` for a contact problem, where `P` projects on the friction cones.
///
/// Parameters
/// ----------
/// M : (n, n) array, SciPy sparse matrix, or ContactProblem
/// q : (n,) array
///     Not for a contact problem.
/// r : float or str
///     The same number for all rows; `global` (one number, from the eigenvalues of `M`); `row` (one number per row; for a
///     contact problem `contact`, one per contact); or `adaptive`, which changes from iteration to iteration.
/// sweep : str, optional
///     For a contact problem: `jacobi` (all contacts at once) or `gauss-seidel` (one after the other; default).
/// lower, upper : (n,) array or float, optional
///     Bounds of `z`; without any bounds, `z >= 0`.
/// start : (n,) array, optional
///     Initial point.
/// tolerance : float, optional
///     Largest residual that counts as solved; default 1e-10, for a contact problem 1e-8.
/// max_iterations : int, optional
///     Iteration limit; default 50,000, for a contact problem 100,000.
/// history : bool
///     Whether every iterate is returned as well.
///
/// Returns
/// -------
/// Solution or ContactSolution, or (that, (k, n) array)
///     The best point, and with `history` all points from the initial one to the last one.
///
/// Raises
/// ------
/// InputError
///     If the arguments do not define a problem, `r` is not positive, or the history would be too long.
///
/// Examples
/// --------
/// Painlevé's rod has the solutions 0 and 1 here. The iteration reaches 0 from below 1, and diverges from above.
///
/// >>> import stiction
/// >>> answer, points = stiction.prox([[-1.0]], [1.0], r=0.5, start=[0.9], history=True)
/// >>> answer.outcome, points[:4, 0].round(4)
/// ('solved', array([0.9   , 0.85  , 0.775 , 0.6625]))
/// >>> stiction.prox([[-1.0]], [1.0], r=0.5, start=[1.1]).outcome
/// 'diverged'
///
/// A particle of 1 kg hits a plane and slides. With `r = 0.5` kg the error of the normal impulse is halved in each iteration.
///
/// >>> import numpy as np
/// >>> problem = stiction.ContactProblem.from_arrays(np.eye(3), [-0.5, 1, 0], mu=0.5)
/// >>> answer, impulses = stiction.prox(problem, r=0.5, sweep="jacobi", history=True)
/// >>> impulses[:4, 0]
/// array([0.    , 0.25  , 0.375 , 0.4375])
#[pyfunction]
#[pyo3(signature = (M, q=None, *, r, lower=None, upper=None, start=None, tolerance=None, max_iterations=None, sweep=None,
                    history=false))]
#[allow(non_snake_case, clippy::too_many_arguments)]
pub fn prox<'py>(
    py: Python<'py>,
    M: &Bound<'py, PyAny>,
    q: Option<&Bound<'py, PyAny>>,
    r: &Bound<'py, PyAny>,
    lower: Option<&Bound<'py, PyAny>>,
    upper: Option<&Bound<'py, PyAny>>,
    start: Option<&Bound<'py, PyAny>>,
    tolerance: Option<f64>,
    max_iterations: Option<usize>,
    sweep: Option<&str>,
    history: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(problem) = M.cast::<ContactProblem>() {
        if q.is_some() || lower.is_some() || upper.is_some() {
            return Err(errors::input("a contact problem has its own vector and laws; leave out q, lower and upper"));
        }
        return prox_on_contacts(py, problem.get(), r, start, tolerance, max_iterations, sweep, history);
    }
    if sweep.is_some() {
        return Err(errors::input("sweep: only for a contact problem; all rows are updated at once"));
    }
    let q = q.ok_or_else(|| errors::input("q: expected a vector beside the matrix M"))?;
    let problem = posed(M, q, lower, upper)?;
    let rows = problem.dimension();
    let usual = ProxSettings::default();
    let settings = ProxSettings {
        tolerance: choices::tolerance(tolerance, usual.tolerance)?,
        iteration_limit: max_iterations.unwrap_or(usual.iteration_limit),
        scaling: scaling(r)?,
        ..usual
    };
    let start = start.map(|start| arrays::finite_vector_of(start, "start", rows)).transpose()?;
    let mut observer = History::new(rows, settings.iteration_limit, history)?;
    let solution = py.detach(|| {
        guard::guarded(|| {
            let answer = Prox::new(settings).solve(problem.as_ref(), start.as_deref(), &mut observer);
            Solution::checked(answer, Method::Prox, Some(problem.as_ref()))
        })
    })?;
    observer.beside(py, Bound::new(py, solution)?.into_any())
}
