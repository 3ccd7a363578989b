//! Errors of the rooms as exceptions of Python, in the same words.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::fmt::Display;

/// The exceptions are Python's own (`stiction.errors`), so that they can have several bases.
macro_rules! exception {
    ($name:ident, $class:literal) => {
        pub fn $name(words: impl Display) -> PyErr {
            static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            Python::attach(|py| match CLASS.import(py, "stiction.errors", $class) {
                Ok(class) => PyErr::from_type(class.clone(), (words.to_string(),)),
                Err(error) => error,
            })
        }
    };
}

// What was given is ill-formed.
exception!(input, "InputError");
// A world cannot go on.
exception!(step, "StepError");
// A fault of the library itself.
exception!(internal, "InternalError");
