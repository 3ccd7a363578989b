//! Contacts as structured arrays: rows of bytes, laid out as `stiction.arrays` says.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;
use stiction_formats::FrameContact;
use stiction_simulation::{ContactMode, StepContact, World};

/// The bytes of contacts.
#[derive(Default)]
pub struct Packed(Vec<u8>);

impl Packed {
    /// A contact of the step that a world has just taken, with every digit.
    pub fn live(&mut self, world: &World, contact: &StepContact, mode: ContactMode) {
        let [n, s, t] = contact.frame;
        let (impulse, velocity) = (world.impulse(contact), world.contact_velocity(contact));
        self.whole(contact.point.first as i64);
        self.whole(contact.point.second as i64);
        self.whole(i64::from(contact.point.feature));
        self.whole(mode as i64);
        self.numbers(&contact.point.position.to_array());
        self.numbers(&n.to_array());
        self.numbers(&[contact.point.gap]);
        self.numbers(&(n * impulse.x + s * impulse.y + t * impulse.z).to_array());
        self.numbers(&(n * velocity.x + s * velocity.y + t * velocity.z).to_array());
        self.numbers(&[contact.friction]);
    }

    /// A contact of a recording, by the number of its frame.
    pub fn recorded(&mut self, frame: usize, contact: &FrameContact) {
        let double = |values: [f32; 3]| values.map(f64::from);
        self.whole(frame as i64);
        contact.source.into_iter().for_each(|number| self.whole(i64::from(number)));
        self.whole(contact.mode as i64);
        self.numbers(&double(contact.position));
        self.numbers(&double(contact.normal));
        self.numbers(&[f64::from(contact.gap)]);
        self.numbers(&contact.impulse);
        self.numbers(&double(contact.velocity));
        self.numbers(&[f64::from(contact.friction)]);
    }

    fn whole(&mut self, number: i64) {
        self.0.extend_from_slice(&number.to_ne_bytes());
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
