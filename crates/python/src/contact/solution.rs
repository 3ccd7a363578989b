use super::ContactResidual;
use crate::linear::{Certificate, Effort};
use crate::words;
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

/// Answer to a contact problem: impulses, velocities, how the solve ended, and the residual.
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
    /// How the solve ended.
    ///
    /// - `solved`: the relative residual of the exact laws is within the tolerance.
    /// - `model-solved`: an approximation is solved (see `model`), the exact laws are not.
    /// - `no-solution`: there is no solution; `certificate` holds the checked proof.
    /// - `unsuited`: the method does not accept this problem or these settings; see `unsuited`.
    /// - `iteration-limit`, `stalled`, `diverged`, `numerical-failure`, `ray-termination`: not solved; `impulses` are the best
    ///   found.
    /// - `interrupted`: not solved within the time limit; `impulses` are the best found.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.answer.outcome.name()
    }

    /// Whether the outcome is `solved`: the exact laws hold within the tolerance.
    #[getter]
    fn solved(&self) -> bool {
        self.answer.is_solved()
    }

    /// Best impulses found, one per row of the problem, N·s.
    #[getter]
    fn impulses(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        let array = || PyArray1::from_slice(py, &self.answer.impulses).unbind();
        self.impulses.get_or_init(py, array).clone_ref(py)
    }

    /// Velocities `W p + b` that the impulses cause, one per row, m/s.
    #[getter]
    fn velocities(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        let array = || PyArray1::from_slice(py, &self.answer.velocities).unbind();
        self.velocities.get_or_init(py, array).clone_ref(py)
    }

    /// Alias of `impulses`, as in `Solution`.
    #[getter]
    fn z(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        self.impulses(py)
    }

    /// Alias of `velocities`, as in `Solution`.
    #[getter]
    fn w(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        self.velocities(py)
    }

    /// Residual of the impulses with respect to the exact laws.
    #[getter]
    fn residual(&self) -> ContactResidual {
        (&self.answer.residual).into()
    }

    /// Cost of the solve as counts.
    #[getter]
    fn effort(&self) -> Effort {
        self.answer.effort.into()
    }

    /// Wall-clock time of the solve, s.
    #[getter]
    fn wall(&self) -> f64 {
        self.wall
    }

    /// Proof that there is no solution, accepted by the checker; otherwise `None`. Only problems without friction have one.
    #[getter]
    fn certificate(&self) -> Option<Certificate> {
        match (&self.answer.outcome, self.radius) {
            (Outcome::NoSolution(proof), Some(radius)) => Some(Certificate::new(proof.clone(), radius)),
            _ => None,
        }
    }

    /// Approximation that was solved instead of the exact laws, as `(description, relative residual)`, for example a friction
    /// pyramid; `None` if the method solves the exact laws.
    #[getter]
    fn model(&self) -> Option<(&str, f64)> {
        self.answer.model.as_ref().map(|model| (model.model.as_str(), model.relative))
    }

    /// Why the method does not accept the problem; `None` if it does.
    #[getter]
    fn unsuited(&self) -> Option<&'static str> {
        match self.answer.outcome {
            Outcome::Unsuited(reason) => Some(reason),
            _ => None,
        }
    }

    /// Requested method.
    #[getter]
    fn method(&self) -> &'static str {
        self.method.name()
    }

    /// Method that gave the answer; with `auto`, the one of its sequence of methods that did.
    #[getter]
    fn answered_by(&self) -> &'static str {
        self.answer.answered_by.name()
    }

    /// Mode of each law.
    ///
    /// - contacts with friction: `open` (separating), `stick`, `slip`, `roll`, `slip, roll`
    /// - unilateral: `open` or `closed`
    /// - bilateral: `held`
    /// - bounded: `at lower`, `at upper` or `between`
    #[getter]
    fn modes(&self) -> Vec<&'static str> {
        let (problem, answer) = (&self.problem, &self.answer);
        let slowest = problem.velocity_scale() * self.tolerance.max(SLOWEST);
        let mode = |law| problem.mode_name(law, &answer.impulses, &answer.velocities, slowest);
        (0..problem.laws().len()).map(mode).collect()
    }

    /// Returns the number of independent directions in which the impulses can change without changing a velocity, which is
    /// the degree of static indeterminacy; `None` for more than 3000 rows.
    fn null_space(&self) -> Option<usize> {
        let small = self.problem.order() <= LARGEST_NULL_SPACE;
        small.then(|| self.problem.impulse_null_space(&self.answer.impulses, AT_REST))
    }

    /// Why a claimed proof was rejected; otherwise `None`.
    #[getter]
    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    fn __repr__(&self) -> String {
        let (by, answer) = (self.answered_by(), &self.answer);
        let relative = words::residual(answer.residual.relative);
        let iterations = words::count(answer.effort.iterations, "iteration");
        let laws = words::count(self.problem.laws().len(), "law");
        let modes = words::counted(self.modes());
        match (&answer.outcome, &answer.model) {
            (Outcome::Solved, _) => format!(
                "ContactSolution(solved by {by} in {iterations}: {laws} ({modes}), relative residual {relative})"
            ),
            (Outcome::ModelSolved, Some(model)) => format!(
                "ContactSolution(model-solved by {by} in {iterations}: {}, relative residual {}; relative residual of the \
                 exact laws {relative}; {laws} ({modes}))",
                model.model,
                words::residual(model.relative)
            ),
            (Outcome::NoSolution(_), _) => {
                format!("ContactSolution(no solution exists, proved by {by}; see certificate)")
            }
            (Outcome::Unsuited(reason), _) => {
                format!("ContactSolution(not solved: {by} does not accept this problem: {reason})")
            }
            (outcome, _) => format!(
                "ContactSolution(not solved: {by} ended with {} after {iterations}; {laws}, relative residual of the best \
                 impulses {relative})",
                outcome.name()
            ),
        }
    }
}
