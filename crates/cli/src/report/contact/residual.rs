//! How good an answer is, with units.

use crate::report::number::{plain_power, short};
use stiction_contact::{ContactProblem, Law, Residual};

/// One line per measure that says something about this problem.
pub fn answer(problem: &ContactProblem, residual: &Residual, tolerance: f64) -> String {
    let has = |test: fn(&Law) -> bool| problem.laws().iter().any(test);
    let verdict = if residual.within(tolerance) { "within" } else { "above" };
    let natural = format!(
        "{:.2e} m/s, relative {:.2e}: {verdict} the tolerance of {}",
        residual.velocity,
        residual.relative,
        plain_power(tolerance)
    );
    let mut lines = vec![("natural map", natural)];
    if has(Law::has_normal) {
        lines.push(("penetration rate", format!("{:.2e} m/s", residual.penetration_rate)));
        lines.push(("complementarity", format!("{:.2e} J", residual.complementarity)));
    }
    if has(|law| !matches!(law, Law::Bilateral { .. })) {
        lines.push(("cone violation", format!("{:.2e} N·s", residual.cone_violation)));
    }
    if has(|law| law.discs().next().is_some()) {
        lines.push(("slip angle", format!("{:.2e} rad", residual.slip_angle)));
    }
    if has(|law| matches!(law, Law::Bilateral { .. })) {
        lines.push(("bilateral velocity", format!("{:.2e} m/s", residual.bilateral_velocity)));
    }
    lines.push(("energy added", format!("{} J", short(residual.energy))));
    if let Some(fclib) = residual.fclib {
        lines.push(("FCLIB's measure", format!("{fclib:.2e}, which mixes impulses and velocities")));
    }
    let lines = lines.iter().enumerate().map(|(place, (name, value))| {
        let head = if place == 0 { "residual" } else { "" };
        format!("{head:<9}  {name:<18}  {value}\n")
    });
    lines.collect()
}
