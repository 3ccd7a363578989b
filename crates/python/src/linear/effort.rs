use pyo3::prelude::*;
use stiction_complementarity::Effort as Counts;

/// What a solve cost, in counts that do not depend on the machine.
#[pyclass(frozen, eq, get_all, module = "stiction")]
#[derive(Clone, Copy, PartialEq)]
pub struct Effort {
    /// Sweeps, steps or major iterations.
    iterations: usize,
    /// Changes of basis.
    pivots: usize,
    /// Matrix factorisations.
    factorizations: usize,
    /// Evaluations of the function.
    evaluations: usize,
    /// Starts from other points or settings.
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
        let counts = [
            ("iterations", self.iterations),
            ("pivots", self.pivots),
            ("factorizations", self.factorizations),
            ("evaluations", self.evaluations),
            ("restarts", self.restarts),
        ];
        let counts = counts.iter().filter(|(_, count)| *count > 0).map(|(name, count)| format!("{name}={count}"));
        format!("Effort({})", counts.collect::<Vec<_>>().join(", "))
    }
}
