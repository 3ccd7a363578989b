use super::Solution;
use super::solve::posed;
use crate::signals::Watch;
use crate::{arrays, choices, errors, guard};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use stiction_complementarity::solvers::{LinearSolver, Prox, ProxScaling, ProxSettings};
use stiction_complementarity::{Iteration, Method, Observer};

/// The longest history, in numbers: 0.8 GB.
const MOST: usize = 100_000_000;

/// Keeps every iterate.
struct History {
    watch: Watch,
    points: Option<Vec<f64>>,
}

impl Observer for History {
    fn iteration(&mut self, iteration: &Iteration<'_>) -> ControlFlow<()> {
        if let Some(points) = &mut self.points {
            points.extend_from_slice(iteration.point);
        }
        self.watch.iteration(iteration)
    }

    fn stops(&mut self) -> bool {
        self.watch.stops()
    }
}

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

/// Runs the prox iteration `z ← P(z − r (M z + q))`, where `P` projects on the bounds, and returns every iterate.
///
/// Parameters
/// ----------
/// M : (n, n) array or SciPy sparse matrix
/// q : (n,) array
/// r : float or str
///     The same number for all rows; `global` (one number, from the eigenvalues of `M`); `row` (one number per row); or
///     `adaptive`, which changes from iteration to iteration.
/// lower, upper : (n,) array or float, optional
///     Bounds of `z`; without any bounds, `z >= 0`.
/// start : (n,) array, optional
///     Initial point.
/// tolerance : float, optional
///     Largest scaled natural residual that counts as solved; default 1e-10.
/// max_iterations : int, optional
///     Iteration limit; default 50,000.
/// history : bool
///     Whether every iterate is returned as well.
///
/// Returns
/// -------
/// Solution, or (Solution, (k, n) array)
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
#[pyfunction]
#[pyo3(signature = (M, q, *, r, lower=None, upper=None, start=None, tolerance=None, max_iterations=None, history=false))]
#[allow(non_snake_case, clippy::too_many_arguments)]
pub fn prox<'py>(
    py: Python<'py>,
    M: &Bound<'py, PyAny>,
    q: &Bound<'py, PyAny>,
    r: &Bound<'py, PyAny>,
    lower: Option<&Bound<'py, PyAny>>,
    upper: Option<&Bound<'py, PyAny>>,
    start: Option<&Bound<'py, PyAny>>,
    tolerance: Option<f64>,
    max_iterations: Option<usize>,
    history: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let problem = posed(M, q, lower, upper)?;
    let rows = problem.dimension();
    let usual = ProxSettings::default();
    let settings = ProxSettings {
        tolerance: choices::tolerance(tolerance, usual.tolerance)?,
        iteration_limit: max_iterations.unwrap_or(usual.iteration_limit),
        scaling: scaling(r)?,
        ..usual
    };
    let longest = rows.saturating_mul(settings.iteration_limit.saturating_add(1));
    if history && longest > MOST {
        return Err(errors::input(format!(
            "history: expected at most {MOST} numbers, found up to {longest}; lower max_iterations"
        )));
    }
    let start = start.map(|start| arrays::finite_vector_of(start, "start", rows)).transpose()?;
    let mut observer = History { watch: Watch::new(None), points: history.then(Vec::new) };
    let solution = py.detach(|| {
        guard::guarded(|| {
            let answer = Prox::new(settings).solve(problem.as_ref(), start.as_deref(), &mut observer);
            Solution::checked(answer, Method::Prox, Some(problem.as_ref()))
        })
    })?;
    observer.watch.finish()?;
    let solution = Bound::new(py, solution)?.into_any();
    match observer.points {
        None => Ok(solution),
        Some(points) => {
            let count = points.len() / rows.max(1);
            let array = arrays::rows_of(py, count, rows, |iterate, row| points[iterate * rows + row])?;
            Ok((solution, array).into_pyobject(py)?.into_any())
        }
    }
}
