use pyo3::prelude::*;
use stiction_contact::Residual;

/// How far impulses are from a solution, as the problem measured it, in m/s, J, N·s and rad.
#[pyclass(frozen, eq, get_all, module = "stiction")]
#[derive(Clone, Copy, PartialEq)]
pub struct ContactResidual {
    /// The natural map over the velocity scale: what a tolerance is compared with.
    relative: f64,
    /// The largest natural map of a law, m/s.
    natural: f64,
    /// The fastest approach that contacts are left with, m/s.
    penetration_rate: f64,
    /// The largest `|p_n u_n|`, J.
    complementarity: f64,
    /// The largest excess of an impulse over what its law allows, N·s.
    cone_violation: f64,
    /// The largest angle between friction and the direction against the slip, rad.
    slip_angle: f64,
    /// The fastest motion of a bilateral row, m/s.
    bilateral_velocity: f64,
    /// The energy that the impulses add, J.
    energy: f64,
    /// FCLIB's measure, where all laws are Coulomb's.
    fclib: Option<f64>,
    /// The law that is worst off.
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
    /// The relative natural map.
    fn __float__(&self) -> f64 {
        self.relative
    }

    fn __repr__(&self) -> String {
        let Self { relative, natural, cone_violation, .. } = self;
        format!("ContactResidual(relative={relative:.2e}, natural={natural:.2e} m/s, cone={cone_violation:.2e} N·s)")
    }
}
