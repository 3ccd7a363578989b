//! Section 2.1: `0 ≤ ẋ⁺ ⊥ λ' ≥ 0` with the unused friction `λ' = μg − λ = (ẋ⁺ − ẋ)/h − u + μg`.

use super::GRAVITY;
use super::small_lcp::SmallLcp;
use crate::csv::Csv;
use crate::findings::Findings;
use crate::random::Random;
use crate::{Check, Size, StudyError};
use stiction_complementarity::Method;
use stiction_figures::{Axis, Figure, Mark, Panel, Place, dashed, line};

const STEP: f64 = 0.01;
const FRICTION: f64 = 0.5;
const LIMIT: f64 = FRICTION * GRAVITY;

/// The new velocity and the friction force.
fn step(lcp: &mut SmallLcp, velocity: f64, push: f64) -> Result<(f64, f64), StudyError> {
    let ([next], [unused]) = lcp.solve([[1.0 / STEP]], [-velocity / STEP - push + LIMIT])?;
    Ok((next, LIMIT - unused))
}

/// A push that grows, stays, and goes.
fn push(time: f64) -> f64 {
    match time {
        t if t < 2.0 => 4.0 * t,
        t if t < 3.0 => 8.0,
        t if t < 4.0 => 8.0 * (4.0 - t),
        _ => 0.0,
    }
}

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let mut lcp = SmallLcp::new(Method::Lemke);
    let mut rows = vec![[0.0, 0.0, 0.0, 0.0]];
    let (mut velocity, mut worst, mut off) = (0.0, 0.0_f64, 0.0_f64);
    for k in 1..=700 {
        let time = f64::from(k) * STEP;
        let (next, friction) = step(&mut lcp, velocity, push(time))?;
        let exact = (velocity + STEP * (push(time) - LIMIT)).max(0.0);
        worst = worst.max((next - exact).abs());
        off = off.max(if next > 0.0 { (friction - LIMIT).abs() } else { (friction - LIMIT).max(0.0) });
        velocity = next;
        rows.push([time, push(time), velocity, friction]);
    }
    let starts = rows.iter().find(|row| row[2] > 1e-12).map_or(f64::NAN, |row| row[0]);
    findings.check(Check::near("forward block: time when it starts to slide (u = μg), s", LIMIT / 4.0, starts, STEP));
    findings.check(Check::at_most("forward block: difference from max(0, ẋ + h(u − μg)), m/s", 1e-12, worst));
    findings.check(Check::at_most(
        "forward block: |λ − μg| while it slides, excess of λ over μg at rest, N",
        1e-9,
        off,
    ));
    let (_, pulled) = step(&mut lcp, 0.0, -1.0)?;
    findings.check(Check::near(
        "remark 1: friction against a pull u = −1 N, which the notes exclude, N",
        -1.0,
        pulled,
        1e-9,
    ));
    let count = if size == Size::Full { 30_000 } else { 1_000 };
    let mut random = Random::new(2019);
    let (mut lowest, mut highest) = (f64::INFINITY, f64::NEG_INFINITY);
    for _ in 0..count {
        // Half of them from rest.
        let velocity = random.between(-0.2, 0.2).max(0.0);
        let (_, friction) = step(&mut lcp, velocity, random.between(0.0, 3.0 * LIMIT))?;
        (lowest, highest) = (lowest.min(friction), highest.max(friction));
    }
    findings.check(Check::at_least(
        format!("remark 1: least friction force in {count} random states, N"),
        -1e-9,
        lowest,
    ));
    findings.check(Check::at_most(
        "remark 1: largest friction force in these states minus μg, N",
        1e-9,
        highest - LIMIT,
    ));
    let mut csv = Csv::new(&["time_s", "push_n", "velocity_m_per_s", "friction_n"]);
    rows.iter().for_each(|row| csv.numbers(row));
    findings.data("forward", csv);
    let column = |k: usize| rows.iter().map(|row| (row[0], row[k])).collect::<Vec<_>>();
    let time = || Axis::linear("time, s", 0.0, 7.0);
    let forces = Panel::new(time(), Axis::linear("force, N", -0.5, 10.0))
        .titled("Friction balances the push up to μg")
        .with(Mark::line(column(1), dashed(1)).named("push u"))
        .with(Mark::line(column(3), line(2)).named("friction λ"));
    let velocity = Panel::new(time(), Axis::linear("velocity ẋ, m/s", -0.5, 6.5))
        .titled("Stick, slide, stick")
        .legend(Place::Hidden)
        .with(Mark::line(column(2), line(0)));
    findings.figure(&Figure::new(
        "forward",
        "A block pushed in one direction, μ = 0.5",
        vec![forces.into(), velocity.into()],
    ))
}
