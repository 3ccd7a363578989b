use crate::words;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stiction_formats::event_words;
use stiction_formats::words::seconds;
use stiction_simulation::{Energy, RunSummary as Summary, Worst};

/// Summary of a run: outcomes, accuracy, energy balance and events.
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
    /// Number of steps taken.
    #[getter]
    fn steps(&self) -> usize {
        self.summary.steps
    }

    /// Whether every step is solved (or model-solved) and position projection corrected every overlap and loop error.
    #[getter]
    fn sound(&self) -> bool {
        self.summary.is_sound()
    }

    /// Number of steps by the outcome of their contact problem.
    #[getter]
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (name, count) in &self.summary.outcomes {
            counts.set_item(name.as_ref(), count)?;
        }
        Ok(counts)
    }

    /// Largest relative residual of a step, dimensionless.
    #[getter]
    fn residual(&self) -> f64 {
        self.summary.natural.value
    }

    /// Largest penetration of a step, m.
    #[getter]
    fn penetration(&self) -> f64 {
        self.summary.penetration.value
    }

    /// Total energy before and after the run, J.
    #[getter]
    fn energy(&self) -> (f64, f64) {
        (self.initial.total(), self.last.total())
    }

    /// Returns all numbers as nested dictionaries, with the names that `stiction run --json` prints; units are part of the names.
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
        let listed = own.events.iter().map(|(step, time, event)| (*step, *time, event.kind(), event_words(event)));
        let mut fallbacks = Vec::new();
        for (step, time, kind, detail) in listed {
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
        let (scene, own) = (&self.scene, &self.summary);
        if own.steps == 0 {
            return format!("RunSummary({scene}: no steps)");
        }
        let length = format!("{} of {}", words::count(own.steps, "step"), seconds(self.time_step));
        let list = |keep: fn(&str) -> bool| {
            let kept = own.outcomes.iter().filter(|(name, _)| keep(name));
            kept.map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
        };
        let solved = match (own.unsolved(), own.outcomes.contains_key("model-solved")) {
            (0, false) => "all solved".to_owned(),
            (0, true) => format!("all solved ({})", list(|_| true)),
            (unsolved, _) => {
                format!("{unsolved} not solved ({})", list(|name| !matches!(name, "solved" | "model-solved")))
            }
        };
        let is_open = ["left-open", "projection-cut"].iter().any(|kind| own.event_counts.contains_key(*kind));
        let open = if is_open { ", overlaps or loop errors remain" } else { "" };
        let (residual, depth) = (words::residual(self.residual()), words::penetration(self.penetration(), "at most "));
        let contacts = match own.most_contacts {
            0 => "no contacts".to_owned(),
            most => format!("at most {}", words::count(most, "contact")),
        };
        format!(
            "RunSummary({scene}: {length}, {solved}{open}; relative residual at most {residual}, {depth}, {contacts})"
        )
    }
}
