use super::solve::posed;
use super::{Certificate, Effort, Solution};
use crate::signals::Watch;
use crate::words::count;
use crate::{arrays, choices, errors, guard};
use numpy::PyArray2;
use pyo3::prelude::*;
use stiction_complementarity::solvers::{EnumerationError, enumerate};
use stiction_complementarity::{Effort as Counts, LinearProblem, Method, Outcome, Solution as Answer};

/// Polyhedron of solutions: convex combinations of its vertices plus nonnegative multiples of its rays.
#[pyclass(frozen, module = "stiction")]
pub struct Face {
    /// Dimension of the polyhedron, at least 1.
    #[pyo3(get)]
    dimension: usize,
    vertices: Vec<Vec<f64>>,
    rays: Vec<Vec<f64>>,
    /// Whether the lists of vertices and rays are complete.
    #[pyo3(get)]
    listed: bool,
    order: usize,
}

impl Face {
    fn rows<'py>(&self, py: Python<'py>, rows: &[Vec<f64>]) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::rows_of(py, rows.len(), self.order, |row, column| rows[row][column])
    }
}

#[pymethods]
impl Face {
    /// Vertices, one per row, shape (vertices, n).
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows(py, &self.vertices)
    }

    /// Unbounded directions, one per row, shape (rays, n).
    #[getter]
    fn rays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows(py, &self.rays)
    }

    fn __repr__(&self) -> String {
        let (vertices, rays) = (count(self.vertices.len(), "vertex"), count(self.rays.len(), "ray"));
        let more = if self.listed { "" } else { "; not all are listed" };
        format!("Face(polyhedron of solutions of dimension {}: {vertices}, {rays}{more})", self.dimension)
    }
}

/// All solutions of a linear complementarity problem, or the proof that there is none.
#[pyclass(frozen, get_all, module = "stiction")]
pub struct Enumeration {
    /// Isolated solutions, each once.
    solutions: Vec<Py<Solution>>,
    /// Polyhedra of solutions, none contained in another.
    faces: Vec<Py<Face>>,
    /// Whether `solutions` and `faces` together are complete.
    complete: bool,
    /// Proof that there is no solution, accepted by the checker; `None` if there are solutions or nothing is proved.
    certificate: Option<Certificate>,
    /// Cost as counts; `iterations` is the number of cases examined.
    effort: Effort,
}

#[pymethods]
impl Enumeration {
    /// `solved`, `no-solution`, or `stalled` if nothing was found and nothing was proved.
    #[getter]
    fn outcome(&self) -> &'static str {
        match (self.solutions.is_empty() && self.faces.is_empty(), &self.certificate) {
            (false, _) => Outcome::Solved.name(),
            (true, Some(_)) => "no-solution",
            (true, None) => Outcome::Stalled.name(),
        }
    }

    fn __len__(&self) -> usize {
        self.solutions.len()
    }

    fn __repr__(&self) -> String {
        match self.outcome() {
            "no-solution" => return "Enumeration(no solution exists; see certificate)".to_owned(),
            "stalled" => return "Enumeration(no solution found, and no proof that there is none)".to_owned(),
            _ => {}
        }
        let (isolated, faces) = (count(self.solutions.len(), "isolated solution"), count(self.faces.len(), "face"));
        let list = if self.complete { "complete" } else { "there may be more" };
        format!("Enumeration({isolated}, {faces} of solutions; {list})")
    }
}

/// Lists all solutions of a small linear complementarity problem, or proves that there is none.
///
/// Parameters
/// ----------
/// M : (n, n) array or SciPy sparse matrix
/// q : (n,) array
/// lower, upper : (n,) array or float, optional
///     Bounds of `z`; a single number holds for all rows. Without either, `z >= 0`. At most 24 rows may have a bound.
/// time_limit : float, optional
///     Time limit, s.
///
/// Returns
/// -------
/// Enumeration
///     Isolated solutions and polyhedra of solutions, or the checked proof that there are none.
///
/// Raises
/// ------
/// InputError
///     If the arguments do not define a problem, or the problem has too many rows.
/// StepError
///     If the time limit is reached.
///
/// Examples
/// --------
/// >>> import stiction
/// >>> rod = stiction.enumerate_lcp([[-1]], [1])
/// >>> [float(solution.z[0]) for solution in rod.solutions], rod.complete
/// ([0.0, 1.0], True)
/// >>> stiction.enumerate_lcp([[-1]], [-1]).certificate
/// Certificate(no solution exists: proved by one Farkas vector, exact)
#[pyfunction]
#[pyo3(signature = (M, q, lower=None, upper=None, *, time_limit=None))]
#[allow(non_snake_case)]
pub fn enumerate_lcp(
    py: Python<'_>,
    M: &Bound<'_, PyAny>,
    q: &Bound<'_, PyAny>,
    lower: Option<&Bound<'_, PyAny>>,
    upper: Option<&Bound<'_, PyAny>>,
    time_limit: Option<f64>,
) -> PyResult<Enumeration> {
    let problem = posed(M, q, lower, upper)?;
    let mut watch = Watch::new(choices::time_limit(time_limit)?);
    let found = py.detach(|| guard::guarded(|| enumerate(&*problem, &mut watch)))?;
    watch.finish()?;
    let found = found.map_err(|error| match error {
        EnumerationError::Interrupted => errors::step("the enumeration reached its time limit"),
        error => errors::input(error),
    })?;
    let certificate = match found.certificate {
        None => None,
        Some(proof) => {
            let radius = guard::guarded(|| proof.check(&*problem))?;
            radius.ok().map(|radius| Certificate::new(proof, radius))
        }
    };
    let empty = found.points.is_empty() && found.faces.is_empty();
    let point = |z: Vec<f64>| Py::new(py, listed(&*problem, z));
    let face = |face: stiction_complementarity::solvers::Face| {
        let (dimension, listed, order) = (face.dimension, face.listed, problem.dimension());
        Py::new(py, Face { dimension, vertices: face.vertices, rays: face.rays, listed, order })
    };
    Ok(Enumeration {
        solutions: found.points.into_iter().map(point).collect::<PyResult<_>>()?,
        faces: found.faces.into_iter().map(face).collect::<PyResult<_>>()?,
        complete: found.complete && (!empty || certificate.is_some()),
        certificate,
        effort: Counts { iterations: found.nodes, ..Counts::default() }.into(),
    })
}

/// One of the points, judged by the problem.
fn listed(problem: &dyn LinearProblem, z: Vec<f64>) -> Solution {
    let mut w = vec![0.0; z.len()];
    problem.evaluate(&z, &mut w);
    let residual = problem.residual_with(&z, &w);
    let (effort, basis) = (Counts::default(), None);
    let answer = Answer { z, w, outcome: Outcome::Solved, residual, effort, basis, answered_by: Method::Enumeration };
    Solution::checked(answer, Method::Enumeration, Some(problem))
}
