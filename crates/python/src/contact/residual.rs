use crate::words;
use pyo3::prelude::*;
use stiction_contact::Residual;
use stiction_formats::words::scaled;

/// Error of the impulses of a contact problem. The problem measures it from the impulses alone, independently of the solver.
#[pyclass(frozen, eq, get_all, module = "stiction")]
#[derive(Clone, Copy, PartialEq)]
pub struct ContactResidual {
    /// Relative residual, dimensionless: `natural` divided by the velocity scale of the problem. The tolerance limits it.
    relative: f64,
    /// Largest natural map of a law, m/s: `|p - P(p - r u)| / r` with the projection `P` onto the impulses that the law allows.
    natural: f64,
    /// Largest approach velocity left at a contact, m/s.
    penetration_rate: f64,
    /// Largest product of normal impulse and normal velocity, `|p_n u_n|`, J.
    complementarity: f64,
    /// Largest excess of an impulse over its limit (friction cone, rolling friction, bound), or largest pulling normal impulse,
    /// N·s.
    cone_violation: f64,
    /// Largest angle between a friction impulse and the direction opposite to the slip, rad.
    slip_angle: f64,
    /// Largest velocity of a bilateral row, which should be zero, m/s.
    bilateral_velocity: f64,
    /// Energy that the impulses add, `p (u + b) / 2`, J.
    energy: f64,
    /// Error measure of FCLIB and Siconos; `None` unless all laws are Coulomb's.
    fclib: Option<f64>,
    /// Index of the law with the largest natural map.
    worst: usize,
}

impl From<&Residual> for ContactResidual {
    fn from(residual: &Residual) -> Self {
        Self {
            relative: residual.relative,
            natural: residual.velocity,
            penetration_rate: residual.penetration_rate,
            complementarity: residual.complementarity,
            cone_violation: residual.cone_violation,
            slip_angle: residual.slip_angle,
            bilateral_velocity: residual.bilateral_velocity,
            energy: residual.energy,
            fclib: residual.fclib,
            worst: residual.worst,
        }
    }
}

#[pymethods]
impl ContactResidual {
    /// Returns the relative residual.
    fn __float__(&self) -> f64 {
        self.relative
    }

    fn __repr__(&self) -> String {
        let Self { relative, natural, cone_violation, worst, .. } = self;
        let (relative, natural, cone) =
            (words::residual(*relative), scaled(*natural, "m/s"), scaled(*cone_violation, "N·s"));
        format!(
            "ContactResidual(relative residual {relative}, largest at law {worst}; natural map {natural}, \
             cone violation {cone})"
        )
    }
}
