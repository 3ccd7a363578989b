use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Arrays that follow a world: made once, filled after every step. Python sees them read-only, so that reading copies
/// nothing and nobody reads while a step writes: they are filled when the step is done and Python's lock is held.
#[derive(Default)]
pub struct Views {
    configuration: Option<View>,
    velocity: Option<View>,
}

struct View {
    numbers: Py<PyArray1<f64>>,
    shown: Py<PyAny>,
}

impl View {
    fn new(py: Python<'_>, numbers: &[f64]) -> PyResult<Self> {
        let numbers = PyArray1::from_slice(py, numbers);
        let shown = numbers.call_method0("view")?;
        let flags = PyDict::new(py);
        flags.set_item("write", false)?;
        shown.call_method("setflags", (), Some(&flags))?;
        Ok(Self { numbers: numbers.unbind(), shown: shown.unbind() })
    }

    fn fill(&self, py: Python<'_>, numbers: &[f64]) -> PyResult<()> {
        let mut array = self.numbers.bind(py).try_readwrite().map_err(PyErr::from)?;
        array.as_slice_mut().map_err(PyErr::from)?.copy_from_slice(numbers);
        Ok(())
    }
}

impl Views {
    pub fn configuration(&mut self, py: Python<'_>, numbers: &[f64]) -> PyResult<Py<PyAny>> {
        shown(py, &mut self.configuration, numbers)
    }

    pub fn velocity(&mut self, py: Python<'_>, numbers: &[f64]) -> PyResult<Py<PyAny>> {
        shown(py, &mut self.velocity, numbers)
    }

    /// After a step, or wherever the state has changed.
    pub fn follow(&self, py: Python<'_>, configuration: &[f64], velocity: &[f64]) -> PyResult<()> {
        let both = [(&self.configuration, configuration), (&self.velocity, velocity)];
        both.into_iter().try_for_each(|(view, numbers)| view.as_ref().map_or(Ok(()), |view| view.fill(py, numbers)))
    }
}

fn shown(py: Python<'_>, view: &mut Option<View>, numbers: &[f64]) -> PyResult<Py<PyAny>> {
    let view = match view {
        Some(view) => view,
        None => view.insert(View::new(py, numbers)?),
    };
    Ok(view.shown.clone_ref(py))
}
