use crate::words::residual;
use pyo3::prelude::*;
use stiction_complementarity::Residual as Measured;

/// Error of a point `z` with `w = f(z)`. The problem measures it, independently of the solver.
#[pyclass(frozen, eq, get_all, module = "stiction")]
#[derive(Clone, Copy, PartialEq)]
pub struct Residual {
    /// Natural residual in the units of the problem: the largest absolute value of `z - mid(lower, upper, z - w)`; for a linear
    /// complementarity problem (LCP) that of `min(z, w)`.
    natural: f64,
    /// Half the sum of squares of the Fischer-Burmeister function, in the units of the problem.
    fischer_burmeister: f64,
    /// Half the sum of squares of the penalised Fischer-Burmeister function (Chen, Chen and Kanzow), in the units of the problem.
    cck: f64,
    /// Scaled natural residual, dimensionless: `z` and each row of `w` are divided by their sizes. The tolerance limits it.
    scaled_natural: f64,
    /// `fischer_burmeister` of the scaled rows, dimensionless.
    scaled_fischer_burmeister: f64,
    /// `cck` of the scaled rows, dimensionless.
    scaled_cck: f64,
    /// Index of the row with the largest scaled natural residual.
    worst_row: usize,
}

impl From<Measured> for Residual {
    fn from(residual: Measured) -> Self {
        let Measured { absolute, scaled, worst_row } = residual;
        Self {
            natural: absolute.natural,
            fischer_burmeister: absolute.fischer_burmeister,
            cck: absolute.cck,
            scaled_natural: scaled.natural,
            scaled_fischer_burmeister: scaled.fischer_burmeister,
            scaled_cck: scaled.cck,
            worst_row,
        }
    }
}

#[pymethods]
impl Residual {
    /// Returns the scaled natural residual.
    fn __float__(&self) -> f64 {
        self.scaled_natural
    }

    fn __repr__(&self) -> String {
        let Self { natural, scaled_natural, worst_row, .. } = self;
        let (natural, scaled) = (residual(*natural), residual(*scaled_natural));
        format!(
            "Residual(scaled natural residual {scaled}, largest in row {worst_row}; {natural} in the problem's units)"
        )
    }
}
