//! Section V.A with `h_y > 0`: the load lifts the point mass off, the solution is `λ_U* = 0`, and every r leads there.

use super::cobweb::{Ending, Iteration, View};
use super::point_mass::{MASS, START};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::{Check, StudyError};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, dashed};

/// N, away from the plane.
const UP: f64 = 4.0;
/// N.
const ABOVE: f64 = 10.0;

fn iteration(scaling: f64) -> Iteration {
    Iteration { slope: 1.0 / MASS, offset: UP / MASS, scaling, limit: None }
}

/// How many iterations lead from a positive force to exactly zero. From eq. 25, `λ + h_y` is multiplied by `1 − r/m` until
/// it is `h_y` or less.
fn expected(scaling: f64, start: f64) -> usize {
    let rate = 1.0 - scaling / MASS;
    if rate <= 0.0 {
        return 1;
    }
    ((UP / (start + UP)).ln() / rate.ln()).ceil() as usize
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let mut csv = Csv::new(&["r_over_m", "iterations_from_10_n", "iterations_from_minus_4_n"]);
    let (mut failed, mut contradicted) = (0, 0);
    let (mut above, mut below) = (Vec::new(), Vec::new());
    for k in 1..=200 {
        let scaling = 0.05 * f64::from(k) * MASS;
        for start in (-40..=40).map(|place| 0.5 * f64::from(place)) {
            let count = match iteration(scaling).ending(start) {
                Ending::Converged(0.0, count) => count,
                _ => {
                    failed += 1;
                    continue;
                }
            };
            contradicted += usize::from(start > 0.0 && count != expected(scaling, start));
            for (own, points) in [(ABOVE, &mut above), (START, &mut below)] {
                if start == own {
                    points.push((scaling / MASS, count as f64));
                }
            }
        }
    }
    above.iter().zip(&below).for_each(|(above, below)| csv.numbers(&[above.0, above.1, below.1]));
    findings.data("lifting", csv);
    findings.check(Check::count(
        "h_y > 0: starts from −20 N to 20 N and r from 0.05·m to 10·m that do not end at λ_U* = 0",
        0,
        failed,
    ));
    findings.check(Check::count(
        "h_y > 0: pairs of these with a start above 0 N and another number of iterations than the closed form",
        0,
        contradicted,
    ));
    let at_five = iteration(5.0 * MASS).ending(ABOVE);
    findings.check(Check::is(
        "h_y > 0: r = 5m, far beyond 2m, from 10 N",
        "converges to 0 in 1 iteration",
        match at_five {
            Ending::Converged(0.0, 1) => "converges to 0 in 1 iteration".to_owned(),
            other => format!("{other:?}"),
        },
    ));
    let below_zero = [-6.0, -20.0].map(|start| match iteration(5.0 * MASS).ending(start) {
        Ending::Converged(0.0, count) => count.to_string(),
        other => format!("{other:?}"),
    });
    findings.check(Check::is(
        "h_y > 0: iterations with r = 5m from −6 N and −20 N, which are not feasible",
        "2, 2",
        below_zero.join(", "),
    ));
    let mut parts = Vec::new();
    for r in [0.5, 1.6, 5.0] {
        let title = if r < 2.0 { format!("r/m = {r}") } else { format!("r/m = {r}, beyond 2") };
        let view = View {
            title,
            force: "λ_U",
            range: (-13.0, 14.0),
            starts: &[ABOVE, START],
            solutions: &[0.0],
            legend: Place::LowerRight,
        };
        parts.push(iteration(r).panel(view).into());
    }
    let counts = Panel::new(Axis::linear("r/m", 0.0, 10.0), Axis::logarithmic("iterations to λ_U = 0", 0.7, 100.0))
        .titled("Every r > 0 converges")
        .legend(Place::UpperRight)
        .with(Mark::line(vec![(2.0, 0.1), (2.0, 1e3)], dashed(0)).named("r = 2m"))
        .with(Mark::points_of(below, Symbol::Ring, "#cc79a7", 4.6).named("from −4 N"))
        .with(Mark::points_of(above, Symbol::Disc, "#d55e00", 2.0).named("from 10 N"));
    parts.push(counts.into());
    findings.figure(
        &Figure::new("lifting", "The load lifts the point mass off (m = 1 kg, h_y = +4 N)", parts)
            .part_size(430.0, 400.0),
    )
}
