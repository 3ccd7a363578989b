//! Fig. 2 by the program that fits it: the linearised problem of eq. 33, swept row by row.

use super::linearised::{First, Linearised, Penalty};
use super::particle::MOST;
use crate::csv::Csv;
use crate::findings::Findings;
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, dashed, line};

/// Tolerance on `‖φ‖` and ε, as the public program has them.
pub const TOLERANCE: f64 = 1e-8;
pub const EPSILON: f64 = 1e-5;
/// The forces of the public program, and their names in its legend.
const FORCES: [(f64, &str); 6] = [
    (0.0, "g = 0"),
    (-5.0, "g = −5"),
    (-5.0 - EPSILON, "g = −(5 + ε)"),
    (-10.0, "g = −10"),
    (-1e3, "g = −10³"),
    (-1e6, "g = −10⁶"),
];

/// Both readings of eq. 30's sign.
const PENALTIES: [(Penalty, &str); 2] =
    [(Penalty::Subtracted, "other sign in eq. 30"), (Penalty::Added, "eq. 30 as printed")];

/// `r` of Fig. 2, in hundredths.
pub fn hundredths() -> impl Iterator<Item = f64> {
    (1..=200).map(|k| f64::from(k) / 100.0)
}

fn count(gravity: f64, scaling: f64, first: First, penalty: Penalty) -> usize {
    Linearised { first, penalty, ..Linearised::new(gravity, scaling) }.count(TOLERANCE)
}

/// The values of `r` that do not reach the limit just below touching.
fn good(first: First, penalty: Penalty) -> String {
    let good = hundredths().filter(|r| count(-5.0 - EPSILON, *r, first, penalty) < MOST);
    good.map(|r| r.to_string()).collect::<Vec<_>>().join(", ")
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let swept = Linearised::new(-10.0, 0.9).run(1e-14, 2000).unknowns;
    let exact = [0.5, 0.25, 0.0, 0.0, 0.0, 0.75];
    let off = swept.iter().zip(exact).map(|(found, exact)| (found - exact).abs()).fold(0.0, f64::max);
    let words = "eq. 33 row by row, g = −10: distance from the solution (0.5; 0.25, 0, 0, 0; 0.75)";
    findings.check(Check::at_most(words, 1e-12, off));
    counts(findings);
    limit(findings);
    just_below(findings);
    figure(findings)
}

/// The statements of the paper that are numbers of iterations.
fn counts(findings: &mut Findings) {
    let own = |gravity, scaling| count(gravity, scaling, First::Against, Penalty::Added);
    findings.check(Check::count(
        "eq. 33 row by row, g = −10, r = 1.25: iterations (paper: 300)",
        MOST,
        own(-10.0, 1.25),
    ));
    for (gravity, name) in [(-1e3, "−10³"), (-1e6, "−10⁶")] {
        let words = format!("eq. 33 row by row, g = {name} (sticking), r = 1: iterations (paper: 1)");
        findings.check(Check::count(words, 1, own(gravity, 1.0)));
    }
    // For r = 1 the matrix of the sweep on friction and slip is nilpotent: its square is zero.
    let words =
        "eq. 33 row by row, g = −10 (sliding), r = 1: iterations that a nilpotent 2 × 2 matrix needs (paper: 1)";
    findings.check(Check::count(words, 2, own(-10.0, 1.0)));
    let light =
        [0.0, -2.0, -4.9, -5.0].map(|gravity| hundredths().skip(49).map(|r| own(gravity, r)).max().unwrap_or(MOST));
    findings.check(Check::at_most(
        "eq. 33 row by row, g ≥ −5: most iterations for r from 0.5 to 2 (paper: small)",
        10.0,
        light.into_iter().max().unwrap_or(MOST) as f64,
    ));
    findings.check(Check::at_least(
        "eq. 33 row by row, g = −2, r = 0.01: iterations (paper: not small as r approaches zero)",
        100.0,
        own(-2.0, 0.01) as f64,
    ));
    let deep = [-20.0, -50.0, -1e3, -1e6];
    let near = deep.map(|gravity| [0.9, 0.95, 1.05, 1.1].map(|r| own(gravity, r)).into_iter().max().unwrap_or(MOST));
    findings.check(Check::at_most(
        "eq. 33 row by row, g from −20 to −10⁶: most iterations for r from 0.9 to 1.1 (paper: values near 1 perform well)",
        30.0,
        near.into_iter().max().unwrap_or(MOST) as f64,
    ));
}

