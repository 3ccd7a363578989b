//! Remark 2: the two inequalities in the proof of lemma 2.1, and what happens where one velocity is zero.

use super::small_lcp::SmallLcp;
use crate::csv::Csv;
use crate::findings::Findings;
use crate::{Check, StudyError};
use stiction_complementarity::Method;
use stiction_figures::{Axis, Figure, Mark, Panel, Place, dashed, line};

/// `μg`, N for unit mass; the time step is 1 s, as in the proof.
const LIMIT: f64 = 0.5;
/// `ẋ₋` before the step, m/s; `ẋ₊` is zero, as the proof assumes.
const BACK: f64 = 1.0;

/// The velocities of the proof, where both unused frictions are zero: `u − ẋ₋ − μg` and `−(u − ẋ₋) − μg`.
fn assumed(push: f64) -> [f64; 2] {
    [push - BACK - LIMIT, -(push - BACK) - LIMIT]
}

/// Both velocities and both unused frictions, from `(ẋ₊, ẋ₋)` before the step.
fn step(lcp: &mut SmallLcp, [ahead, back]: [f64; 2], push: f64) -> Result<[[f64; 2]; 2], StudyError> {
    let own = back - ahead - push;
    let (velocities, unused) = lcp.solve([[1.0, 0.0], [0.0, 1.0]], [own + LIMIT, -own + LIMIT])?;
    Ok([velocities, unused])
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let mut lcp = SmallLcp::new(Method::Lemke);
    let mut csv =
        Csv::new(&["push_n", "assumed_ahead", "assumed_back", "ahead", "back", "unused_back", "unused_ahead"]);
    let mut rows = Vec::new();
    let (mut both, mut velocities_off, mut unused_off, mut mirrored) = (0, 0.0_f64, 0.0_f64, 0.0_f64);
    for k in 0..=160 {
        let push = -3.0 + 0.05 * f64::from(k);
        let guess = assumed(push);
        let [velocities, unused] = step(&mut lcp, [0.0, BACK], push)?;
        let mirror = step(&mut lcp, [BACK, 0.0], -push)?;
        both += usize::from(guess.iter().all(|velocity| *velocity > 0.0));
        for k in 0..2 {
            velocities_off = velocities_off.max((velocities[k] - guess[k].max(0.0)).abs());
            unused_off = unused_off.max((unused[k] - (-guess[k]).max(0.0)).abs());
            mirrored = mirrored.max((velocities[k] - mirror[0][1 - k]).abs());
            mirrored = mirrored.max((unused[k] - mirror[1][1 - k]).abs());
        }
        let row = [push, guess[0], guess[1], velocities[0], velocities[1], unused[0], unused[1]];
        csv.numbers(&row);
        rows.push(row);
    }
    findings.data("remark-2", csv);
    findings.check(Check::count("remark 2: pushes where both velocities of the proof are positive", 0, both));
    findings.check(Check::at_most(
        "remark 2: difference of the velocities from max(0, those of the proof), m/s",
        1e-12,
        velocities_off,
    ));
    findings.check(Check::at_most(
        "remark 2: difference of λ' from what the proof's velocity lacks, N",
        1e-12,
        unused_off,
    ));
    findings.check(Check::at_most(
        "remark 2: difference of the mirrored state, which the proof leaves out",
        1e-12,
        mirrored,
    ));
    let [_, [_, far]] = step(&mut lcp, [0.0, BACK], 1e6)?;
    findings.check(Check::near(
        "remark 2: λ₊' for a push of 10⁶ N, N: it grows with the push without limit",
        1e6 - 0.5,
        far,
        1e-6,
    ));
    let column = |k: usize| rows.iter().map(|row| (row[0], row[k])).collect::<Vec<_>>();
    let push = || Axis::linear("push u, N", -3.0, 5.0);
    let velocities = Panel::new(push(), Axis::linear("velocity after the step, m/s", -4.5, 9.0))
        .titled("The proof's velocities are never both positive")
        .legend(Place::UpperLeft)
        .with(Mark::line(column(1), dashed(2)).named("u − ẋ₋ − μg (proof)"))
        .with(Mark::line(column(2), dashed(1)).named("−(u − ẋ₋) − μg (proof)"))
        .with(Mark::line(column(3), line(2)).named("ẋ₊ of the LCP"))
        .with(Mark::line(column(4), line(1)).named("ẋ₋ of the LCP"));
    let unused = Panel::new(push(), Axis::linear("unused friction λ', N", -0.5, 6.5))
        .titled("Where a velocity is zero, its λ' grows")
        .legend(Place::UpperRight)
        .with(Mark::line(column(5), line(2)).named("λ₋', complementary to ẋ₊"))
        .with(Mark::line(column(6), line(1)).named("λ₊', complementary to ẋ₋"));
    findings.figure(&Figure::new(
        "remark-2",
        "Remark 2: one step from ẋ₋ = 1 m/s with Δt = 1 s, μg = 0.5 N",
        vec![velocities.into(), unused.into()],
    ))
}
