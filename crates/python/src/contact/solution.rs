use super::ContactResidual;
use crate::linear::{Certificate, Effort};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::sync::Arc;
use stiction_contact::{ContactProblem, ContactSolution as Answer, Method, Outcome};

/// Slips below this share of the velocity scale count as sticking, unless the tolerance is coarser.
const SLOWEST: f64 = 1e-9;
/// Velocities below this share of the velocity scale are rest, where undetermined impulses are counted.
const AT_REST: f64 = 1e-6;
/// The most rows for which they are counted.
const LARGEST_NULL_SPACE: usize = 3000;

/// A method's answer to a contact problem, with the residual that the problem measured.
#[pyclass(frozen, module = "stiction")]
pub struct ContactSolution {
    problem: Arc<ContactProblem>,
    answer: Answer,
    method: Method,
    tolerance: f64,
    radius: Option<f64>,
    note: Option<String>,
    wall: f64,
    impulses: PyOnceLock<Py<PyArray1<f64>>>,
    velocities: PyOnceLock<Py<PyArray1<f64>>>,
}

impl ContactSolution {
    /// A claim of no solution counts only if the checker accepts its proof.
    pub fn checked(
        problem: Arc<ContactProblem>,
        mut answer: Answer,
        method: Method,
        tolerance: f64,
        wall: f64,
    ) -> Self {
        let (mut radius, mut note) = (None, None);
        if let Outcome::NoSolution(proof) = &answer.outcome {
            match problem.check_proof(proof) {
                Ok(accepted) => radius = Some(accepted),
                Err(reason) => {
                    note = Some(reason);
                    answer.outcome = Outcome::NumericalFailure;
                }
            }
        }
        let (impulses, velocities) = (PyOnceLock::new(), PyOnceLock::new());
        Self { problem, answer, method, tolerance, radius, note, wall, impulses, velocities }
    }
}

#[pymethods]
impl ContactSolution {
    /// How the solve ended: `solved`, `model-solved`, `no-solution`, `unsuited`, `iteration-limit`, `stalled`, `diverged`,
    /// `numerical-failure`, `ray-termination` or `interrupted`.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.answer.outcome.name()
    }

    /// Whether the exact laws hold.
    #[getter]
    fn solved(&self) -> bool {
        self.answer.is_solved()
    }

    /// The best impulses found, N·s, in the order of the problem's rows.
    #[getter]
    fn impulses(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        let array = || PyArray1::from_slice(py, &self.answer.impulses).unbind();
        self.impulses.get_or_init(py, array).clone_ref(py)
    }

    /// `W p + b`, m/s.
    #[getter]
    fn velocities(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        let array = || PyArray1::from_slice(py, &self.answer.velocities).unbind();
        self.velocities.get_or_init(py, array).clone_ref(py)
    }

    /// The impulses, as in other problems.
    #[getter]
    fn z(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        self.impulses(py)
    }

    /// The velocities, as in other problems.
    #[getter]
    fn w(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        self.velocities(py)
    }

    /// How far the impulses are from the exact laws.
    #[getter]
    fn residual(&self) -> ContactResidual {
        (&self.answer.residual).into()
    }

    /// What the solve cost, in counts.
    #[getter]
    fn effort(&self) -> Effort {
        self.answer.effort.into()
    }

    /// What it took by the clock, s.
    #[getter]
    fn wall(&self) -> f64 {
        self.wall
    }

    /// The proof that there is no solution; only problems without friction have one.
    #[getter]
    fn certificate(&self) -> Option<Certificate> {
        match (&self.answer.outcome, self.radius) {
            (Outcome::NoSolution(proof), Some(radius)) => Some(Certificate::new(proof.clone(), radius)),
            _ => None,
        }
    }

    /// What was solved in the exact laws' place and its own residual, as `(name, relative)`; `None` where nothing was.
    #[getter]
    fn model(&self) -> Option<(&str, f64)> {
        self.answer.model.as_ref().map(|model| (model.model.as_str(), model.relative))
    }

    /// Why the method does not take the problem; `None` where it does.
    #[getter]
    fn unsuited(&self) -> Option<&'static str> {
        match self.answer.outcome {
            Outcome::Unsuited(reason) => Some(reason),
            _ => None,
        }
    }

    /// The method asked for.
    #[getter]
    fn method(&self) -> &'static str {
        self.method.name()
    }

    /// The method that gave the answer: for `auto`, the rung of its ladder.
    #[getter]
    fn answered_by(&self) -> &'static str {
        self.answer.answered_by.name()
    }

    /// What each law does: `open`, `stick`, `slip`, `roll`, `closed`, `held`, `at lower`, `at upper`, `between`.
    #[getter]
    fn modes(&self) -> Vec<&'static str> {
        let (problem, answer) = (&self.problem, &self.answer);
        let slowest = problem.velocity_scale() * self.tolerance.max(SLOWEST);
        let mode = |law| problem.mode_name(law, &answer.impulses, &answer.velocities, slowest);
        (0..problem.laws().len()).map(mode).collect()
    }

    /// How many directions the impulses can change in while no velocity does; `None` for more than 3000 rows.
    fn null_space(&self) -> Option<usize> {
        let small = self.problem.order() <= LARGEST_NULL_SPACE;
        small.then(|| self.problem.impulse_null_space(&self.answer.impulses, AT_REST))
    }

    /// What a reader should know besides; mostly `None`.
    #[getter]
    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    fn __repr__(&self) -> String {
        let (outcome, by, relative) = (self.outcome(), self.answered_by(), self.answer.residual.relative);
        let laws = self.problem.laws().len();
        format!("ContactSolution({outcome} by {by}, {laws} laws, relative residual {relative:.1e})")
    }
}
