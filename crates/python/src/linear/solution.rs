use super::{Certificate, Effort, Residual};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use stiction_complementarity::{LinearProblem, Method, Outcome, Position, Solution as Answer};

/// The longest vector that a `repr` shows in full.
const LONGEST: usize = 8;

/// The answer to a complementarity problem, with the residual that the problem measured.
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
                None => Err("a proof was given for a nonlinear problem, which none can be checked for".to_owned()),
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
    /// How the solve ended: `solved`, `no-solution`, `ray-termination`, `iteration-limit`, `stalled`, `diverged`,
    /// `numerical-failure` or `interrupted`.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.answer.outcome.name()
    }

    /// Whether the outcome is `solved`.
    #[getter]
    fn solved(&self) -> bool {
        self.answer.is_solved()
    }

    /// The best point found, inside the box.
    #[getter]
    fn z(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        self.z.get_or_init(py, || PyArray1::from_slice(py, &self.answer.z).unbind()).clone_ref(py)
    }

    /// The function at `z`.
    #[getter]
    fn w(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        self.w.get_or_init(py, || PyArray1::from_slice(py, &self.answer.w).unbind()).clone_ref(py)
    }

    /// How far the point is from a solution.
    #[getter]
    fn residual(&self) -> Residual {
        self.answer.residual.into()
    }

    /// What the solve cost, in counts.
    #[getter]
    fn effort(&self) -> Effort {
        self.answer.effort.into()
    }

    /// The proof that there is no solution, which the checker has accepted; `None` for other outcomes.
    #[getter]
    fn certificate(&self) -> Option<Certificate> {
        match (&self.answer.outcome, self.radius) {
            (Outcome::NoSolution(proof), Some(radius)) => Some(Certificate::new(proof.clone(), radius)),
            _ => None,
        }
    }

    /// The unbounded edge that pivoting ended on, as `(z, direction)`; `None` for other outcomes.
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

    /// Where each row ended, `lower`, `upper` or `basic`; `None` where the method has no basis.
    #[getter]
    fn basis(&self) -> Option<Vec<&'static str>> {
        let name = |position: &Position| match position {
            Position::Lower => "lower",
            Position::Upper => "upper",
            Position::Basic => "basic",
        };
        self.answer.basis.as_ref().map(|basis| basis.iter().map(name).collect())
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

    /// What a reader should know besides; mostly `None`.
    #[getter]
    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    fn __repr__(&self) -> String {
        let Answer { z, residual, answered_by, .. } = &self.answer;
        let shown: Vec<_> = z.iter().take(LONGEST).map(|value| format!("{value:.6}")).collect();
        let more = if z.len() > LONGEST { ", …" } else { "" };
        let (outcome, shown, natural) = (self.outcome(), shown.join(", "), residual.scaled.natural);
        format!("Solution({outcome} by {answered_by}, z=[{shown}{more}], residual {natural:.1e})")
    }
}
