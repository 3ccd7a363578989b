//! What the tolerance decides: Fig. 2 just below touching, with the tolerance that the paper states and with smaller ones.

use super::linearised::Linearised;
use super::particle::MOST;
use super::row_by_row::{TOLERANCE, hundredths};
use crate::findings::Findings;
use crate::number::median;
use crate::table::Table;
use crate::{Check, StudyError};

/// The paper's test, eq. 31 below 10⁻⁶, is `‖φ‖` below the root of twice that.
pub const STATED: f64 = 2e-6;
const EPSILONS: [(f64, &str); 4] = [(1e-5, "10⁻⁵"), (1e-3, "10⁻³"), (1e-2, "10⁻²"), (0.1, "0.1")];

/// The numbers of sweeps for every `r` of Fig. 2.
fn counts(epsilon: f64, tolerance: f64) -> Vec<usize> {
    hundredths().map(|r| Linearised::new(-5.0 - epsilon, r).count(tolerance)).collect()
}

fn at_limit(counts: &[usize]) -> usize {
    counts.iter().filter(|count| **count == MOST).count()
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let mut columns = vec!["the iteration stops at".to_owned()];
    columns.extend(EPSILONS.map(|(_, name)| format!("ε = {name}")));
    columns.push("sweeps at r = 0.5: ε = 10⁻⁵ over g = −10".to_owned());
    let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    for (tolerance, words) in [
        (STATED.sqrt(), "eq. 31 < 10⁻⁶ (the paper): ‖φ‖ < 1.4·10⁻³"),
        (1e-6, "‖φ‖ < 10⁻⁶"),
        (TOLERANCE, "‖φ‖ < 10⁻⁸ (the public program)"),
    ] {
        let mut row = vec![words.to_owned()];
        for (epsilon, _) in EPSILONS {
            let counts = counts(epsilon, tolerance);
            row.push(format!("{} at the limit, median {}", at_limit(&counts), median(counts)));
        }
        let sweeps = |gravity| Linearised::new(gravity, 0.5).run(tolerance, 1_000_000).errors.len();
        row.push(format!("{} / {}", sweeps(-5.0 - EPSILONS[0].0), sweeps(-10.0)));
        table.row(row);
    }
    findings.table("tolerances", table);
    for (epsilon, name) in &EPSILONS[..3] {
        let counts = counts(*epsilon, STATED.sqrt());
        findings.check(Check::count(
            format!("tolerance of the paper, eq. 33 row by row, g = −(5 + {name}): r of 200 that reach 300 iterations"),
            1,
            at_limit(&counts),
        ));
        findings.check(Check::is(
            format!("tolerance of the paper, eq. 33 row by row, g = −(5 + {name}): median of iterations over r"),
            "2",
            median(counts),
        ));
    }
    let words =
        "tolerance of 10⁻⁸ on ‖φ‖, eq. 33 row by row, g = −(5 + 10⁻⁵): r of 200 that do not reach 300 iterations";
    findings.check(Check::count(words, 1, 200 - at_limit(&counts(EPSILONS[0].0, TOLERANCE))));
    Ok(())
}
