use crate::linear::solve::posed;
use crate::{errors, guard};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use stiction_complementarity::{Certificate as Proof, ProofTree};

/// A proof that a linear problem has no solution.
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
    /// `farkas`: one vector excludes everything; `exhausted`: a tree of pieces, each with a vector.
    #[getter]
    fn kind(&self) -> &'static str {
        self.proof.kind()
    }

    /// How far out, relative to the problem's size, the proof holds; infinite where every sign is exact.
    #[getter]
    fn radius(&self) -> f64 {
        self.radius
    }

    /// The Farkas vector; `None` where the proof is a tree.
    #[getter]
    fn vector<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        match &self.proof {
            Proof::Farkas(exclusion) => Some(PyArray1::from_slice(py, &exclusion.vector)),
            Proof::Exhausted(_) => None,
        }
    }

    /// The pieces that are excluded.
    #[getter]
    fn leaves(&self) -> usize {
        match &self.proof {
            Proof::Farkas(_) => 1,
            Proof::Exhausted(tree) => tree.leaves(),
        }
    }

    /// The tree as dictionaries: `{"row", "children"}`, and `{"vector"}` at the leaves; `None` for a Farkas vector.
    #[getter]
    fn tree<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        match &self.proof {
            Proof::Farkas(_) => Ok(None),
            Proof::Exhausted(tree) => dictionary(py, tree).map(Some),
        }
    }

    /// Checks the proof from scratch against a problem, in exact arithmetic, and gives its radius.
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
        let leaves = self.leaves();
        let plural = if leaves == 1 { "" } else { "s" };
        format!("Certificate({}, {leaves} piece{plural} excluded, radius {})", self.kind(), self.radius)
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
