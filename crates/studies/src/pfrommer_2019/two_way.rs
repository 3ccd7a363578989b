//! Section 2.2 and its lemma: two velocities `z = (ẋ₊, ẋ₋)`, two unused frictions. And the form that the notes leave to be
//! done, with two friction impulses and a sliding speed.

use super::GRAVITY;
use super::small_lcp::SmallLcp;
use crate::csv::Csv;
use crate::findings::Findings;
use crate::random::Random;
use crate::{Check, Size, StudyError};
use stiction_complementarity::Method;
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, dashed, line};

const STEP: f64 = 0.01;
const FRICTION: f64 = 0.5;
const LIMIT: f64 = FRICTION * GRAVITY;

/// Both velocities, and the unused frictions `(λ₋', λ₊')`.
fn two_velocities(lcp: &mut SmallLcp, [ahead, back]: [f64; 2], push: f64) -> Result<([f64; 2], [f64; 2]), StudyError> {
    let own = (back - ahead) / STEP - push;
    lcp.solve([[1.0 / STEP, 0.0], [0.0, 1.0 / STEP]], [own + LIMIT, -own + LIMIT])
}

/// The traditional form, for unit mass: friction impulses `β₁, β₂ ≥ 0` ahead and back, sliding speed `σ`.
///
/// `0 ≤ β₁ ⊥ ẋ⁺ + σ`, `0 ≤ β₂ ⊥ −ẋ⁺ + σ`, `0 ≤ σ ⊥ μgh − β₁ − β₂`, with `ẋ⁺ = ẋ + h u + β₁ − β₂`.
fn slack(lcp: &mut SmallLcp, velocity: f64, push: f64) -> Result<(f64, f64), StudyError> {
    let free = velocity + STEP * push;
    let matrix = [[1.0, -1.0, 1.0], [-1.0, 1.0, 1.0], [-1.0, -1.0, 0.0]];
    let ([ahead, back, _], _) = lcp.solve(matrix, [free, -free, LIMIT * STEP])?;
    Ok((free + ahead - back, (ahead - back) / STEP))
}

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let count = if size == Size::Full { 30_000 } else { 2_000 };
    let mut random = Random::new(30_000);
    let (mut two, mut three) = (SmallLcp::new(Method::Lemke), SmallLcp::new(Method::Lemke));
    let (mut z, mut single, mut exact) = ([0.0; 2], 0.0, 0.0_f64);
    let (mut product, mut apart, mut off, mut turns, mut rests) = (0.0_f64, 0.0_f64, 0.0_f64, 0, 0);
    let mut rows = Vec::with_capacity(count);
    for k in 1..=count {
        let push = random.between(-4.0 * LIMIT, 4.0 * LIMIT);
        let before = z[0] - z[1];
        (z, _) = two_velocities(&mut two, z, push)?;
        let friction;
        (single, friction) = slack(&mut three, single, push)?;
        let free = exact + STEP * push;
        exact = free.signum() * (free.abs() - STEP * LIMIT).max(0.0);
        let velocity = z[0] - z[1];
        product = product.max((z[0] * z[1]).abs());
        apart = apart.max((velocity - single).abs());
        off = off.max((velocity - exact).abs());
        turns += usize::from(before * velocity < 0.0);
        rests += usize::from(velocity == 0.0);
        rows.push([k as f64 * STEP, push, z[0], z[1], single, friction]);
    }
    let steps = format!("{count} random steps");
    findings.check(Check::at_most(format!("lemma 2.1: largest ẋ₊·ẋ₋ in {steps}, m²/s²"), 0.0, product));
    findings.check(Check::at_most(
        format!("two-way block: difference from the closed form in {steps}, m/s"),
        1e-9,
        off,
    ));
    findings.check(Check::at_most(
        format!("two-way block: difference between two pairs and three pairs (slack form) in {steps}, m/s"),
        1e-9,
        apart,
    ));
    findings.value("turns", turns.to_string());
    findings.value("rests", rests.to_string());
    findings.value("steps", count.to_string());
    let mut csv = Csv::new(&[
        "time_s",
        "push_n",
        "velocity_ahead_m_per_s",
        "velocity_back_m_per_s",
        "slack_velocity_m_per_s",
        "slack_friction_n",
    ]);
    rows.iter().for_each(|row| csv.numbers(row));
    findings.data("two-way", csv);
    findings.figure(&figure(&rows))
}

fn figure(rows: &[[f64; 6]]) -> Figure {
    let shown = &rows[..rows.len().min(300)];
    let mut motion = Vec::new();
    let mut slack = Vec::new();
    for row in shown {
        motion.push((row[0], row[2] - row[3]));
        slack.push((row[0], row[4]));
    }
    let velocity = Panel::new(Axis::linear("time, s", 0.0, 3.0), Axis::linear("velocity, m/s", -1.0, 1.0))
        .titled("The first 300 steps")
        .legend(Place::LowerLeft)
        .with(Mark::line(motion, line(6)).named("two pairs, ẋ₊ − ẋ₋"))
        .with(Mark::line(slack, dashed(0)).named("three pairs (slack form)"));
    let largest = rows.iter().map(|row| row[2].max(row[3])).fold(0.0, f64::max) * 1.05;
    let corners = rows.iter().map(|row| (row[2], row[3])).collect::<Vec<_>>();
    // A point that others hide need not be drawn.
    let mut seen = std::collections::BTreeSet::new();
    let place = |point: &(f64, f64)| ((point.0 / largest * 300.0) as i64, (point.1 / largest * 300.0) as i64);
    let corners = corners.into_iter().filter(|point| seen.insert(place(point))).collect();
    let margin = -0.04 * largest;
    let lemma = Panel::new(
        Axis::linear("forward velocity ẋ₊, m/s", margin, largest),
        Axis::linear("backward velocity ẋ₋, m/s", margin, largest),
    )
    .titled(format!("Lemma 2.1: all {} steps", rows.len()))
    .legend(Place::Hidden)
    .with(Mark::points_of(corners, Symbol::Disc, "#0072b2", 2.2));
    Figure::new("two-way", "A block pushed in both directions by random forces", vec![velocity.into(), lemma.into()])
}
