//! Contacts as structured arrays: rows of bytes, laid out as `stiction.arrays` says.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;
use stiction_formats::FrameContact;
use stiction_linalg::space::Vector3;
use stiction_simulation::{ContactMode, StepContact, World};

/// A contact, all along the world's axes.
pub struct Contact {
    source: [u32; 3],
    mode: ContactMode,
    position: [f64; 3],
    normal: [f64; 3],
    gap: f64,
    impulse: [f64; 3],
    velocity: [f64; 3],
    friction: f64,
}

impl Contact {
    /// Of the step that a world has just taken: every digit.
    pub fn of_step(world: &World, contact: &StepContact, mode: ContactMode) -> Self {
        let [n, s, t] = contact.frame;
        let turned = |v: Vector3| (n * v.x + s * v.y + t * v.z).to_array();
        Self {
            source: [contact.point.first as u32, contact.point.second as u32, contact.point.feature],
            mode,
            position: contact.point.position.to_array(),
            normal: n.to_array(),
            gap: contact.point.gap,
            impulse: turned(world.impulse(contact)),
            velocity: turned(world.contact_velocity(contact)),
            friction: contact.friction,
        }
    }
}

impl From<&FrameContact> for Contact {
    fn from(contact: &FrameContact) -> Self {
        Self {
            source: contact.source,
            mode: contact.mode,
            position: contact.position.map(f64::from),
            normal: contact.normal.map(f64::from),
            gap: f64::from(contact.gap),
            impulse: contact.impulse,
            velocity: contact.velocity.map(f64::from),
            friction: f64::from(contact.friction),
        }
    }
}

/// The bytes of contacts; each row may begin with the number of its frame.
#[derive(Default)]
pub struct Packed(Vec<u8>);

impl Packed {
    pub fn push(&mut self, frame: Option<usize>, contact: &Contact) {
        let mut whole = |number: i64| self.0.extend_from_slice(&number.to_ne_bytes());
        frame.into_iter().for_each(|frame| whole(frame as i64));
        contact.source.into_iter().for_each(|number| whole(i64::from(number)));
        whole(contact.mode as i64);
        self.numbers(&contact.position);
        self.numbers(&contact.normal);
        self.numbers(&[contact.gap]);
        self.numbers(&contact.impulse);
        self.numbers(&contact.velocity);
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
