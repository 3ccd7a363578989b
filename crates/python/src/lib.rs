//! The module `stiction._core`: NumPy in, the rooms of the workspace, NumPy out. It holds no numerics of its own.
#![cfg(feature = "extension")]
#![allow(missing_docs, reason = "what Python sees is documented where Python sees it")]

mod arrays;
mod choices;
mod contact;
mod errors;
mod guard;
mod history;
mod linear;
mod mechanism;
mod signals;
mod simulation;
mod study;
mod threads;
mod words;

use pyo3::pymodule;

/// Compiled part of the package `stiction`. Import its names from `stiction`.
#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::contact::{ContactProblem, ContactResidual, ContactSolution, contact_methods};
    #[pymodule_export]
    use crate::linear::{
        Certificate, Effort, Enumeration, Face, Residual, Solution, enumerate_lcp, methods, prox, solve_lcp, solve_mcp,
        solve_mlcp,
    };
    #[pymodule_export]
    use crate::mechanism::Model;
    #[pymodule_export]
    use crate::simulation::{Recording, RunSummary, Scene, State, StepReport, World, rollout, scenes};

    #[pymodule_export]
    use crate::study::{StudyReport, studies, study};

    /// NumPy is found now: a signal in the middle of a search at first use would be a panic.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        numpy::PyArray1::<f64>::from_slice(module.py(), &[]);
        Ok(())
    }

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
