use super::Scene;
use crate::{arrays, errors};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use stiction_formats::{pack_snapshot, unpack_snapshot};
use stiction_simulation::Snapshot;

/// Everything of a world that its next steps depend on, besides its scene: a world that is set to it goes on bit for bit as
/// the one that it was taken of, warm start included.
#[pyclass(frozen, eq, module = "stiction")]
#[derive(PartialEq)]
pub struct State {
    pub snapshot: Snapshot,
}

#[pymethods]
impl State {
    /// A place and velocities, with nothing known of what was before.
    #[classmethod]
    #[pyo3(signature = (scene, configuration, velocity=None, *, steps=0))]
    fn at(
        _class: &Bound<'_, PyType>,
        scene: &Scene,
        configuration: &Bound<'_, PyAny>,
        velocity: Option<&Bound<'_, PyAny>>,
        steps: usize,
    ) -> PyResult<Self> {
        let scene = &scene.loaded().scene;
        let configuration = arrays::vector(configuration, "configuration")?;
        let velocity = match velocity {
            Some(velocity) => arrays::vector(velocity, "velocity")?,
            None => vec![0.0; scene.model.velocity_size()],
        };
        let snapshot = Snapshot::fresh(scene, configuration, velocity, steps).map_err(errors::input)?;
        Ok(Self { snapshot })
    }

    #[staticmethod]
    fn _from_bytes(bytes: &[u8]) -> PyResult<Self> {
        Ok(Self { snapshot: unpack_snapshot(bytes).map_err(errors::input)? })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.get_type::<Self>().getattr("_from_bytes")?;
        Ok((make, (PyBytes::new(py, &pack_snapshot(&self.snapshot)),).into_pyobject(py)?))
    }

    /// s.
    #[getter]
    fn time(&self) -> f64 {
        self.snapshot.state.time
    }

    /// How many steps were taken.
    #[getter]
    fn steps(&self) -> usize {
        self.snapshot.steps
    }

    /// In the model's layout.
    #[getter]
    fn configuration<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.snapshot.state.configuration)
    }

    /// In the model's layout.
    #[getter]
    fn velocity<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.snapshot.state.velocity)
    }

    /// How many laws' impulses the next solve starts from.
    #[getter]
    fn warm(&self) -> usize {
        self.snapshot.impulses.len()
    }

    fn __repr__(&self) -> String {
        let Snapshot { steps, state, impulses, .. } = &self.snapshot;
        format!("State(at {:.6} s after {steps} steps, impulses of {} laws)", state.time, impulses.len())
    }
}
