use super::Solution;
use super::solve::{method, settings};
use crate::signals::Watch;
use crate::{arrays, choices, errors, guard};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::ops::ControlFlow;
use stiction_complementarity::{Bounds, Iteration, Observer, Problem};
use stiction_linalg::{DenseMatrix, Matrix};

/// A problem whose function and Jacobian are Python's. What they raise is kept, and ends the solve.
struct Callables<'a, 'py> {
    py: Python<'py>,
    function: &'a Bound<'py, PyAny>,
    jacobian: &'a Bound<'py, PyAny>,
    bounds: Bounds,
    raised: RefCell<Option<PyErr>>,
}

impl Callables<'_, '_> {
    fn value(&self, z: &[f64]) -> PyResult<Vec<f64>> {
        let value = self.function.call1((PyArray1::from_slice(self.py, z),))?;
        arrays::vector_of(&value, "f(x)", z.len())
    }

    fn derivative(&self, z: &[f64]) -> PyResult<Matrix> {
        let value = self.jacobian.call1((PyArray1::from_slice(self.py, z),))?;
        let matrix = arrays::matrix(&value, "jacobian(x)")?;
        let (rows, columns, order) = (matrix.rows(), matrix.columns(), z.len());
        if (rows, columns) == (order, order) {
            return Ok(matrix);
        }
        Err(errors::input(format!("jacobian(x): expected {order} × {order} numbers, found {rows} × {columns}")))
    }

    /// Nothing is computed any more once something was raised.
    fn kept<T>(&self, computed: impl FnOnce() -> PyResult<T>) -> Option<T> {
        if self.raised.borrow().is_some() {
            return None;
        }
        computed().inspect_err(|error| self.raised.replace(Some(error.clone_ref(self.py))).map_or((), drop)).ok()
    }
}

impl Problem for Callables<'_, '_> {
    fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    fn evaluate(&self, z: &[f64], w: &mut [f64]) {
        match self.kept(|| self.value(z)) {
            Some(value) => w.copy_from_slice(&value),
            None => w.fill(f64::NAN),
        }
    }

    fn jacobian(&self, z: &[f64], jacobian: &mut DenseMatrix) {
        jacobian.reset(z.len(), z.len());
        if let Some(value) = self.kept(|| self.derivative(z)) {
            value.for_each(|row, column, value| jacobian[(row, column)] = value);
        }
    }
}

struct Until<'a, 'py>(&'a Callables<'a, 'py>, Watch);

impl Observer for Until<'_, '_> {
    fn iteration(&mut self, _: &Iteration<'_>) -> ControlFlow<()> {
        if self.stops() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn stops(&mut self) -> bool {
        self.0.raised.borrow().is_some() || self.1.stops()
    }
}

/// Solves the mixed nonlinear complementarity problem `w = f(z)` with bounds on `z`: `w >= 0` where `z` is at its lower bound,
/// `w <= 0` at its upper bound, `w = 0` between them.
///
/// Parameters
/// ----------
/// f : callable
///     `f(x)` returns an array of shape (n,). Outside its domain it returns NaN.
/// jacobian : callable
///     `jacobian(x)` returns the derivative of `f` as an (n, n) array or SciPy sparse matrix.
/// lower, upper : (n,) array or float, optional
///     Bounds of `z`; a single number holds for all rows. Rows without bounds are equations.
/// x0 : (n,) array, optional
///     Initial point. It is required if neither bound is an array.
/// method : str
///     `auto`, `path`, `fb-rlm` or `fb-plm`.
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
///     The best point found, its outcome and its residual.
///
/// Raises
/// ------
/// InputError
///     If the arguments do not define a problem. An exception of `f` or `jacobian` ends the solve and is raised unchanged.
///
/// Examples
/// --------
/// >>> import numpy as np, stiction
/// >>> answer = stiction.solve_mcp(lambda x: x**3 - 8, lambda x: np.diag(3 * x**2), [0], [np.inf], [1.0])
/// >>> answer.outcome, answer.z.round(9)
/// ('solved', array([2.]))
#[pyfunction]
#[pyo3(signature = (f, jacobian, lower=None, upper=None, x0=None, *, method="auto", tolerance=None, max_iterations=None,
                    time_limit=None, levenberg_marquardt=None))]
#[allow(clippy::too_many_arguments)]
pub fn solve_mcp<'py>(
    py: Python<'py>,
    f: &Bound<'py, PyAny>,
    jacobian: &Bound<'py, PyAny>,
    lower: Option<&Bound<'py, PyAny>>,
    upper: Option<&Bound<'py, PyAny>>,
    x0: Option<&Bound<'py, PyAny>>,
    method: &str,
    tolerance: Option<f64>,
    max_iterations: Option<usize>,
    time_limit: Option<f64>,
    levenberg_marquardt: Option<&Bound<'py, PyAny>>,
) -> PyResult<Solution> {
    let start = x0.map(|start| arrays::vector(start, "x0")).transpose()?;
    let given = |bounds: Option<&Bound<'py, PyAny>>| bounds.and_then(|bounds| bounds.len().ok());
    let rows = start.as_ref().map(Vec::len).or(given(lower)).or(given(upper));
    let rows = rows.ok_or_else(|| {
        errors::input("x0: expected an initial point, because the bounds do not give the number of rows")
    })?;
    let lower = arrays::bounds(lower, "lower", rows, f64::NEG_INFINITY)?;
    let upper = arrays::bounds(upper, "upper", rows, f64::INFINITY)?;
    if let Some((place, value)) = start.iter().flatten().enumerate().find(|(_, value)| !value.is_finite()) {
        return Err(errors::input(format!("x0[{place}] is {value}; expected a finite number")));
    }
    let bounds = Bounds::new(lower, upper).map_err(errors::input)?;
    if bounds.len() != rows {
        return Err(errors::input(format!("x0: expected {} numbers, found {rows}", bounds.len())));
    }
    if bounds.is_empty() {
        return Err(errors::input(stiction_complementarity::ProblemError::Empty));
    }
    let (method, settings) = (self::method(method)?, settings(tolerance, max_iterations, levenberg_marquardt)?);
    let solver = method.nonlinear_solver(&settings);
    let mut solver = solver.ok_or_else(|| {
        errors::input(format!("method {method} takes linear problems only; expected auto, path, fb-rlm or fb-plm"))
    })?;
    let problem = Callables { py, function: f, jacobian, bounds, raised: RefCell::new(None) };
    let mut until = Until(&problem, Watch::new(choices::time_limit(time_limit)?));
    let answer = guard::guarded(|| solver.solve(&problem, start.as_deref(), &mut until))?;
    until.1.finish()?;
    match problem.raised.into_inner() {
        Some(error) => Err(error),
        None => Ok(Solution::checked(answer, method, None)),
    }
}
