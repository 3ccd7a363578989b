//! Nonsmooth Newton on Painlevé's rod, against what its two pieces predict.

use super::cobweb::Ending;
use super::rod::{ANGLE, CASES, Case, coefficient};
use crate::Check;
use crate::findings::Findings;

/// The trial force of a start decides the first step: `λ_U ≥ rb/(1 − rG)` keeps the contact, for `1 − rG > 0`.
fn keeps(case: &Case, scaling: f64, start: f64) -> bool {
    let (value, offset) = (coefficient(ANGLE, case.friction), -case.gravity);
    start * (1.0 - scaling * value) >= scaling * offset
}

pub fn run(findings: &mut Findings) {
    let mut wrong = [0; 4];
    let (mut most, mut rescued) = (0, 0);
    for k in 1..=48 {
        let scaling = 0.05 * f64::from(k);
        for start in (-32..=96).map(|place| 0.25 * f64::from(place) + 0.01) {
            for (place, case) in CASES.iter().enumerate() {
                let far = case.gravity / coefficient(ANGLE, case.friction);
                let found = case.iteration(scaling).newton_ending(start);
                let near = |force: f64| matches!(found, Ending::Converged(own, _) if (own - force).abs() < 1e-9);
                if let Ending::Converged(_, count) = found {
                    most = most.max(count);
                }
                wrong[place] += usize::from(!match case.figure {
                    "Fig. 9" => near(far),
                    "Fig. 10" => near(0.0),
                    "Fig. 11" => found == Ending::Cycles,
                    _ => near(if keeps(case, scaling, start) { far } else { 0.0 }),
                });
                let diverges = case.iteration(scaling).ending(start) == Ending::Diverged;
                rescued += usize::from(case.figure == "Fig. 12" && diverges && !near(far));
            }
        }
    }
    for (case, wrong) in CASES.iter().zip(wrong) {
        let what = match case.figure {
            "Fig. 9" => "Newton does not reach the solution",
            "Fig. 10" => "Newton does not reach 0",
            "Fig. 11" => "Newton does not cycle",
            _ => "Newton does not reach the solution of the starting piece",
        };
        findings.check(Check::count(format!("Newton, {}: starts and r where {what}", case.figure), 0, wrong));
    }
    findings.check(Check::at_most("Newton, Figs. 9, 10, 12: largest number of steps", 3.0, most as f64));
    findings.check(Check::count(
        "Newton, Fig. 12: starts where prox diverges and Newton does not find the second solution",
        0,
        rescued,
    ));
}
