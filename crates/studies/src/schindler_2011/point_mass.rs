//! Section V.A: the fixed-point iterations of a point mass on a plane, eqs. 25 and 26, Figs. 6 and 7.

use super::cobweb::{Ending, Iteration, View};
use crate::findings::Findings;
use crate::{Check, StudyError};
use stiction_figures::{Figure, Place};

pub const MASS: f64 = 1.0;
pub const FRICTION: f64 = 0.5;
/// N: down and to the right.
pub const DOWN: f64 = -10.0;
pub const ALONG: f64 = 3.0;
/// Where the normal iteration starts, N: infeasible, as in Fig. 6.
pub const START: f64 = -4.0;
/// Where the friction iteration starts, N.
pub const FRICTION_START: f64 = 4.5;

/// Eq. 25.
pub fn normal(scaling: f64) -> Iteration {
    Iteration { slope: 1.0 / MASS, offset: DOWN / MASS, scaling, limit: None }
}

/// Eq. 26 with the normal force `−h_y`.
pub fn tangential(scaling: f64) -> Iteration {
    Iteration { slope: 1.0 / MASS, offset: ALONG / MASS, scaling, limit: Some(FRICTION * -DOWN) }
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    pictures(findings)?;
    checks(findings);
    Ok(())
}

fn pictures(findings: &mut Findings) -> Result<(), StudyError> {
    let view = |title: &str, starts: &'static [f64], legend: Place| View {
        title: title.to_owned(),
        force: "λ_U",
        range: (-13.0, 29.0),
        starts,
        solutions: &[-DOWN],
        legend,
    };
    let along = |title: &str, starts: &'static [f64], legend: Place| View {
        force: "λ_T",
        range: (-18.0, 10.0),
        solutions: &[-ALONG],
        ..view(title, starts, legend)
    };
    let parts = [(0.5, "r/m = 0.5"), (1.0, "r/m = 1: one iteration"), (1.6, "r/m = 1.6")]
        .map(|(r, title)| normal(r).panel(view(&format!("Fig. 6, {title}"), &[START], Place::LowerRight)).into());
    findings.figure(
        &Figure::new(
            "fig-6",
            "Fig. 6: iterates of the normal force from an infeasible start (m = 1 kg, h_y = −10 N, 0 < r < 2m)",
            parts.into(),
        )
        .columns(3)
        .part_size(420.0, 420.0),
    )?;
    let parts = [(FRICTION_START, "from inside C_T"), (-9.0, "from outside C_T")].map(|(start, title)| {
        let starts: &'static [f64] = if start > 0.0 { &[FRICTION_START] } else { &[-9.0] };
        tangential(1.6).panel(along(&format!("Fig. 7, r/m = 1.6, {title}"), starts, Place::LowerRight)).into()
    });
    findings.figure(
        &Figure::new(
            "fig-7",
            "Fig. 7: iterates of the friction force (h_x = 3 N, μ|h_y| = 5 N, m < r < 2m)",
            parts.into(),
        )
        .part_size(440.0, 440.0),
    )?;
    let too_large = View { range: (-6.0, 27.0), ..view("normal force", &[START], Place::Right) };
    let parts = vec![
        normal(2.1).panel(too_large).into(),
        tangential(2.1).panel(along("friction", &[FRICTION_START], Place::Right)).into(),
    ];
    findings.figure(
        &Figure::new("too-large-r", "Not in the paper: with r/m = 2.1 > 2 both iterations cycle", parts)
            .part_size(600.0, 430.0),
    )
}

fn checks(findings: &mut Findings) {
    // The first iterate from an infeasible start is feasible, and the solution is that from a feasible one.
    let (mut infeasible, mut other) = (0, 0);
    let (mut unfinished, mut outside) = (0, 0);
    for k in 1..40 {
        let r = 0.05 * f64::from(k) * MASS;
        for place in -40..=40 {
            let start = 0.5 * f64::from(place);
            infeasible += usize::from(normal(r).next(start) < 0.0);
            other += usize::from(!reaches(normal(r), start, -DOWN));
            unfinished += usize::from(!reaches(tangential(r), start, -ALONG));
        }
    }
    for k in 0..=20 {
        let r = (2.0 + 0.1 * f64::from(k)) * MASS;
        outside += usize::from(normal(r).ending(START) != Ending::Cycles);
        outside += usize::from(tangential(r).ending(FRICTION_START) != Ending::Cycles);
    }
    findings.check(Check::count("Fig. 6: infeasible first iterates, 81 starts from −20 N to 20 N", 0, infeasible));
    findings.check(Check::count("Fig. 6: starts of these that do not lead to −h_y, for 39 values of r < 2m", 0, other));
    findings.check(Check::count("Fig. 7: starts of these that do not lead to −h_x", 0, unfinished));
    findings.check(Check::count("point mass: r from 2m to 4m where an iteration does not cycle", 0, outside));
}

fn reaches(iteration: Iteration, start: f64, solution: f64) -> bool {
    matches!(iteration.ending(start), Ending::Converged(force, _) if (force - solution).abs() < 1e-7)
}
