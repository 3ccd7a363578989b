use crate::{choices, errors};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stiction_contact::{Alignment, Method, ProxScaling, Settings, Sweep};

/// The method of that name.
pub fn method(name: &str) -> PyResult<Method> {
    choices::named(name, Method::ALL.iter().map(|method| method.name()))
}

/// Settings from keyword arguments, by the command line's names.
pub fn settings(options: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let mut settings = Settings::default();
    for (key, value) in options.into_iter().flatten() {
        let key: String = key.extract()?;
        match key.as_str() {
            "tolerance" => settings.tolerance = value.extract()?,
            "max_iterations" => settings.iteration_limit = value.extract()?,
            "facets" => settings.facets = value.extract()?,
            "relaxation" => settings.relaxation = value.extract()?,
            "alignment" => settings.alignment = alignment(&value.extract::<String>()?)?,
            "sweep" => settings.sweep = sweep(&value.extract::<String>()?)?,
            "levenberg_marquardt" => settings.levenberg_marquardt = choices::levenberg_marquardt(&value)?,
            "prox_scaling" => settings.prox_scaling = prox_scaling(&value, "prox_scaling")?,
            other => {
                let known = "tolerance, max_iterations, facets, alignment, relaxation, prox_scaling, sweep, \
                             levenberg_marquardt";
                return Err(errors::input(format!("unknown setting '{other}'; expected one of {known}")));
            }
        }
    }
    settings.check().map_err(errors::input)?;
    Ok(settings)
}

fn alignment(name: &str) -> PyResult<Alignment> {
    match name {
        "fixed" => Ok(Alignment::Fixed),
        "slip" => Ok(Alignment::Slip),
        other => Err(errors::input(format!("alignment: expected 'fixed' or 'slip', found '{other}'"))),
    }
}

pub fn sweep(name: &str) -> PyResult<Sweep> {
    match name {
        "jacobi" => Ok(Sweep::Jacobi),
        "gauss-seidel" => Ok(Sweep::GaussSeidel),
        other => Err(errors::input(format!("sweep: expected 'jacobi' or 'gauss-seidel', found '{other}'"))),
    }
}

pub fn prox_scaling(value: &Bound<'_, PyAny>, name: &str) -> PyResult<ProxScaling> {
    if let Ok(r) = value.extract::<f64>() {
        return Ok(ProxScaling::Fixed(r));
    }
    match value.extract::<String>().unwrap_or_default().as_str() {
        "global" => Ok(ProxScaling::Global),
        "contact" => Ok(ProxScaling::Contact),
        "adaptive" => Ok(ProxScaling::Adaptive),
        _ => Err(errors::input(format!(
            "{name}: expected 'global', 'contact', 'adaptive', or a finite number above zero"
        ))),
    }
}
