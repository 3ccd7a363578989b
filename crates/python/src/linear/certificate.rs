use crate::linear::solve::posed;
use crate::words::count;
use crate::{errors, guard};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use stiction_complementarity::{Certificate as Proof, ProofTree};

/// Proof that a linear complementarity problem has no solution.
#[pyclass(frozen, module = "stiction")]
#[derive(Clone)]
pub struct Certificate {
    proof: Proof,
    radius: f64,
}

impl Certificate {
    pub fn new(proof: Proof, radius: f64) -> Self {
        Self { proof, radius }
    }
}

#[pymethods]
impl Certificate {
    /// `farkas`: one vector shows that even the inequalities have no solution. `exhausted`: a tree of cases excludes all
    /// combinations of positions (lower bound, upper bound, between), with one vector per leaf.
    #[getter]
    fn kind(&self) -> &'static str {
        self.proof.kind()
    }

    /// Radius within which the proof holds, as a multiple of the problem's size. It is infinite, a proof without restriction,
    /// unless rounding leaves an error in a sum that should vanish.
    #[getter]
    fn radius(&self) -> f64 {
        self.radius
    }

    /// Farkas vector, shape (n,); `None` if the proof is a tree.
    #[getter]
    fn vector<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        match &self.proof {
            Proof::Farkas(exclusion) => Some(PyArray1::from_slice(py, &exclusion.vector)),
            Proof::Exhausted(_) => None,
        }
    }

    /// Number of leaves of the tree; 1 for a Farkas vector.
    #[getter]
    fn leaves(&self) -> usize {
        match &self.proof {
            Proof::Farkas(_) => 1,
            Proof::Exhausted(tree) => tree.leaves(),
        }
    }

    /// Tree as nested dictionaries: `{"row", "children"}` at a split, `{"vector"}` at a leaf; `None` for a Farkas vector.
    #[getter]
    fn tree<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        match &self.proof {
            Proof::Farkas(_) => Ok(None),
            Proof::Exhausted(tree) => dictionary(py, tree).map(Some),
        }
    }

    /// Checks the proof against a problem from scratch, in exact arithmetic.
    ///
    /// Returns the radius within which the proof holds. Raises `InputError` if the proof is rejected.
    #[pyo3(signature = (M, q, lower=None, upper=None))]
    #[allow(non_snake_case)]
    fn check(
        &self,
        M: &Bound<'_, PyAny>,
        q: &Bound<'_, PyAny>,
        lower: Option<&Bound<'_, PyAny>>,
        upper: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<f64> {
        let problem = posed(M, q, lower, upper)?;
        guard::guarded(|| self.proof.check(&*problem))?
            .map_err(|error| errors::input(format!("the proof that there is no solution was rejected: {error}")))
    }

    fn __repr__(&self) -> String {
        let proof = match &self.proof {
            Proof::Farkas(_) => "one Farkas vector".to_owned(),
            Proof::Exhausted(_) => format!("a tree of {}", count(self.leaves(), "Farkas vector")),
        };
        match self.radius {
            f64::INFINITY => format!("Certificate(no solution exists: proved by {proof}, exact)"),
            radius => format!(
                "Certificate(no solution exists within {radius:.0e} times the problem's size: proved by {proof})"
            ),
        }
    }
}

fn dictionary<'py>(py: Python<'py>, tree: &ProofTree) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    match tree {
        ProofTree::Leaf(exclusion) => entry.set_item("vector", PyArray1::from_slice(py, &exclusion.vector))?,
        ProofTree::Split { row, children } => {
            entry.set_item("row", row)?;
            let children = children.iter().map(|child| dictionary(py, child)).collect::<PyResult<Vec<_>>>()?;
            entry.set_item("children", PyList::new(py, children)?)?;
        }
    }
    Ok(entry)
}
