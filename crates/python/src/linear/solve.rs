use super::Solution;
use crate::signals::Watch;
use crate::{arrays, choices, errors, guard};
use pyo3::prelude::*;
use stiction_complementarity::solvers::Settings;
use stiction_complementarity::{Lcp, LinearProblem, Method, MixedLcp};

/// A linear problem from what Python gives: on the orthant where there are no bounds at all.
pub fn posed(
    matrix: &Bound<'_, PyAny>,
    vector: &Bound<'_, PyAny>,
    lower: Option<&Bound<'_, PyAny>>,
    upper: Option<&Bound<'_, PyAny>>,
) -> PyResult<Box<dyn LinearProblem + Send + Sync>> {
    let (matrix, vector) = (arrays::matrix(matrix, "M")?, arrays::vector(vector, "q")?);
    if lower.is_none() && upper.is_none() {
        return Ok(Box::new(Lcp::new(matrix, vector).map_err(errors::input)?));
    }
    let rows = vector.len();
    let lower = arrays::bounds(lower, "lower", rows, f64::NEG_INFINITY)?;
    let upper = arrays::bounds(upper, "upper", rows, f64::INFINITY)?;
    Ok(Box::new(MixedLcp::new(matrix, vector, lower, upper).map_err(errors::input)?))
}

/// The method of that name.
pub fn method(name: &str) -> PyResult<Method> {
    choices::named(name, Method::ALL.iter().map(|method| method.name()))
}

/// Settings that every method understands.
pub fn settings(
    tolerance: Option<f64>,
    max_iterations: Option<usize>,
    levenberg_marquardt: Option<&Bound<'_, PyAny>>,
) -> PyResult<Settings> {
    let tolerance = choices::tolerance(tolerance, Settings::default().tolerance)?;
    let levenberg_marquardt = levenberg_marquardt.map(choices::levenberg_marquardt).transpose()?.unwrap_or_default();
    Ok(Settings { tolerance, iteration_limit: max_iterations, levenberg_marquardt })
}

/// Solves the linear complementarity problem: find `z >= 0` such that `w = M z + q >= 0` and `z w = 0` in each row.
///
/// Parameters
/// ----------
/// M : (n, n) array or SciPy sparse matrix
/// q : (n,) array
/// method : str
///     A name of `stiction.methods()`.
/// start : (n,) array, optional
///     Initial point.
/// tolerance : float, optional
///     Largest scaled natural residual that counts as solved; default 1e-10.
/// max_iterations : int, optional
///     Iteration limit; the default depends on the method.
/// time_limit : float, optional
///     Time limit, s. If it is reached, the outcome is `interrupted`.
/// levenberg_marquardt : dict, optional
///     Parameters of `fb-rlm` and `fb-plm`, such as `{"damping": 1e-3}`; `stiction methods` lists them.
///
/// Returns
/// -------
/// Solution
///     The best point found, its outcome and its residual. The outcome `no-solution` comes with a checked `certificate`.
///
/// Raises
/// ------
/// InputError
///     If the arguments do not define a problem, or the method is unknown.
///
/// Examples
/// --------
/// >>> import stiction
/// >>> answer = stiction.solve_lcp([[2, 1], [1, 2]], [-5, -6])
/// >>> answer.outcome, answer.z.round(6)
/// ('solved', array([1.333333, 2.333333]))
#[pyfunction]
#[pyo3(signature = (M, q, *, method="auto", start=None, tolerance=None, max_iterations=None, time_limit=None,
                    levenberg_marquardt=None))]
#[allow(non_snake_case, clippy::too_many_arguments)]
pub fn solve_lcp(
    py: Python<'_>,
    M: &Bound<'_, PyAny>,
    q: &Bound<'_, PyAny>,
    method: &str,
    start: Option<&Bound<'_, PyAny>>,
    tolerance: Option<f64>,
    max_iterations: Option<usize>,
    time_limit: Option<f64>,
    levenberg_marquardt: Option<&Bound<'_, PyAny>>,
) -> PyResult<Solution> {
    let problem = Lcp::new(arrays::matrix(M, "M")?, arrays::vector(q, "q")?).map_err(errors::input)?;
    solve(py, &problem, method, start, settings(tolerance, max_iterations, levenberg_marquardt)?, time_limit)
}

