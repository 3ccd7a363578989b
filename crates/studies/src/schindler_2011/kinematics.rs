//! Eqs. 33 to 45: the rod's equations against differences of its motion, and the places where a dot is missing.

use super::rod::{ANGLE, CASES, coefficient};
use crate::Check;
use crate::findings::Findings;

/// m, kg, kg m².
const LENGTH: f64 = 2.0;
const MASS: f64 = 1.0;
const INERTIA: f64 = 1.0 / 3.0;

/// Any smooth motion: `q_x`, `q_y` and `q_θ` with their first and second derivatives.
fn motion(t: f64) -> [[f64; 3]; 3] {
    let cubic = |c: [f64; 4]| {
        [
            c[0] + t * (c[1] + t * (c[2] + t * c[3])),
            c[1] + t * (2.0 * c[2] + 3.0 * t * c[3]),
            2.0 * c[2] + 6.0 * t * c[3],
        ]
    };
    [cubic([0.3, -1.0, 0.7, 0.2]), cubic([0.9, 0.2, -0.4, 0.5]), cubic([ANGLE, 0.8, -0.6, 0.3])]
}

/// Eq. 41 and 42: `g_T` and `g_U`.
fn gaps(t: f64) -> [f64; 2] {
    let [x, y, angle] = motion(t).map(|part| part[0]);
    [x - 0.5 * LENGTH * angle.cos(), y - 0.5 * LENGTH * angle.sin()]
}

/// The right sides of eqs. 43 and 44.
fn right_sides(t: f64) -> [f64; 2] {
    let [x, y, [angle, spin, turn]] = motion(t);
    let (sine, cosine) = angle.sin_cos();
    [x[1] + 0.5 * LENGTH * spin * sine, y[2] + 0.5 * LENGTH * (spin * spin * sine - turn * cosine)]
}

/// `u̇_y` and `g̈_U` at the instant of section V.B under a normal force, from eqs. 36 to 38 and 44 with `u_θ = 0`.
fn accelerations(friction: f64, gravity: f64, normal: f64) -> [f64; 2] {
    let (sine, cosine) = ANGLE.sin_cos();
    let up = normal / MASS - gravity;
    let turn = 0.5 * LENGTH * (friction * normal * sine - normal * cosine) / INERTIA;
    [up, up - 0.5 * LENGTH * turn * cosine]
}

pub fn run(findings: &mut Findings) {
    let step = 1e-4;
    let (mut first, mut second, mut printed) = (0.0_f64, 0.0_f64, f64::INFINITY);
    for k in 0..=20 {
        let t = 0.05 * f64::from(k);
        let [before, now, after] = [gaps(t - step), gaps(t), gaps(t + step)];
        let rate = |row: usize| (after[row] - before[row]) / (2.0 * step);
        let [slip, approach] = right_sides(t);
        first = first.max((rate(0) - slip).abs());
        second = second.max(((after[1] - 2.0 * now[1] + before[1]) / (step * step) - approach).abs());
        printed = printed.min((rate(1) - approach).abs());
    }
    findings.check(Check::at_most("eq. 43: difference from differences of eq. 41, m/s", 1e-6, first));
    findings.check(Check::at_most(
        "eq. 44 with two dots: difference from second differences of eq. 42, m/s²",
        1e-5,
        second,
    ));
    findings.check(Check::at_least(
        "eq. 44 as printed, with one dot: least difference from first differences",
        0.1,
        printed,
    ));
    let (mut off, mut rising) = (0.0_f64, f64::INFINITY);
    for case in &CASES {
        for normal in [0.0, 1.0, 7.5, 20.0] {
            let by_g = coefficient(ANGLE, case.friction) * normal - case.gravity;
            off = off.max((accelerations(case.friction, case.gravity, normal)[1] - by_g).abs());
        }
        for normal in case.solutions {
            rising = rising.min(accelerations(case.friction, case.gravity, *normal)[0].abs());
        }
    }
    findings.check(Check::at_most("eq. 45: Gλ + b against eqs. 36 to 38 and 44, m/s²", 1e-12, off));
    findings.check(Check::at_least(
        "section V.B: least |u̇_y| at the solutions (the paper prints u̇_y = 0), m/s²",
        0.1,
        rising,
    ));
}
