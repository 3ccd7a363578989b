use super::Scene;
use crate::words::{count, instant};
use crate::{arrays, errors};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use stiction_formats::{pack_snapshot, unpack_snapshot};
use stiction_simulation::Snapshot;

/// Complete state of a world at an instant, including the warm start: everything that the next steps depend on except the
/// scene, the targets of motors and the external forces.
///
/// `world.state` returns one. A world of the same scene that is set to it continues bit for bit like the original. States can be
/// pickled and compared.
#[pyclass(frozen, eq, module = "stiction")]
#[derive(PartialEq)]
pub struct State {
    pub snapshot: Snapshot,
}

#[pymethods]
impl State {
    /// Creates a state from a configuration and a velocity, without a warm start.
    ///
    /// Parameters
    /// ----------
    /// scene : Scene
    /// configuration : (nq,) array
    /// velocity : (nv,) array, optional
    ///     The default is zero.
    /// steps : int
    ///     Number of steps taken so far, which gives the time.
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

    /// Simulated time, s.
    #[getter]
    fn time(&self) -> f64 {
        self.snapshot.state.time
    }

    /// Number of steps taken.
    #[getter]
    fn steps(&self) -> usize {
        self.snapshot.steps
    }

    /// Configuration in the order of the model's joints, shape (nq,).
    #[getter]
    fn configuration<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.snapshot.state.configuration)
    }

    /// Velocity in the order of the model's joints, shape (nv,).
    #[getter]
    fn velocity<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.snapshot.state.velocity)
    }

    /// Number of laws whose impulses warm-start the next solve.
    #[getter]
    fn warm(&self) -> usize {
        self.snapshot.impulses.len()
    }

    fn __repr__(&self) -> String {
        let Snapshot { steps, state, impulses, .. } = &self.snapshot;
        let (time, steps) = (instant(state.time), count(*steps, "step"));
        let (coordinates, velocities) =
            (count(state.configuration.len(), "coordinate"), count(state.velocity.len(), "velocity"));
        let warm = match impulses.len() {
            0 => "no warm start".to_owned(),
            laws => format!("warm start from the impulses of {}", count(laws, "law")),
        };
        format!("State({time}, after {steps}: {coordinates}, {velocities}, {warm})")
    }
}
