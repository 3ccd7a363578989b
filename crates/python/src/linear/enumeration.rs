use super::solve::posed;
use super::{Certificate, Effort, Solution};
use crate::signals::Watch;
use crate::{arrays, choices, errors, guard};
use numpy::PyArray2;
use pyo3::prelude::*;
use stiction_complementarity::solvers::{EnumerationError, enumerate};
use stiction_complementarity::{Effort as Counts, LinearProblem, Method, Outcome, Solution as Answer};

/// A whole polyhedron of solutions: its vertices plus nonnegative multiples of its rays.
#[pyclass(frozen, module = "stiction")]
pub struct Face {
    /// Its dimension, at least 1.
    #[pyo3(get)]
    dimension: usize,
    vertices: Vec<Vec<f64>>,
    rays: Vec<Vec<f64>>,
    /// Whether all vertices and rays are listed.
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
    /// Its corners, one per row.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows(py, &self.vertices)
    }

    /// Its unbounded directions, one per row.
    #[getter]
    fn rays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows(py, &self.rays)
    }

    fn __repr__(&self) -> String {
        format!("Face(dimension={}, vertices={}, rays={})", self.dimension, self.vertices.len(), self.rays.len())
    }
}

/// Every solution of a linear problem, or the proof that there is none.
#[pyclass(frozen, get_all, module = "stiction")]
pub struct Enumeration {
    /// The isolated solutions, each once.
    solutions: Vec<Py<Solution>>,
    /// The faces of solutions, none inside another.
    faces: Vec<Py<Face>>,
    /// Whether the list is complete.
    complete: bool,
    /// Of a complete and empty list: the proof, accepted by the checker.
    certificate: Option<Certificate>,
    /// What it cost: iterations are pieces looked at.
    effort: Effort,
}

#[pymethods]
impl Enumeration {
    /// `solved`, `no-solution`, or `stalled` where nothing was found and nothing was proved.
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
        let list = if self.complete { "complete" } else { "not complete" };
        format!(
            "Enumeration({}: {} isolated solutions, {} faces, {list})",
            self.outcome(),
            self.solutions.len(),
            self.faces.len()
        )
    }
}

/// Lists all solutions of a small linear problem (at most 24 rows with a choice), or proves that there is none.
///
/// >>> import stiction
/// >>> rod = stiction.enumerate_lcp([[-1]], [1])
/// >>> [float(solution.z[0]) for solution in rod.solutions], rod.complete
/// ([0.0, 1.0], True)
/// >>> stiction.enumerate_lcp([[-1]], [-1]).certificate
/// Certificate(farkas, 1 piece excluded, radius inf)
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
        EnumerationError::Interrupted => errors::step("the enumeration was interrupted: its time is up"),
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
