use crate::contact::ContactResidual;
use crate::linear::Effort;
use crate::words;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use stiction_complementarity::Effort as Counts;
use stiction_formats::event_words;
use stiction_simulation::StepReport as Report;

/// Report of one time step: outcome, accuracy, contacts and energy.
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
    /// Number of the step, from 1.
    #[getter]
    fn step(&self) -> usize {
        self.report.step
    }

    /// Simulated time at the end of the step, s.
    #[getter]
    fn time(&self) -> f64 {
        self.report.time
    }

    /// Number of contact points within the detection margin; with substeps, those of the last substep.
    #[getter]
    fn contacts(&self) -> usize {
        self.report.contacts
    }

    /// Outcome of the contact problem: `solved`, `model-solved`, `best-in-budget` (the time budget ended the solve), or another
    /// outcome of `ContactSolution`. An unsolved step is accepted with its best impulses.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.report.outcome_name()
    }

    /// Whether the outcome is `solved` or `model-solved`. A step without a contact problem is solved.
    #[getter]
    fn solved(&self) -> bool {
        matches!(self.report.outcome.name(), "solved" | "model-solved")
    }

    /// Residual of the contact problem, as the problem measures it; the worst if the step needs several solves.
    #[getter]
    fn residual(&self) -> ContactResidual {
        (&self.report.residual).into()
    }

    /// Method that gave the answer.
    #[getter]
    fn answered_by(&self) -> &'static str {
        self.report.answered_by.name()
    }

    /// Cost of all solves of the step as counts.
    #[getter]
    fn effort(&self) -> Effort {
        self.report.effort.into()
    }

    /// Number of contact problems solved in the step.
    #[getter]
    fn solves(&self) -> usize {
        self.report.solves
    }

    /// Largest penetration at the configuration where the step detects contacts, m; zero if there is none.
    #[getter]
    fn penetration(&self) -> f64 {
        self.report.penetration
    }

    /// Energy that the impulses of contacts, limits and dry friction add to the kinetic energy and to the energy stored in soft
    /// contacts, J, compared with the end of the step without these impulses. It is positive only if a law adds energy.
    #[getter]
    fn contact_energy(&self) -> f64 {
        self.report.contact_energy
    }

    /// Work of the impulses of contacts, limits and dry friction over the step, at the mean of the velocities before and after,
    /// J.
    #[getter]
    fn contact_work(&self) -> f64 {
        self.report.contact_work
    }

    /// Work of prescribed motions, motors, loops and couplings over the step, J.
    #[getter]
    fn bilateral_work(&self) -> f64 {
        self.report.bilateral_work
    }

    /// Events of the step beyond the solve by the requested method (fallback, substeps, position projection, ...), as
    /// dictionaries with `kind` and `detail`.
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
        let Report { step, time, contacts, residual, answered_by, effort, .. } = &self.report;
        let relative = words::residual(residual.relative);
        let (outcome, at) = (self.outcome(), words::instant(*time));
        let solved = match (self.solved(), self.report.solves) {
            (false, _) => format!("not solved ({outcome}), best impulses accepted"),
            (true, 0) => "no contact problem".to_owned(),
            (true, _) if *effort == Counts::default() => format!("{outcome} without iterations"),
            (true, _) => format!("{outcome} by {answered_by}"),
        };
        let accuracy = if self.report.solves > 0 { format!(", relative residual {relative}") } else { String::new() };
        let (contacts, depth) = (words::count(*contacts, "contact"), words::penetration(self.report.penetration, ""));
        let events = match words::counted(self.report.events.iter().map(|event| event.kind())) {
            none if none.is_empty() => none,
            some => format!("; events: {some}"),
        };
        format!("StepReport(step {step} at {at}: {solved}, {contacts}{accuracy}, {depth}{events})")
    }
}
