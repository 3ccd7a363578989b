//! Contacts as structured arrays: rows of bytes, laid out as `stiction.arrays` says.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;
use stiction_formats::FrameContact;

/// The bytes of contacts; each row may begin with the number of its frame.
#[derive(Default)]
pub struct Packed(Vec<u8>);

impl Packed {
    pub fn push(&mut self, frame: Option<usize>, contact: &FrameContact) {
        let mut whole = |number: i64| self.0.extend_from_slice(&number.to_ne_bytes());
        frame.into_iter().for_each(|frame| whole(frame as i64));
        contact.source.into_iter().for_each(|number| whole(i64::from(number)));
        self.numbers(&contact.position);
        self.numbers(&contact.normal);
        self.numbers(&[contact.gap]);
        self.numbers(&contact.impulse);
        self.numbers(&[contact.friction]);
    }

    pub fn numbers(&mut self, numbers: &[f64]) {
        numbers.iter().for_each(|number| self.0.extend_from_slice(&number.to_ne_bytes()));
    }

    /// The array over these bytes.
    pub fn array<'py>(&self, py: Python<'py>, function: &'static str) -> PyResult<Bound<'py, PyAny>> {
        static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
        let module = MODULE.get_or_try_init(py, || py.import("stiction.arrays").map(Bound::unbind))?;
        module.bind(py).call_method1(function, (PyBytes::new(py, &self.0),))
    }
}
