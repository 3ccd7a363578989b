//! How good an answer is, with units.

use crate::report::number::{name, plain_power, residual, scaled, short};
use stiction_contact::{ContactProblem, Law, Residual};

/// What the tolerance is compared with, and the law where it is largest.
pub fn verdict(problem: &ContactProblem, own: &Residual, tolerance: f64) -> String {
    let worst = match problem.laws().is_empty() {
        true => String::new(),
        false => format!("; largest at {}", name(&problem.label(own.worst))),
    };
    format!("relative residual {} (tolerance {}){worst}", residual(own.relative), plain_power(tolerance))
}

/// One line per measure that says something about this problem.
pub fn answer(problem: &ContactProblem, own: &Residual) -> String {
    let has = |test: fn(&Law) -> bool| problem.laws().iter().any(test);
    let mut lines = vec![("natural map", scaled(own.velocity, "m/s"))];
    if has(Law::has_normal) {
        lines.push(("penetration rate", scaled(own.penetration_rate, "m/s")));
        lines.push(("complementarity", format!("{}, normal impulse times velocity", scaled(own.complementarity, "J"))));
    }
    if has(|law| !matches!(law, Law::Bilateral { .. })) {
        lines.push(("cone violation", scaled(own.cone_violation, "N·s")));
    }
    if has(|law| law.discs().next().is_some()) {
        lines.push(("friction direction", format!("{}° from opposite to sliding", short(own.slip_angle.to_degrees()))));
    }
    if has(|law| matches!(law, Law::Bilateral { .. })) {
        lines.push(("bilateral velocity", scaled(own.bilateral_velocity, "m/s")));
    }
    lines.push(("energy change", format!("{} by these impulses", scaled(own.energy, "J"))));
    if let Some(fclib) = own.fclib {
        lines.push(("FCLIB's measure", format!("{}, depends on units; for comparison only", residual(fclib))));
    }
    let mut text = String::new();
    for (place, (what, value)) in lines.iter().enumerate() {
        let head = if place == 0 { "in units" } else { "" };
        text.push_str(&format!("{head:<9}  {what:<18}  {value}\n"));
    }
    text
}
