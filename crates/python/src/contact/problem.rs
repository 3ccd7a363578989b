use super::ContactSolution;
use super::law::{dictionary, laws};
use super::options::{method, settings};
use crate::signals::Watch;
use crate::words::{count, counted};
use crate::{arrays, choices, errors, guard};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use stiction_contact::{ContactProblem as Problem, EnumerationSettings, Method, enumerate, standard};
use stiction_formats::{AnyProblem, ContactFile, no_matrix_files, read_any_problem, write_contact, write_fclib};
use stiction_linalg::Matrix;

/// A contact problem: find impulses `p` such that `p` and the velocities `u = W p + b` satisfy a law at each contact.
///
/// `W` is the Delassus matrix, `b` the unconstrained (free) velocity, m/s. Create one with `from_arrays`, `from_primal`, `load`
/// or `example`.
///
/// >>> import numpy as np, stiction
/// >>> problem = stiction.ContactProblem.from_arrays(np.eye(3), [-0.5, 1, 0], mu=0.5)
/// >>> answer = problem.solve()
/// >>> answer.outcome, answer.impulses[:2].round(9), answer.modes
/// ('solved', array([ 0.5 , -0.25]), ['slip'])
#[pyclass(frozen, module = "stiction")]
pub struct ContactProblem {
    pub(super) problem: Arc<Problem>,
    name: String,
}

impl ContactProblem {
    fn new(problem: Problem, name: impl Into<String>) -> Self {
        Self { problem: Arc::new(problem), name: name.into() }
    }
}

#[pymethods]
impl ContactProblem {
    /// Creates a problem from the Delassus matrix.
    ///
    /// Parameters
    /// ----------
    /// W : (n, n) array or SciPy sparse matrix
    ///     Delassus matrix, m/s per N·s.
    /// b : (n,) array
    ///     Unconstrained (free) velocity, m/s.
    /// mu : float or array, optional
    ///     Friction coefficient of each contact. Each contact has three rows: normal and two tangents. In the plane it has two
    ///     rows, and `mu` is an array.
    /// laws : list of dict, optional
    ///     Laws in the order of the rows, instead of `mu`, as in problem files: `{"law": "unilateral"}`. The laws are `coulomb`
    ///     and `planar-coulomb` (key `friction`), `rolling` (`friction`, `rolling_friction`), `unilateral`, `bilateral`
    ///     (`rows`) and `bounded` (`lower`, `upper`, N·s).
    /// labels : list of str, optional
    ///     Name of each law, for messages.
    /// slips : (laws, 2) array, optional
    ///     Slip velocity of each law before the step along its two tangents, m/s, for `alignment="slip"`. The default is the
    ///     tangential part of `b`.
    ///
    /// Returns
    /// -------
    /// ContactProblem
    ///
    /// Raises
    /// ------
    /// InputError
    ///     If the arguments do not define a problem.
    #[classmethod]
    #[pyo3(signature = (W, b, mu=None, *, laws=None, labels=None, slips=None))]
    #[allow(non_snake_case)]
    fn from_arrays(
        _class: &Bound<'_, PyType>,
        W: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        mu: Option<&Bound<'_, PyAny>>,
        laws: Option<&Bound<'_, PyAny>>,
        labels: Option<Vec<String>>,
        slips: Option<Vec<[f64; 2]>>,
    ) -> PyResult<Self> {
        let (matrix, velocity) = (arrays::matrix(W, "W")?, arrays::vector(b, "b")?);
        let laws = self::laws(mu, laws, velocity.len())?;
        let problem = match matrix {
            Matrix::Dense(matrix) => Problem::new(matrix, velocity, laws),
            Matrix::Sparse(matrix) => Problem::from_sparse(&matrix, velocity, laws),
        };
        let mut problem = problem.map_err(errors::input)?;
        if let Some(labels) = labels {
            problem = problem.with_labels(labels).map_err(errors::input)?;
        }
        if let Some(slips) = slips {
            problem = problem.with_slips(slips).map_err(errors::input)?;
        }
        Ok(Self::new(problem, ""))
    }