/// Solves the mixed linear complementarity problem `w = M z + q` with bounds on `z`: `w >= 0` where `z` is at its lower bound,
/// `w <= 0` at its upper bound, `w = 0` between them.
///
/// Parameters
/// ----------
/// M : (n, n) array or SciPy sparse matrix
/// q : (n,) array
/// lower, upper : (n,) array or float, optional
///     Bounds of `z`; a single number holds for all rows. `None` and infinite bounds mean no bound; rows without bounds are
///     equations.
/// method : str
///     A name of `stiction.methods()`.
/// start : (n,) array, optional
///     Initial point.
/// tolerance : float, optional
///     Largest scaled natural residual that counts as solved; default 1e-10.
/// max_iterations : int, optional
///     Iteration limit; the default depends on the method.
/// time_limit : float, optional
///     Time limit, s. If it is reached, the outcome is `interrupted`.
/// levenberg_marquardt : dict, optional
///     Parameters of `fb-rlm` and `fb-plm`, such as `{"damping": 1e-3}`; `stiction methods` lists them.
///
/// Returns
/// -------
/// Solution
///     The best point found, its outcome and its residual. The outcome `no-solution` comes with a checked `certificate`.
///
/// Raises
/// ------
/// InputError
///     If the arguments do not define a problem, or the method is unknown.
///
/// Examples
/// --------
/// >>> import numpy as np, stiction
/// >>> answer = stiction.solve_mlcp([[2, 1], [1, 2]], [-5, 6], [-np.inf, 0], [np.inf, 1])
/// >>> answer.z
/// array([2.5, 0. ])
#[pyfunction]
#[pyo3(signature = (M, q, lower=None, upper=None, *, method="auto", start=None, tolerance=None, max_iterations=None,
                    time_limit=None, levenberg_marquardt=None))]
#[allow(non_snake_case, clippy::too_many_arguments)]
pub fn solve_mlcp(
    py: Python<'_>,
    M: &Bound<'_, PyAny>,
    q: &Bound<'_, PyAny>,
    lower: Option<&Bound<'_, PyAny>>,
    upper: Option<&Bound<'_, PyAny>>,
    method: &str,
    start: Option<&Bound<'_, PyAny>>,
    tolerance: Option<f64>,
    max_iterations: Option<usize>,
    time_limit: Option<f64>,
    levenberg_marquardt: Option<&Bound<'_, PyAny>>,
) -> PyResult<Solution> {
    let (matrix, vector) = (arrays::matrix(M, "M")?, arrays::vector(q, "q")?);
    let rows = vector.len();
    let lower = arrays::bounds(lower, "lower", rows, f64::NEG_INFINITY)?;
    let upper = arrays::bounds(upper, "upper", rows, f64::INFINITY)?;
    let problem = MixedLcp::new(matrix, vector, lower, upper).map_err(errors::input)?;
    solve(py, &problem, method, start, settings(tolerance, max_iterations, levenberg_marquardt)?, time_limit)
}

fn solve<P: LinearProblem + Sync>(
    py: Python<'_>,
    problem: &P,
    name: &str,
    start: Option<&Bound<'_, PyAny>>,
    settings: Settings,
    time_limit: Option<f64>,
) -> PyResult<Solution> {
    let method = method(name)?;
    let start = start.map(|start| arrays::finite_vector_of(start, "start", problem.dimension())).transpose()?;
    let mut watch = Watch::new(choices::time_limit(time_limit)?);
    let solution = py.detach(|| {
        guard::guarded(|| {
            let answer = method.linear_solver(&settings).solve(problem, start.as_deref(), &mut watch);
            Solution::checked(answer, method, Some(problem))
        })
    })?;
    watch.finish()?;
    Ok(solution)
}

/// Returns the methods for complementarity problems as a list of `(name, description)`.
#[pyfunction]
pub fn methods() -> Vec<(&'static str, &'static str)> {
    Method::ALL.iter().map(|method| (method.name(), method.description())).collect()
}
