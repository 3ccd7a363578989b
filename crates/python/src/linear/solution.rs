use super::{Certificate, Effort, Residual};
use crate::words;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use stiction_complementarity::{LinearProblem, Method, Outcome, Position, Solution as Answer};
use stiction_formats::words::short;

/// The longest vector that a `repr` shows in full.
const LONGEST: usize = 8;

/// Answer to a complementarity problem: the point found, how the solve ended, and the residual.
#[pyclass(frozen, module = "stiction")]
pub struct Solution {
    answer: Answer,
    method: Method,
    radius: Option<f64>,
    note: Option<String>,
    z: PyOnceLock<Py<PyArray1<f64>>>,
    w: PyOnceLock<Py<PyArray1<f64>>>,
}

impl Solution {
    /// A claim of no solution counts only if the checker accepts its proof, from the problem and the proof alone.
    pub fn checked(mut answer: Answer, method: Method, problem: Option<&dyn LinearProblem>) -> Self {
        let (mut radius, mut note) = (None, None);
        if let Outcome::NoSolution(proof) = &answer.outcome {
            let checked = match problem {
                Some(problem) => proof
                    .check(problem)
                    .map_err(|error| format!("the proof that there is no solution was rejected: {error}")),
                None => {
                    Err("the method claims a proof for a nonlinear problem, where no proof can be checked".to_owned())
                }
            };
            match checked {
                Ok(accepted) => radius = Some(accepted),
                Err(reason) => {
                    note = Some(reason);
                    answer.outcome = Outcome::NumericalFailure;
                }
            }
        }
        Self { answer, method, radius, note, z: PyOnceLock::new(), w: PyOnceLock::new() }
    }
}

#[pymethods]
impl Solution {
    /// How the solve ended.
    ///
    /// - `solved`: the scaled natural residual is within the tolerance.
    /// - `no-solution`: there is no solution; `certificate` holds the checked proof.
    /// - `ray-termination`: pivoting ended on the unbounded edge `ray`, which alone proves nothing.
    /// - `iteration-limit`, `stalled`, `diverged`, `numerical-failure`: not solved; `z` is the best point found.
    /// - `interrupted`: not solved within the time limit; `z` is the best point found.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.answer.outcome.name()
    }

    /// Whether the outcome is `solved`.
    #[getter]
    fn solved(&self) -> bool {
        self.answer.is_solved()
    }

    /// Best point found, shape (n,). It lies within the bounds.
    #[getter]
    fn z(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        self.z.get_or_init(py, || PyArray1::from_slice(py, &self.answer.z).unbind()).clone_ref(py)
    }

    /// Function value at `z`, shape (n,): `M z + q` or `f(z)`.
    #[getter]
    fn w(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        self.w.get_or_init(py, || PyArray1::from_slice(py, &self.answer.w).unbind()).clone_ref(py)
    }

    /// Residual of `z`, as the problem measures it.
    #[getter]
    fn residual(&self) -> Residual {
        self.answer.residual.into()
    }

    /// Cost of the solve as counts.
    #[getter]
    fn effort(&self) -> Effort {
        self.answer.effort.into()
    }

    /// Proof that there is no solution, accepted by the checker; `None` unless the outcome is `no-solution`.
    #[getter]
    fn certificate(&self) -> Option<Certificate> {
        match (&self.answer.outcome, self.radius) {
            (Outcome::NoSolution(proof), Some(radius)) => Some(Certificate::new(proof.clone(), radius)),
            _ => None,
        }
    }

    /// Unbounded edge on which pivoting ended, as `(z, direction)`, each of shape (n,); `None` unless the outcome is
    /// `ray-termination`.
    #[getter]
    #[allow(clippy::type_complexity)]
    fn ray<'py>(&self, py: Python<'py>) -> Option<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>)> {
        match &self.answer.outcome {
            Outcome::RayTermination(ray) => {
                Some((PyArray1::from_slice(py, &ray.z), PyArray1::from_slice(py, &ray.direction)))
            }
            _ => None,
        }
    }

    /// Position of each row in the final basis: `lower`, `upper` (at that bound) or `basic` (between the bounds, `w = 0`);
    /// `None` if the method has no basis.
    #[getter]
    fn basis(&self) -> Option<Vec<&'static str>> {
        let name = |position: &Position| match position {
            Position::Lower => "lower",
            Position::Upper => "upper",
            Position::Basic => "basic",
        };
        self.answer.basis.as_ref().map(|basis| basis.iter().map(name).collect())
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

    /// Why a claimed proof was rejected; otherwise `None`.
    #[getter]
    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    fn __repr__(&self) -> String {
        let Answer { z, residual, answered_by, effort, .. } = &self.answer;
        let shown: Vec<_> = z.iter().take(LONGEST).map(|value| short(*value)).collect();
        let more = if z.len() > LONGEST { format!(", … {} numbers", z.len()) } else { String::new() };
        let (outcome, z) = (self.outcome(), format!("z = [{}{more}]", shown.join(", ")));
        let (natural, iterations) =
            (words::residual(residual.scaled.natural), words::count(effort.iterations, "iteration"));
        match outcome {
            "solved" => {
                format!("Solution(solved by {answered_by} in {iterations}: {z}, scaled natural residual {natural})")
            }
            "no-solution" => format!("Solution(no solution exists, proved by {answered_by}; see certificate)"),
            _ => format!(
                "Solution(not solved: {answered_by} ended with {outcome} after {iterations}; best {z}, \
                 scaled natural residual {natural})"
            ),
        }
    }
}
