use pyo3::prelude::*;
use stiction_complementarity::Residual as Measured;

/// How far a point is from a solution, as the problem measured it.
#[pyclass(frozen, eq, get_all, module = "stiction")]
#[derive(Clone, Copy, PartialEq)]
pub struct Residual {
    /// Largest absolute value of `z - mid(lower, upper, z - w)`, in the units of the problem.
    natural: f64,
    /// Half the sum of squares of the Fischer-Burmeister function.
    fischer_burmeister: f64,
    /// Half the sum of squares of the penalised Fischer-Burmeister function (Chen, Chen, Kanzow).
    cck: f64,
    /// The natural residual with every row in its own size: what a tolerance is compared with.
    scaled_natural: f64,
    scaled_fischer_burmeister: f64,
    scaled_cck: f64,
    /// The row with the largest scaled natural residual.
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
    /// The scaled natural residual.
    fn __float__(&self) -> f64 {
        self.scaled_natural
    }

    fn __repr__(&self) -> String {
        let Self { natural, scaled_natural, worst_row, .. } = self;
        format!("Residual(natural={natural:.2e}, scaled_natural={scaled_natural:.2e}, worst_row={worst_row})")
    }
}
