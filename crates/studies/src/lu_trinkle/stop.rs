//! Where a relaxed iteration stops: with a relaxation above the tolerance never before the limit, as the paper states.

use super::particle::MOST;
use super::relaxation::{Errors, FORMS};
use crate::Check;
use crate::findings::Findings;

pub fn run(findings: &mut Findings) {
    let [row, cone] = FORMS.map(|(_, errors)| errors);
    // How many of r = 0.05, 0.1, … stop.
    let ends = |errors: Errors, last: i32, relaxation, tolerance| {
        (1..=last).filter(|k| errors(0.05 * f64::from(*k), relaxation, tolerance).len() < MOST).count()
    };
    for (relaxation, tolerance, label) in [(1e-6, 1e-7, "10⁻⁶"), (1e-12, 1e-13, "10⁻¹²")] {
        let begin = format!("relaxation above the tolerance, ζ = {label}, ‖φ‖ < ζ/10");
        for (errors, last, words) in
            [(row, 39, "row by row: r of 39 that stop"), (cone, 19, "cone: r below 1, of 19, that stop")]
        {
            findings.check(Check::count(format!("{begin}, {words}"), 0, ends(errors, last, relaxation, tolerance)));
        }
        let own = cone(1.0, relaxation, tolerance).len();
        findings.check(Check::count(format!("{begin}, cone, r = 1: iterations"), 1, own));
    }
    let words =
        "relaxation above the tolerance, ζ = 10⁻⁶, eq. 31 < 10⁻¹⁰, row by row: r of 39 that stop (eq. 31 falls to ζ²)";
    findings.check(Check::at_least(words, 20.0, ends(row, 39, 1e-6, 2e-10_f64.sqrt()) as f64));
}
