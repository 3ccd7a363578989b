//! Values of options.

use stiction_contact::{Method, ProxScaling};

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

/// A method for contact problems.
pub fn contact_method(text: &str) -> Result<Method, String> {
    text.parse().map_err(|error: stiction_contact::UnknownMethod| error.to_string())
}
