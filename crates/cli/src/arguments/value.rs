//! Values of options.

use crate::report::number::plain_power;
use std::fmt::Display;
use stiction_contact::{Method, ProxScaling, UnknownMethod};
use stiction_formats::{LONGEST_DURATION, LONGEST_TIME_STEP, nearest};
use stiction_simulation::{Scheme, UnknownName};

/// A finite number above zero.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("expected a finite number above zero".to_owned()),
    }
}

/// A finite number, zero or more.
pub fn not_negative(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value >= 0.0 && value.is_finite() => Ok(value),
        _ => Err("expected a finite number, zero or more".to_owned()),
    }
}

/// How the prox iteration chooses `r`.
pub fn prox_scaling(text: &str) -> Result<ProxScaling, String> {
    match text {
        "global" => return Ok(ProxScaling::Global),
        "contact" => return Ok(ProxScaling::Contact),
        "adaptive" => return Ok(ProxScaling::Adaptive),
        _ => {}
    }
    let fixed = text.strip_prefix("fixed:").and_then(|number| positive(number).ok());
    fixed.map(ProxScaling::Fixed).ok_or_else(|| {
        "expected global, contact, adaptive, or fixed:R with a finite number R above zero, such as fixed:0.5".to_owned()
    })
}

/// A name and a number, as in `damping=1e-3`.
pub fn named_number(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as damping=1e-3")?;
    let value = value.trim().parse().map_err(|_| format!("{name}: expected a number, found '{value}'"))?;
    Ok((name.trim().to_owned(), value))
}

/// A method for contact problems.
pub fn contact_method(text: &str) -> Result<Method, String> {
    let names = Method::ALL.iter().map(|method| method.name());
    text.parse().map_err(|error: UnknownMethod| suggested(&error, text, names))
}

/// A time-stepping scheme.
pub fn scheme(text: &str) -> Result<Scheme, String> {
    let names = Scheme::ALL.iter().map(|scheme| scheme.name());
    text.parse().map_err(|error: UnknownName| suggested(&error, text, names))
}

/// The length of a step, as `stepper.time_step` of a scene takes it.
pub fn time_step(text: &str) -> Result<f64, String> {
    seconds(text, LONGEST_TIME_STEP)
}

/// How long a run takes, as `duration` of a scene, but not nothing.
pub fn until(text: &str) -> Result<f64, String> {
    seconds(text, LONGEST_DURATION)
}

/// What a step may take, µs: at most an hour.
pub fn budget(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (1.0..=3.6e9).contains(&value) => Ok(value),
        _ => Err("expected a number of microseconds from 1 to 3.6e9".to_owned()),
    }
}

fn seconds(text: &str, most: f64) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= most => Ok(value),
        _ => Err(format!("expected a number of seconds above zero, at most {}", plain_power(most))),
    }
}

/// An error about an unknown name, with the nearest one that is known.
fn suggested<'n>(error: &impl Display, text: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    match nearest(text, names) {
        Some(near) => format!("{error}; did you mean '{near}'?"),
        None => error.to_string(),
    }
}

/// A number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    const MOST: usize = 1024;
    let threads = text.parse().ok().filter(|threads| (1..=MOST).contains(threads));
    threads.ok_or_else(|| format!("expected a whole number from 1 to {MOST}"))
}
