use pyo3::prelude::*;
use pyo3::types::PyDict;
use stiction_formats::event_words;
use stiction_formats::words::short;
use stiction_simulation::{Energy, RunSummary as Summary, Worst};

/// What a run came to: the numbers that `stiction run --json` gives, by the same names.
#[pyclass(frozen, module = "stiction")]
pub struct RunSummary {
    summary: Summary,
    scene: String,
    time_step: f64,
    initial: Energy,
    last: Energy,
}

impl RunSummary {
    pub fn new(summary: Summary, scene: &str, time_step: f64, initial: Energy, last: Energy) -> Self {
        Self { summary, scene: scene.to_owned(), time_step, initial, last }
    }
}

#[pymethods]
impl RunSummary {
    /// Steps taken.
    #[getter]
    fn steps(&self) -> usize {
        self.summary.steps
    }

    /// Whether every step was solved, and nothing left open.
    #[getter]
    fn sound(&self) -> bool {
        self.summary.is_sound()
    }

    /// Steps by how their contact problem ended.
    #[getter]
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (name, count) in &self.summary.outcomes {
            counts.set_item(name.as_ref(), count)?;
        }
        Ok(counts)
    }

    /// The largest relative natural residual.
    #[getter]
    fn residual(&self) -> f64 {
        self.summary.natural.value
    }

    /// The deepest overlap, m.
    #[getter]
    fn penetration(&self) -> f64 {
        self.summary.penetration.value
    }

    /// The energy at the start and at the end, J.
    #[getter]
    fn energy(&self) -> (f64, f64) {
        (self.initial.total(), self.last.total())
    }

    /// Everything, by the command line's names.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let own = &self.summary;
        let all = PyDict::new(py);
        all.set_item("scene", &self.scene)?;
        all.set_item("time_step_s", self.time_step)?;
        all.set_item("steps", own.steps)?;
        all.set_item("simulated_s", own.steps as f64 * self.time_step)?;
        all.set_item("outcomes", self.outcomes(py)?)?;
        let contacts = PyDict::new(py);
        contacts.set_item("mean", own.contacts as f64 / own.steps.max(1) as f64)?;
        contacts.set_item("max", own.most_contacts)?;
        all.set_item("contacts", contacts)?;
        let residual = PyDict::new(py);
        let worst = |name: &str, unit: &str, worst: &Worst| {
            residual.set_item(format!("{name}_max{unit}"), worst.value)?;
            residual.set_item(format!("{name}_max_step"), worst.step)?;
            residual.set_item(format!("{name}_max_at"), &worst.label)
        };
        worst("natural", "", &own.natural)?;
        worst("penetration", "_m", &own.penetration)?;
        residual.set_item("cone_violation_max_ns", own.cone_violation)?;
        residual.set_item("slip_angle_max_rad", own.slip_angle)?;
        residual.set_item("bilateral_max_m_s", own.bilateral_velocity)?;
        residual.set_item("offset_max", own.offset)?;
        all.set_item("residual", residual)?;
        let energy = PyDict::new(py);
        energy.set_item("initial_j", self.initial.total())?;
        energy.set_item("final_j", self.last.total())?;
        energy.set_item("gained_by_impulses_j", own.gained)?;
        energy.set_item("by_contacts_j", own.contact_work)?;
        energy.set_item("by_bilateral_j", own.bilateral_work)?;
        energy.set_item("by_moving_bodies_j", own.moved_energy)?;
        all.set_item("energy", energy)?;
        let events = PyDict::new(py);
        for (kind, count) in &own.event_counts {
            events.set_item(kind.as_ref(), count)?;
        }
        all.set_item("events", events)?;
        let told = own.events.iter().map(|(step, time, event)| (*step, *time, event.kind(), event_words(event)));
        let mut fallbacks = Vec::new();
        for (step, time, kind, detail) in told {
            let entry = PyDict::new(py);
            entry.set_item("step", step)?;
            entry.set_item("time_s", time)?;
            entry.set_item("kind", kind)?;
            entry.set_item("detail", detail)?;
            fallbacks.push(entry);
        }
        all.set_item("fallbacks", fallbacks)?;
        Ok(all)
    }

    fn __repr__(&self) -> String {
        let (scene, steps, residual) = (&self.scene, self.summary.steps, short(self.residual()));
        let outcomes = self.summary.outcomes.iter().map(|(name, count)| format!("{count} {name}, "));
        format!("RunSummary({scene}: {steps} steps, {}residual at most {residual})", outcomes.collect::<String>())
    }
}
