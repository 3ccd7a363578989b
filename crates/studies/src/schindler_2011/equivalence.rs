//! Section IV: both formulations describe the same sets. Tried on random points, in both directions.

use crate::findings::Findings;
use crate::random::Random;
use crate::table::Table;
use crate::{Check, Size};
use stiction_contact::Law;

pub const FRICTION: f64 = 0.6;

/// How far a pair is from the complementarity formulation, eqs. 4 to 6.
pub fn violation(law: Law, normal: f64, g: &[f64], force: &[f64]) -> f64 {
    match law {
        Law::Bilateral { .. } => g[0].abs(),
        Law::Unilateral => (-g[0]).max(-force[0]).max(g[0].min(force[0])).max(0.0),
        _ => {
            let limit = law.discs().next().map_or(0.0, |(_, _, friction)| friction * normal.abs());
            let (slip, friction) = (g[0].hypot(g[1]), force[0].hypot(force[1]));
            let excess = (friction - limit).max(0.0);
            // Sliding asks for λ = −μ|λ_N| ġ/‖ġ‖, as the equation slip·λ + limit·ġ = 0 over slip.
            let off = if slip > 0.0 {
                (force[0] + limit * g[0] / slip).hypot(force[1] + limit * g[1] / slip).min(slip)
            } else {
                0.0
            };
            excess.max(off)
        }
    }
}

/// `‖λ − prox(λ − r g)‖`, eq. 9.
fn residual(law: Law, normal: f64, scaling: f64, g: &[f64], force: &[f64]) -> f64 {
    let nearest = nearest(law, normal, &[force[0] - scaling * g[0], force[1] - scaling * g[1]]);
    (force[0] - nearest[0]).hypot(force[1] - nearest[1])
}

pub fn nearest(law: Law, normal: f64, y: &[f64; 2]) -> [f64; 2] {
    let mut p = [0.0; 3];
    match law {
        Law::Coulomb { .. } => {
            law.project(&[normal.abs(), y[0], y[1]], &mut p);
            [p[1], p[2]]
        }
        _ => {
            law.project(&y[..1], &mut p[..1]);
            [p[0], 0.0]
        }
    }
}

/// A random pair of the complementarity set.
pub fn member(law: Law, normal: f64, random: &mut Random) -> ([f64; 2], [f64; 2]) {
    let either = random.between(-1.0, 1.0) > 0.0;
    match law {
        Law::Bilateral { .. } => ([0.0; 2], [random.between(-5.0, 5.0), 0.0]),
        Law::Unilateral if either => ([random.between(0.0, 5.0), 0.0], [0.0; 2]),
        Law::Unilateral => ([0.0; 2], [random.between(0.0, 5.0), 0.0]),
        _ => {
            let limit = law.discs().next().map_or(0.0, |(_, _, friction)| friction * normal.abs());
            let (sine, cosine) = random.between(0.0, std::f64::consts::TAU).sin_cos();
            if either {
                let slip = random.between(1e-3, 3.0);
                ([slip * cosine, slip * sine], [-limit * cosine, -limit * sine])
            } else {
                let force = limit * random.between(0.0, 1.0).sqrt();
                ([0.0; 2], [force * cosine, force * sine])
            }
        }
    }
}

/// −1, −0.5, 0, 0.5 or 1.
pub fn lattice(random: &mut Random) -> f64 {
    0.5 * random.between(-2.5, 2.5).round().clamp(-2.0, 2.0)
}

pub fn run(size: Size, findings: &mut Findings) {
    let count = if size == Size::Full { 100_000 } else { 2_000 };
    let mut table = Table::new(&[
        "law",
        "complementarity into prox: largest residual",
        "prox into complementarity: largest violation",
        "lattice points in the sets",
        "lattice points where the formulations disagree",
    ]);
    let mut random = Random::new(2011);
    let (mut there, mut back, mut disagreements, mut least_inside) = (0.0_f64, 0.0_f64, 0, usize::MAX);
    for (name, law) in [
        ("bilateral", Law::Bilateral { rows: 1 }),
        ("unilateral", Law::Unilateral),
        ("Coulomb in space", Law::Coulomb { friction: FRICTION }),
    ] {
        let (mut own_there, mut own_back, mut own_disagreements, mut inside) = (0.0_f64, 0.0_f64, 0, 0);
        for _ in 0..count {
            let normal = random.between(-3.0, 3.0);
            let scaling = 10_f64.powf(random.between(-1.0, 1.0));
            let (g, force) = member(law, normal, &mut random);
            own_there = own_there.max(residual(law, normal, scaling, &g, &force));
            // Every y gives a pair of the prox set: λ = prox(y), g = (λ − y)/r.
            let y = [random.between(-5.0, 5.0), if law.rows() == 3 { random.between(-5.0, 5.0) } else { 0.0 }];
            let force = nearest(law, normal, &y);
            let g = [(force[0] - y[0]) / scaling, (force[1] - y[1]) / scaling];
            own_back = own_back.max(violation(law, normal, &g, &force));
            // Any pair of a coarse lattice, on which points of the sets are not rare: both must say the same of it.
            let mut pair = || [lattice(&mut random), if law.rows() == 3 { lattice(&mut random) } else { 0.0 }];
            let (g, force) = (pair(), pair());
            // A limit of friction that is on the lattice, too.
            let normal = lattice(&mut random) / FRICTION;
            let in_prox = residual(law, normal, scaling, &g, &force) < 1e-12;
            let in_complementarity = violation(law, normal, &g, &force) < 1e-12;
            inside += usize::from(in_complementarity);
            own_disagreements += usize::from(in_prox != in_complementarity);
        }
        table.row([
            name.to_owned(),
            crate::number::short(own_there),
            crate::number::short(own_back),
            inside.to_string(),
            own_disagreements.to_string(),
        ]);
        least_inside = least_inside.min(inside);
        (there, back) = (there.max(own_there), back.max(own_back));
        disagreements += own_disagreements;
    }
    findings.table("equivalence", table);
    findings.value("points", count.to_string());
    findings.check(Check::at_most(
        format!("section IV: prox residual on 3×{count} points of the complementarity sets, N"),
        1e-12,
        there,
    ));
    findings.check(Check::at_most(format!("section IV: violation on 3×{count} points of the prox sets"), 1e-12, back));
    findings.check(Check::count(format!("section IV: disagreements on 3×{count} lattice points"), 0, disagreements));
    findings.check(Check::at_least(
        "section IV: lattice points in the sets, for the law with the fewest",
        0.01 * count as f64,
        least_inside as f64,
    ));
}