    /// Creates a problem from its primal form, `M v = f + H p` and `u = Hᵀ v + w`.
    ///
    /// Parameters
    /// ----------
    /// M : (m, m) array or SciPy sparse matrix
    ///     Mass matrix.
    /// H : (m, n) array or SciPy sparse matrix
    ///     Transposed contact Jacobian.
    /// f : (m,) array
    ///     Momentum without contact impulses, N·s.
    /// w : (n,) array
    ///     Constant part of the contact velocities, m/s.
    /// mu, laws, labels
    ///     As in `from_arrays`.
    ///
    /// Returns
    /// -------
    /// ContactProblem
    ///
    /// Raises
    /// ------
    /// InputError
    ///     If the arguments do not define a problem.
    #[classmethod]
    #[pyo3(signature = (M, H, f, w, mu=None, *, laws=None, labels=None))]
    #[allow(non_snake_case, clippy::too_many_arguments)]
    fn from_primal(
        _class: &Bound<'_, PyType>,
        M: &Bound<'_, PyAny>,
        H: &Bound<'_, PyAny>,
        f: &Bound<'_, PyAny>,
        w: &Bound<'_, PyAny>,
        mu: Option<&Bound<'_, PyAny>>,
        laws: Option<&Bound<'_, PyAny>>,
        labels: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let sparse = |matrix: Matrix| match matrix {
            Matrix::Sparse(matrix) => Ok(matrix),
            Matrix::Dense(full) => {
                let mut entries = Vec::new();
                for column in 0..full.columns() {
                    let values = full.column(column).iter().enumerate().filter(|(_, value)| **value != 0.0);
                    entries.extend(values.map(|(row, value)| (row, column, *value)));
                }
                let (rows, columns) = (full.rows(), full.columns());
                stiction_linalg::SparseMatrix::from_triplets(rows, columns, &entries).map_err(errors::input)
            }
        };
        let (mass, jacobian) = (sparse(arrays::matrix(M, "M")?)?, sparse(arrays::matrix(H, "H")?)?);
        let (force, offset) = (arrays::vector(f, "f")?, arrays::vector(w, "w")?);
        let laws = self::laws(mu, laws, offset.len())?;
        let problem = Problem::from_primal(mass, jacobian, &force, &offset, laws).map_err(errors::input)?;
        let problem = match labels {
            Some(labels) => problem.with_labels(labels).map_err(errors::input)?,
            None => problem,
        };
        Ok(Self::new(problem, ""))
    }

    /// Reads a problem file: JSON of kind `contact`, or HDF5 of FCLIB. The content decides, not the file name.
    ///
    /// Raises `InputError` if the file cannot be read or does not hold a contact problem.
    #[classmethod]
    fn load(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let name = path.display().to_string();
        let read = py.detach(|| guard::guarded(|| read_any_problem(&path)))?.map_err(errors::input)?;
        let posed = match read {
            AnyProblem::Linear(_) => {
                return Err(errors::input(format!(
                    "{name}: expected a contact problem, found a complementarity problem"
                )));
            }
            AnyProblem::Contact(loaded) => loaded.pose(),
            AnyProblem::Fclib(file) => file.pose(),
        };
        Ok(Self::new(posed.map_err(|error| errors::input(format!("{name}: {error}")))?, name))
    }

    /// Returns a built-in contact problem by its name. The command `stiction examples` lists the names.
    #[classmethod]
    fn example(_class: &Bound<'_, PyType>, name: &str) -> PyResult<Self> {
        let unknown = || errors::input(format!("expected a name listed by `stiction examples`, found '{name}'"));
        Ok(Self::new(standard::sample(name).ok_or_else(unknown)?.problem, name))
    }

