use crate::{arrays, errors};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stiction_contact::Law;

/// The laws of a problem: those listed, or Coulomb's with the friction given, in space or in the plane as the rows ask for.
pub fn laws(mu: Option<&Bound<'_, PyAny>>, listed: Option<&Bound<'_, PyAny>>, rows: usize) -> PyResult<Vec<Law>> {
    match (mu, listed) {
        (None, Some(listed)) => {
            listed.try_iter()?.enumerate().map(|(place, entry)| law(&entry?, place)).collect::<PyResult<_>>()
        }
        (Some(mu), None) => coulomb(mu, rows),
        _ => Err(errors::input("expected either mu (friction coefficients) or laws, found both or neither")),
    }
}

fn coulomb(mu: &Bound<'_, PyAny>, rows: usize) -> PyResult<Vec<Law>> {
    let space = |friction| Law::Coulomb { friction };
    let plane = |friction| Law::PlanarCoulomb { friction };
    if let Ok(friction) = mu.extract::<f64>() {
        return match rows {
            _ if rows.is_multiple_of(3) => Ok(vec![space(friction); rows / 3]),
            _ => Err(errors::input(format!(
                "mu: expected one number per contact, because {rows} rows are not a multiple of three; found a single number"
            ))),
        };
    }
    let mu = arrays::vector(mu, "mu")?;
    match mu.len() {
        contacts if 3 * contacts == rows => Ok(mu.into_iter().map(space).collect()),
        contacts if 2 * contacts == rows => Ok(mu.into_iter().map(plane).collect()),
        contacts => Err(errors::input(format!(
            "mu: expected one number per three rows (per two rows in the plane), found {contacts} for {rows} rows"
        ))),
    }
}

/// A law as problem files write it: `{"law": "coulomb", "friction": 0.5}`.
fn law(entry: &Bound<'_, PyAny>, place: usize) -> PyResult<Law> {
    let fault = |words: String| errors::input(format!("laws[{place}]: {words}"));
    let Ok(entry) = entry.cast::<PyDict>() else {
        return Err(fault("expected a dictionary such as {'law': 'coulomb', 'friction': 0.5}".to_owned()));
    };
    let name: String = match entry.get_item("law")? {
        Some(name) => name.extract()?,
        None => return Err(fault("expected the key 'law'".to_owned())),
    };
    let number = |key: &str| match entry.get_item(key)? {
        Some(value) => value.extract::<f64>().map_err(|_| fault(format!("{key}: expected a number"))),
        None => Err(fault(format!("expected the key '{key}'"))),
    };
    let bound = |key: &str, none: f64| match entry.get_item(key)? {
        Some(value) if !value.is_none() => number(key),
        _ => Ok(none),
    };
    let (law, keys): (Law, &[&str]) = match name.as_str() {
        "coulomb" => (Law::Coulomb { friction: number("friction")? }, &["friction"]),
        "planar-coulomb" => (Law::PlanarCoulomb { friction: number("friction")? }, &["friction"]),
        "rolling" => {
            let (friction, rolling_friction) = (number("friction")?, number("rolling_friction")?);
            (Law::Rolling { friction, rolling_friction }, &["friction", "rolling_friction"])
        }
        "unilateral" => (Law::Unilateral, &[]),
        "bilateral" => (Law::Bilateral { rows: number("rows")? as usize }, &["rows"]),
        "bounded" => {
            let (lower, upper) = (bound("lower", f64::NEG_INFINITY)?, bound("upper", f64::INFINITY)?);
            (Law::Bounded { lower, upper }, &["lower", "upper"])
        }
        other => {
            let known = "coulomb, planar-coulomb, rolling, unilateral, bilateral, bounded";
            return Err(fault(format!("law: expected one of {known}, found '{other}'")));
        }
    };
    for key in entry.keys() {
        let key: String = key.extract()?;
        if key != "law" && !keys.contains(&key.as_str()) {
            return Err(fault(format!("unknown key '{key}'")));
        }
    }
    Ok(law)
}

/// A law as problem files write it.
pub fn dictionary<'py>(py: Python<'py>, law: &Law) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    entry.set_item("law", law.name())?;
    match *law {
        Law::Bilateral { rows } => entry.set_item("rows", rows)?,
        Law::Unilateral => {}
        Law::Coulomb { friction } | Law::PlanarCoulomb { friction } => entry.set_item("friction", friction)?,
        Law::Rolling { friction, rolling_friction } => {
            entry.set_item("friction", friction)?;
            entry.set_item("rolling_friction", rolling_friction)?;
        }
        Law::Bounded { lower, upper } => {
            entry.set_item("lower", lower)?;
            entry.set_item("upper", upper)?;
        }
    }
    Ok(entry)
}
