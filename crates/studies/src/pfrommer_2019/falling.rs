//! Section 1: `0 ≤ x⁺ ⊥ λ ≥ 0` with `λ = x⁺/h² − (x + h ẋ − g h²)/h²`.

use super::GRAVITY;
use super::small_lcp::SmallLcp;
use crate::csv::Csv;
use crate::findings::Findings;
use crate::scenes::world;
use crate::{Check, StudyError};
use stiction_complementarity::Method;
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, dashed, line, thin};

/// s.
const STEP: f64 = 0.01;
const STEPS: usize = 100;
/// m.
const START: f64 = 1.0;

struct Fall {
    /// Time, height, velocity and force after each step.
    rows: Vec<[f64; 4]>,
}

fn fall(method: Method) -> Result<Fall, StudyError> {
    let mut lcp = SmallLcp::new(method);
    let (mut height, mut velocity) = (START, 0.0);
    let mut rows = vec![[0.0, START, 0.0, 0.0]];
    for step in 1..=STEPS {
        let square = STEP * STEP;
        let matrix = [[1.0 / square]];
        let vector = [-(height + STEP * velocity - GRAVITY * square) / square];
        let ([next], [force]) = lcp.solve(matrix, vector)?;
        velocity += STEP * (force - GRAVITY);
        height = next;
        rows.push([step as f64 * STEP, height, velocity, force]);
    }
    Ok(Fall { rows })
}

/// The lowest height with explicit Euler, `x⁺ = x + h ẋ`, and the strongest stop: no velocity from the first step on at
/// whose end the block is below the surface.
fn explicit() -> f64 {
    let (mut height, mut velocity, mut lowest) = (START, 0.0, START);
    for _ in 0..STEPS {
        height += STEP * velocity;
        velocity = if height <= 0.0 { 0.0 } else { velocity - STEP * GRAVITY };
        lowest = lowest.min(height);
    }
    lowest
}

/// The same block as a scene, by our own stepper.
fn simulated() -> Result<Vec<f64>, StudyError> {
    let mut world = world("falling-block", &["stepper.time_step=0.01"])?;
    let mut heights = vec![world.state().configuration[0]];
    for _ in 0..STEPS {
        world.step().map_err(StudyError::broken)?;
        heights.push(world.state().configuration[0]);
    }
    Ok(heights)
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let Fall { rows } = fall(Method::Lemke)?;
    let landing = rows.iter().skip(1).position(|row| row[1] <= 1e-9).map_or(STEPS, |place| place + 1);
    let exact = (2.0 * START / GRAVITY).sqrt();
    let lowest = rows.iter().map(|row| row[1]).fold(f64::INFINITY, f64::min);
    let after = rows[landing..].iter().map(|row| row[1].abs()).fold(0.0, f64::max);
    let last = rows[STEPS];
    findings.check(Check::at_least("falling block: lowest height, m", 0.0, lowest));
    findings.check(Check::near("falling block: landing time √(2x₀/g), s", exact, rows[landing][0], STEP));
    findings.check(Check::at_most("falling block: largest height after landing (no bounce), m", 1e-12, after));
    findings.check(Check::near("falling block: contact force at rest (= g), N", GRAVITY, last[3], 1e-9));
    findings.check(Check::near("falling block: velocity at rest, m/s", 0.0, last[2], 1e-12));
    findings.check(Check::at_most(
        "falling block: lowest height with explicit Euler in place of implicit Euler, m",
        -1e-3,
        explicit(),
    ));
    let product = rows.iter().skip(1).map(|row| (row[1] * row[3]).abs()).fold(0.0, f64::max);
    findings.check(Check::at_most("falling block: largest λ·x, J", 1e-9, product));
    let mut largest = 0.0_f64;
    for method in [Method::Path, Method::FbPlm, Method::Pgs, Method::Prox, Method::Enumeration] {
        let other = fall(method)?;
        largest = rows.iter().zip(&other.rows).map(|(a, b)| (a[1] - b[1]).abs()).fold(largest, f64::max);
    }
    findings.check(Check::at_most(
        "falling block: largest difference of heights between six LCP solvers, m",
        1e-9,
        largest,
    ));
    let scene = simulated()?;
    let difference = rows.iter().zip(&scene).map(|(row, height)| (row[1] - height).abs()).fold(0.0, f64::max);
    findings.check(Check::at_most("falling block: largest difference from the simulated scene, m", 1e-9, difference));
    let largest = rows.iter().map(|row| row[3]).fold(0.0, f64::max);
    findings.value("landing force", crate::number::short(largest));

    let mut csv = Csv::new(&["time_s", "height_m", "velocity_m_per_s", "force_n"]);
    rows.iter().for_each(|row| csv.numbers(row));
    findings.data("falling", csv);
    findings.figure(&figure(&rows, exact))
}

fn figure(rows: &[[f64; 4]], exact: f64) -> Figure {
    let column = |k: usize| rows.iter().map(|row| (row[0], row[k])).collect::<Vec<_>>();
    let time = || Axis::linear("time, s", 0.0, 1.0);
    let parabola = (0..=100).map(|k| exact * f64::from(k) / 100.0).map(|t| (t, START - 0.5 * GRAVITY * t * t));
    let every = |points: Vec<(f64, f64)>| points.into_iter().step_by(3).collect::<Vec<_>>();
    let height = Panel::new(time(), Axis::linear("height x, m", -0.1, 1.1))
        .titled("Lands and stays at rest")
        .with(Mark::line(parabola.collect(), dashed(1)).named("free fall, exact"))
        .with(Mark::line(column(1), thin(2)))
        .with(Mark::points_of(every(column(1)), Symbol::Disc, "#0072b2", 3.0).named("LCP, every third step"));
    let force = Panel::new(time(), Axis::logarithmic("contact force λ, N", 5.0, 1000.0))
        .titled("Two large forces stop the block, then λ = g")
        .with(Mark::line(vec![(0.0, GRAVITY), (1.0, GRAVITY)], dashed(1)).named("weight"))
        .with(
            Mark::points_of(column(3).into_iter().filter(|p| p.1 > 1e-6).collect(), Symbol::Disc, "#0072b2", 2.6)
                .named("λ"),
        );
    let velocity = Panel::new(time(), Axis::linear("velocity ẋ, m/s", -5.0, 1.0))
        .titled("Velocity")
        .legend(Place::Hidden)
        .with(Mark::line(column(2), line(2)));
    Figure::new(
        "falling",
        "A block of 1 kg falls 1 m; time step 10 ms",
        vec![height.into(), velocity.into(), force.into()],
    )
    .columns(3)
    .part_size(400.0, 340.0)
}
