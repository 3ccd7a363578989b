use crate::words::count;
use pyo3::prelude::*;
use stiction_complementarity::Effort as Counts;

/// Cost of a solve as counts, which do not depend on the machine.
#[pyclass(frozen, eq, get_all, module = "stiction")]
#[derive(Clone, Copy, PartialEq)]
pub struct Effort {
    /// Number of Gauss-Seidel sweeps, Newton steps or major iterations.
    iterations: usize,
    /// Number of pivots (changes of basis).
    pivots: usize,
    /// Number of matrix factorisations.
    factorizations: usize,
    /// Number of function evaluations.
    evaluations: usize,
    /// Number of restarts from another point or with other settings.
    restarts: usize,
}

impl From<Counts> for Effort {
    fn from(counts: Counts) -> Self {
        let Counts { iterations, pivots, factorizations, evaluations, restarts } = counts;
        Self { iterations, pivots, factorizations, evaluations, restarts }
    }
}

#[pymethods]
impl Effort {
    fn __repr__(&self) -> String {
        let others = [
            ("pivot", self.pivots),
            ("factorisation", self.factorizations),
            ("evaluation", self.evaluations),
            ("restart", self.restarts),
        ];
        let others = others.iter().filter(|(_, number)| *number > 0);
        let others: String = others.map(|(noun, number)| format!(", {}", count(*number, noun))).collect();
        format!("Effort({}{others})", count(self.iterations, "iteration"))
    }
}
