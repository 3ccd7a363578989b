use crate::contact::ContactResidual;
use crate::linear::Effort;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use stiction_formats::event_words;
use stiction_simulation::StepReport as Report;

/// How one step went.
#[pyclass(frozen, module = "stiction")]
pub struct StepReport {
    report: Report,
}

impl StepReport {
    pub fn new(report: Report) -> Self {
        Self { report }
    }
}

#[pymethods]
impl StepReport {
    /// Its number, from 1.
    #[getter]
    fn step(&self) -> usize {
        self.report.step
    }

    /// At its end, s.
    #[getter]
    fn time(&self) -> f64 {
        self.report.time
    }

    /// How many contact points were within reach.
    #[getter]
    fn contacts(&self) -> usize {
        self.report.contacts
    }

    /// How the contact problem ended.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.report.outcome_name()
    }

    /// Whether it was solved; a step without laws is.
    #[getter]
    fn solved(&self) -> bool {
        matches!(self.report.outcome.name(), "solved" | "model-solved")
    }

    /// Measured by the problem; of several solves, the worst.
    #[getter]
    fn residual(&self) -> ContactResidual {
        (&self.report.residual).into()
    }

    /// The method that gave the answer.
    #[getter]
    fn answered_by(&self) -> &'static str {
        self.report.answered_by.name()
    }

    #[getter]
    fn effort(&self) -> Effort {
        self.report.effort.into()
    }

    /// Solves of contact problems in this step.
    #[getter]
    fn solves(&self) -> usize {
        self.report.solves
    }

    /// The deepest overlap where the step looked for contacts, m.
    #[getter]
    fn penetration(&self) -> f64 {
        self.report.penetration
    }

    /// What contact impulses did to the kinetic energy, J: above zero only where a law gains energy.
    #[getter]
    fn contact_energy(&self) -> f64 {
        self.report.contact_energy
    }

    /// Their work over the step, J.
    #[getter]
    fn contact_work(&self) -> f64 {
        self.report.contact_work
    }

    /// The work of prescribed motions, motors, loops and couplings, J.
    #[getter]
    fn bilateral_work(&self) -> f64 {
        self.report.bilateral_work
    }

    /// What had to be done besides: dictionaries with `kind` and `detail`.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for event in &self.report.events {
            let entry = PyDict::new(py);
            entry.set_item("kind", event.kind())?;
            entry.set_item("detail", event_words(event))?;
            list.append(entry)?;
        }
        Ok(list)
    }

    fn __repr__(&self) -> String {
        let Report { step, time, contacts, residual, .. } = &self.report;
        let (outcome, relative) = (self.outcome(), residual.relative);
        format!("StepReport(step {step} at {time:.6} s: {outcome}, {contacts} contacts, residual {relative:.1e})")
    }
}