/// Where sliding sweeps stop converging. With friction and slip alone a sweep multiplies their errors by
/// `((1 − r, −r), (r (1 − r), 1 − r²))`, whose determinant is `1 − r` and whose trace is `2 − r − r²`. By Jury's criterion its
/// eigenvalues are inside the unit circle where `r² + 2r < 4`.
fn limit(findings: &mut Findings) {
    let converges = |r: f64| Linearised::new(-10.0, r).run(TOLERANCE, 20_000).errors.len() < 20_000;
    let (mut below, mut above) = (1.0, 1.5);
    for _ in 0..12 {
        let middle = 0.5 * (below + above);
        if converges(middle) { below = middle } else { above = middle }
    }
    let words = "eq. 33 row by row, g = −10: largest r that converges: √5 − 1";
    findings.check(Check::near(words, 5.0_f64.sqrt() - 1.0, 0.5 * (below + above), 2e-3));
}

/// g = −(5 + ε): which r do well, and why the paper has 1.3 among them.
fn just_below(findings: &mut Findings) {
    let mut table = Table::new(&["error", "d_1 against the motion", "d_1 along the motion"]);
    for (penalty, words) in PENALTIES {
        let found = [First::Against, First::Along].map(|first| good(first, penalty));
        table.row([words.to_owned(), found[0].clone(), found[1].clone()]);
        let expected = if penalty == Penalty::Added { "1" } else { "1, 1.32, 1.33" };
        let words =
            format!("eq. 33 row by row, g = −(5 + 10⁻⁵), {words}: r with less than 300 iterations (paper: 1 and 1.3)");
        findings.check(Check::is(words, expected, &*found[0]));
    }
    findings.table("just below", table);
    // The error just after the slip has jumped is σ |0.7 − 0.3 s| with s = r³: zero at s = 7/3.
    let error = |r: f64| {
        let run = Linearised { penalty: Penalty::Subtracted, ..Linearised::new(-5.0 - EPSILON, r) };
        run.run(0.0, 6).errors.last().copied().unwrap_or(f64::NAN)
    };
    let fine = (0..=2000).map(|k| 1.25 + 1e-4 * f64::from(k));
    let (_, best) = fine
        .map(|r| (error(r), r))
        .fold((f64::INFINITY, f64::NAN), |best, own| if own.0 < best.0 { own } else { best });
    let words =
        "eq. 33 row by row, g = −(5 + 10⁻⁵), other sign in eq. 30: r of the least error between 1.25 and 1.45: ∛(7/3)";
    findings.check(Check::near(words, (7.0_f64 / 3.0).cbrt(), best, 1e-3));
}

fn figure(findings: &mut Findings) -> Result<(), StudyError> {
    let mut csv = Csv::new(&["error", "gravity_m_per_s2", "r_kg", "iterations"]);
    let parts = PENALTIES.map(|(penalty, words)| {
        let mut panel = Panel::new(
            Axis::linear("value of convergence parameter r, kg", 0.0, 2.0),
            Axis::linear("number of iterations", 0.0, 320.0),
        )
        .titled(words)
        .legend(if penalty == Penalty::Added { Place::Right } else { Place::Hidden });
        for (place, (gravity, name)) in FORCES.into_iter().enumerate() {
            let points: Vec<_> = hundredths().map(|r| (r, count(gravity, r, First::Against, penalty) as f64)).collect();
            for (r, count) in &points {
                csv.cells(&[words.to_owned(), format!("{gravity:?}"), format!("{r:?}"), format!("{count}")]);
            }
            // g = 0 and g = −5 give the same counts.
            let stroke = if place == 1 { dashed(place) } else { line(place) };
            panel = panel.with(Mark::line(points, stroke).named(name));
        }
        panel.into()
    });
    findings.data("fig-2", csv);
    findings.figure(
        &Figure::new(
            "fig-2",
            "Fig. 2: iterations against r, eq. 33 swept row by row, m = 1, at most 300, ‖φ‖ < 10⁻⁸",
            parts.into(),
        )
        .part_size(560.0, 400.0),
    )
}
