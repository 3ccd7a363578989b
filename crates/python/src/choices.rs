//! Choices by their names, refused in the command line's words.

use crate::errors;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fmt::Display;
use std::str::FromStr;
use stiction_complementarity::solvers::LevenbergMarquardtOptions;
use stiction_formats::{RootJoint, nearest};

/// The choice of that name.
pub fn named<'n, T: FromStr<Err: Display>>(name: &str, known: impl IntoIterator<Item = &'n str>) -> PyResult<T> {
    name.parse().map_err(|error: T::Err| {
        errors::input(match nearest(name, known) {
            Some(near) => format!("{error}; did you mean '{near}'?"),
            None => error.to_string(),
        })
    })
}

/// How a root is joined to the world.
pub fn root(name: Option<&str>) -> PyResult<Option<RootJoint>> {
    match name {
        None => Ok(None),
        Some("fixed") => Ok(Some(RootJoint::Fixed)),
        Some("free") => Ok(Some(RootJoint::Free)),
        Some(other) => Err(errors::input(format!("root: expected 'fixed' or 'free', found '{other}'"))),
    }
}

/// A tolerance, if one is given.
pub fn tolerance(given: Option<f64>, usual: f64) -> PyResult<f64> {
    match given {
        None => Ok(usual),
        Some(value) if value > 0.0 && value.is_finite() => Ok(value),
        Some(value) => Err(errors::input(format!("tolerance: expected a finite number above zero, found {value}"))),
    }
}

/// Parameters of the Levenberg-Marquardt methods, from a dictionary of names and numbers.
pub fn levenberg_marquardt(given: &Bound<'_, PyAny>) -> PyResult<LevenbergMarquardtOptions> {
    let mut options = LevenbergMarquardtOptions::default();
    let refused = |what: String| errors::input(format!("levenberg_marquardt: {what}"));
    let table = given.cast::<PyDict>().map_err(|_| refused("expected a dictionary of names and numbers".to_owned()))?;
    for (name, value) in table {
        let name: String = name.extract().map_err(|_| refused("expected names of parameters".to_owned()))?;
        let value = value.extract().map_err(|_| refused(format!("{name}: expected a number")))?;
        options.set(&name, value).map_err(|error| refused(error.to_string()))?;
    }
    Ok(options)
}

/// The most threads, as on the command line.
const MOST_THREADS: usize = 1024;

/// How many threads may work at once.
pub fn threads(given: usize) -> PyResult<usize> {
    match given {
        1..=MOST_THREADS => Ok(given),
        _ => Err(errors::input(format!("threads: expected a whole number from 1 to {MOST_THREADS}, found {given}"))),
    }
}

/// Every how many steps something is done.
pub fn every(given: usize) -> PyResult<usize> {
    if given > 0 { Ok(given) } else { Err(errors::input("every: expected a whole number of 1 or more, found 0")) }
}

/// A limit of time, if one is given, s.
pub fn time_limit(given: Option<f64>) -> PyResult<Option<f64>> {
    match given {
        Some(value) if !(value > 0.0 && value.is_finite()) => {
            Err(errors::input(format!("time_limit: expected a finite number above zero, found {value}")))
        }
        other => Ok(other),
    }
}