    /// Writes the problem to a file: FCLIB's format if the name ends in `.hdf5` or `.h5`, otherwise JSON. `load` restores the
    /// numbers bit for bit.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let file = ContactFile::from(&*self.problem);
        let is_fclib = path.extension().is_some_and(|ending| ending == "hdf5" || ending == "h5");
        if !is_fclib {
            return write_contact(&path, &file).map_err(errors::input);
        }
        let name = path.display().to_string();
        let loaded = file.resolve(&mut no_matrix_files).map_err(|error| errors::input(format!("{name}: {error}")))?;
        let file = loaded.to_fclib(&name).map_err(errors::input)?;
        write_fclib(&path, &file).map_err(errors::input)
    }

    #[staticmethod]
    fn _again(text: &str, name: &str) -> PyResult<Self> {
        let file = ContactFile::parse(name, text.as_bytes()).map_err(errors::input)?;
        let loaded = file.resolve(&mut no_matrix_files).map_err(errors::input)?;
        Ok(Self::new(loaded.pose().map_err(errors::input)?, name))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.get_type::<Self>().getattr("_again")?;
        let text = ContactFile::from(&*self.problem).to_json();
        Ok((make, (text, &self.name).into_pyobject(py)?))
    }

    /// Solves the problem.
    ///
    /// Parameters
    /// ----------
    /// method : str
    ///     A name of `stiction.contact_methods()`.
    /// start : (n,) array, optional
    ///     Initial impulses, N·s.
    /// time_limit : float, optional
    ///     Time limit, s. If it is reached, the outcome is `interrupted`.
    /// tolerance : float
    ///     Largest relative residual that counts as solved; default 1e-8.
    /// max_iterations : int
    ///     Iteration limit; the default depends on the method.
    /// facets : int
    ///     Facets of the friction pyramid, 3 to 64; default 8.
    /// alignment : str
    ///     Direction of the first facet: `slip` (default) against the slip before the step, `fixed` along the first tangent.
    /// relaxation : float
    ///     Relaxation `ζ`: the matrix `W + ζ I` replaces `W`; default 0.
    /// prox_scaling : str or float
    ///     Parameter `r` of the prox iteration: `contact` (default), `global`, `adaptive`, or a number, N·s per m/s.
    /// sweep : str
    ///     Update order of the prox iteration: `gauss-seidel` (default) or `jacobi`.
    /// levenberg_marquardt : dict
    ///     Parameters of the methods with rlm or plm in their name, such as `{"damping": 1e-3}`; `stiction methods` lists them.
    ///
    /// Returns
    /// -------
    /// ContactSolution
    ///     Best impulses found, outcome and residual.
    ///
    /// Raises
    /// ------
    /// InputError
    ///     If a method or setting is unknown or out of range.
    #[pyo3(signature = (method="auto", *, start=None, time_limit=None, **options))]
    fn solve(
        &self,
        py: Python<'_>,
        method: &str,
        start: Option<&Bound<'_, PyAny>>,
        time_limit: Option<f64>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ContactSolution> {
        let (method, settings) = (self::method(method)?, settings(options)?);
        let start = start.map(|start| arrays::finite_vector_of(start, "start", self.problem.order())).transpose()?;
        let mut watch = Watch::new(choices::time_limit(time_limit)?);
        let problem = &self.problem;
        let solution = py.detach(|| {
            guard::guarded(|| {
                let began = Instant::now();
                let answer = method.solve(problem, &settings, start.as_deref(), &mut watch);
                let wall = began.elapsed().as_secs_f64();
                ContactSolution::checked(Arc::clone(problem), answer, method, settings.tolerance, wall)
            })
        })?;
        watch.finish()?;
        Ok(solution)
    }

    /// Solves the problem with several methods (default: all) and returns a `Comparison`, which prints as a table.
    ///
    /// `options` are those of `solve` and apply to every method.
    #[pyo3(signature = (methods=None, **options))]
    fn compare<'py>(
        slf: &Bound<'py, Self>,
        methods: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let options = options.cloned().unwrap_or_else(|| PyDict::new(py));
        py.import("stiction.comparison")?.call_method1("compare", (slf, methods, options))
    }

    /// Enumerates the modes (open, stick, slip, …) that have a solution.
    ///
    /// Returns
    /// -------
    /// solutions : list of dict
    ///     One per mode: `modes` (one per law), `impulses` (N·s), `velocities` (m/s), `relative` (the relative residual) and
    ///     `unique` (false if it is one of a family of solutions in the same mode).
    /// complete : bool
    ///     Whether the list is complete, up to rounding.
    /// reason : str
    ///     Why it is complete or not.
    ///
    /// Raises
    /// ------
    /// InputError
    ///     If there are more than 100,000 modes.
    fn enumerate<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyList>, bool, String)> {
        let found = py.detach(|| guard::guarded(|| enumerate(&self.problem, &EnumerationSettings::default())))?;
        let found = found.map_err(errors::input)?;
        let list = PyList::empty(py);
        for solution in &found.solutions {
            let entry = PyDict::new(py);
            entry.set_item("modes", solution.modes.iter().map(|mode| mode.name()).collect::<Vec<_>>())?;
            entry.set_item("impulses", PyArray1::from_slice(py, &solution.impulses))?;
            entry.set_item("velocities", PyArray1::from_slice(py, &solution.velocities))?;
            entry.set_item("relative", solution.residual.relative)?;
            entry.set_item("unique", solution.unique)?;
            list.append(entry)?;
        }
        Ok((list, found.complete, found.reason))
    }

    /// Returns the residual of given impulses (n numbers, N·s), as the problem measures it.
    fn residual(&self, impulses: &Bound<'_, PyAny>) -> PyResult<super::ContactResidual> {
        let impulses = arrays::vector_of(impulses, "impulses", self.problem.order())?;
        Ok((&self.problem.residual(&impulses)).into())
    }

    /// File or example that the problem comes from; empty for arrays.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Number of scalar rows, n.
    #[getter]
    fn rows(&self) -> usize {
        self.problem.order()
    }

    /// Laws as dictionaries, as in problem files.
    #[getter]
    fn laws<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let laws = self.problem.laws().iter().map(|law| dictionary(py, law)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, laws)
    }

    /// Name of each law in messages.
    #[getter]
    fn labels(&self) -> Vec<String> {
        (0..self.problem.laws().len()).map(|law| self.problem.label(law).into_owned()).collect()
    }

    /// Delassus matrix as a dense array of shape (n, n), m/s per N·s.
    #[getter(W)]
    fn delassus<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::to_array(py, &self.problem.dense())
    }

    /// Unconstrained (free) velocity, shape (n,), m/s.
    #[getter]
    fn b<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.problem.free_velocity())
    }

    fn __repr__(&self) -> String {
        let (laws, rows) = (count(self.problem.laws().len(), "law"), count(self.problem.order(), "row"));
        let kinds = counted(self.problem.laws().iter().map(|law| law.name()));
        let name = if self.name.is_empty() { String::new() } else { format!("{}: ", self.name) };
        format!("ContactProblem({name}{laws} ({kinds}), {rows})")
    }
}

/// Returns the methods for contact problems as a list of `(name, description)`.
#[pyfunction]
pub fn contact_methods() -> Vec<(&'static str, &'static str)> {
    Method::ALL.iter().map(|method| (method.name(), method.description())).collect()
}
