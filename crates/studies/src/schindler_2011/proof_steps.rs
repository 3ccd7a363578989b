//! Eqs. 6 and 7 are the same law of friction, prox is the nearest point (eq. 8), and the steps of the proof in section IV
//! (eqs. 15 to 18), on random points.

use super::equivalence::{FRICTION, lattice, member, nearest, violation};
use crate::findings::Findings;
use crate::random::Random;
use crate::{Check, Size};
use stiction_contact::Law;

const LAW: Law = Law::Coulomb { friction: FRICTION };

/// How far a triple is from eq. 7, for the normal force `λ_N`.
fn sliding_form(normal: f64, g: &[f64; 2], force: &[f64; 2], speed: f64) -> f64 {
    let limit = FRICTION * normal.abs();
    let equation = (limit * g[0] + speed * force[0]).hypot(limit * g[1] + speed * force[1]);
    let slack = limit - force[0].hypot(force[1]);
    equation.max(-speed).max(-slack).max(speed.min(slack))
}

/// The sliding speed that fits the equation of eq. 7 best.
fn best_speed(normal: f64, g: &[f64; 2], force: &[f64; 2]) -> f64 {
    let square = force[0] * force[0] + force[1] * force[1];
    let product = g[0] * force[0] + g[1] * force[1];
    if square > 0.0 { (-FRICTION * normal.abs() * product / square).max(0.0) } else { 0.0 }
}

pub fn run(size: Size, findings: &mut Findings) {
    let count = if size == Size::Full { 100_000 } else { 2_000 };
    let mut random = Random::new(7);
    let (mut there, mut back, mut disagreements, mut inside) = (0.0_f64, 0.0_f64, 0, 0);
    let (mut factor, mut lengths, mut contradiction, mut scaled) = (0.0_f64, 0.0_f64, f64::INFINITY, 0.0_f64);
    let (mut nearer, mut dissipation) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..count {
        let normal = random.between(0.1, 3.0) * if random.between(-1.0, 1.0) > 0.0 { 1.0 } else { -1.0 };
        let limit = FRICTION * normal.abs();
        let r = 10_f64.powf(random.between(-1.0, 1.0));
        // Eq. 6 → eq. 7 with σ = ‖ġ‖.
        let (g, force) = member(LAW, normal, &mut random);
        let slip = g[0].hypot(g[1]);
        there = there.max(sliding_form(normal, &g, &force, slip));
        // Eqs. 17 and 18 where it slides.
        if slip > 0.0 {
            let trial = [force[0] - r * g[0], force[1] - r * g[1]];
            let length = trial[0].hypot(trial[1]);
            lengths = lengths.max((length - limit - r * slip).abs());
            let back = trial.map(|value| value / length * limit);
            scaled = scaled.max((back[0] - force[0]).hypot(back[1] - force[1]));
        }
        // Eq. 7 → eq. 6: a force on the circle and any σ ≥ 0 give the slip.
        let (sine, cosine) = random.between(0.0, std::f64::consts::TAU).sin_cos();
        let (edge, speed) = ([limit * cosine, limit * sine], random.between(0.0, 3.0));
        back = back.max(violation(LAW, normal, &edge.map(|value| -speed * value / limit), &edge));
        // Eq. 15: for a trial force outside, k = 1. Eq. 16: without slip no force outside is its own projection.
        let y = edge.map(|value| value * (1.0 + random.between(0.01, 2.0)));
        let outside = y[0].hypot(y[1]);
        let projected = nearest(LAW, normal, &y);
        let g = [(projected[0] - y[0]) / r, (projected[1] - y[1]) / r];
        factor = factor.max((r * g[0].hypot(g[1]) / (outside - limit) - 1.0).abs());
        contradiction = contradiction.min((projected[0] - y[0]).hypot(projected[1] - y[1]) / (outside - limit));
        // Eq. 8: no other point of the disc is nearer. Section I: no other force of the disc takes more power from the slip.
        let (sine, cosine) = random.between(0.0, std::f64::consts::TAU).sin_cos();
        let radius = limit * random.between(0.0, 1.0).sqrt();
        let other = [radius * cosine, radius * sine];
        let distance = |point: &[f64; 2]| (point[0] - y[0]).hypot(point[1] - y[1]);
        nearer = nearer.min(distance(&other) - distance(&projected));
        let power = |force: &[f64; 2]| -(force[0] * g[0] + force[1] * g[1]);
        dissipation = dissipation.min(power(&projected) - power(&other));
        // A coarse lattice, on which points of the set are not rare.
        let (g, force) = ([lattice(&mut random), lattice(&mut random)], [lattice(&mut random), lattice(&mut random)]);
        let normal = (lattice(&mut random).abs() + 0.5) / FRICTION;
        let by_speed = sliding_form(normal, &g, &force, best_speed(normal, &g, &force)) < 1e-12;
        let by_cases = violation(LAW, normal, &g, &force) < 1e-12;
        inside += usize::from(by_cases);
        disagreements += usize::from(by_speed != by_cases);
    }
    let mut at_most = |what: &str, got: f64| findings.check(Check::at_most(what, 1e-12, got));
    at_most("eq. 7: violation by points of eq. 6 with σ = ‖ġ_T‖", there);
    at_most("eq. 7: violation of eq. 6 by its points", back);
    at_most("eq. 15: |k − 1|", factor);
    at_most("eq. 17: error of the length, N", lengths);
    at_most("eq. 18: error of the force, N", scaled);
    findings.check(Check::at_least(
        "eq. 8: how much farther the nearest of random other points of C_T is, N",
        0.0,
        nearer,
    ));
    findings.check(Check::at_least(
        "section I: power that prox dissipates more than random other forces, W",
        0.0,
        dissipation,
    ));
    findings.check(Check::at_least(
        "eq. 16: least distance of an outside force to its projection, in units of its distance to C_T",
        1.0 - 1e-9,
        contradiction,
    ));
    findings.check(Check::count("eq. 7: lattice points where eqs. 6 and 7 disagree", 0, disagreements));
    findings.check(Check::at_least("eq. 7: lattice points in the set", 0.01 * count as f64, inside as f64));
}
