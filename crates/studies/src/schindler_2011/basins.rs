//! Where the fixed-point iteration leads on Painlevé's rod, for every start and every r.

use super::cobweb::{Ending, words};
use super::rod::{ANGLE, CASES, Case, coefficient};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::fixed;
use crate::{Check, Size, StudyError};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Shape, dashed, line};

/// N, on both sides of all solutions; infeasible starts are among them.
const STARTS: (f64, f64) = (-8.0, 24.0);
/// kg.
const LARGEST_SCALING: f64 = 2.4;
const ZERO: &str = "#56b4e9";
const POSITIVE: &str = "#0072b2";
const AWAY: &str = "#e69f00";
const CYCLE: &str = "#b4b8bd";

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let cells = if size == Size::Full { 64 } else { 16 };
    let mut csv = Csv::new(&["case", "start_n", "r_kg", "ending"]);
    let mut parts = Vec::new();
    let mut wrong = [0; 4];
    for (place, case) in CASES.iter().enumerate() {
        let (width, height) = ((STARTS.1 - STARTS.0) / cells as f64, LARGEST_SCALING / cells as f64);
        let mut rectangles = Vec::new();
        for row in 0..cells {
            for column in 0..cells {
                let corner = (STARTS.0 + column as f64 * width, row as f64 * height);
                let (start, scaling) = (corner.0 + 0.5 * width, corner.1 + 0.5 * height);
                let ending = case.iteration(scaling).ending(start);
                csv.cells(&[case.figure.to_owned(), format!("{start:?}"), format!("{scaling:?}"), words(ending)]);
                let colour = match ending {
                    Ending::Converged(0.0, _) => ZERO,
                    Ending::Converged(..) => POSITIVE,
                    Ending::Diverged => AWAY,
                    Ending::Cycles => CYCLE,
                };
                wrong[place] += usize::from(colour != predicted(case, start, scaling));
                rectangles.push((corner, (corner.0 + width, corner.1 + height), colour.to_owned()));
            }
        }
        parts.push(panel(case, rectangles).into());
    }
    findings.data("basins", csv);
    for (case, wrong) in CASES.iter().zip(wrong) {
        findings.check(Check::count(
            format!("{}: starts and r on a grid of {cells}×{cells} with an unpredicted ending", case.figure),
            0,
            wrong,
        ));
    }
    border(findings);
    findings.figure(
        &Figure::new("basins", "Result of the fixed-point iteration over start and r", parts).part_size(470.0, 360.0),
    )
}

/// What the paper states; for `r > 2/G`, which it leaves out, the iteration on a positive solution cycles.
fn predicted(case: &Case, start: f64, scaling: f64) -> &'static str {
    let value = coefficient(ANGLE, case.friction);
    match (value > 0.0, case.gravity > 0.0) {
        (true, true) if scaling < 2.0 / value => POSITIVE,
        (true, true) => CYCLE,
        (true, false) => ZERO,
        (false, true) => AWAY,
        (false, false) if start < case.gravity / value => ZERO,
        (false, false) => AWAY,
    }
}

fn panel(case: &Case, rectangles: Vec<stiction_figures::Cell>) -> Panel {
    let x = Axis::linear("start of λ_U, N", STARTS.0, STARTS.1);
    let mut panel = Panel::new(x, Axis::linear("scaling r, kg", 0.0, LARGEST_SCALING))
        .titled(format!("{}: {}", case.figure, case.words))
        .legend(Place::LowerRight)
        .with(Shape::Cells(rectangles).into());
    let corner = |colour: &str, name: &str| Mark::area(vec![(-90.0, -9.0); 3], colour, 1.0).named(name);
    panel = match (case.solutions.len(), case.gravity > 0.0) {
        (1, true) => {
            let limit = 2.0 / coefficient(ANGLE, case.friction);
            panel
                .with(corner(POSITIVE, "→ 8.914 N"))
                .with(corner(CYCLE, "cycles"))
                .with(Mark::line(vec![(STARTS.0, limit), (STARTS.1, limit)], line(0)).named("r = 2/G"))
        }
        (1, false) => panel.with(corner(ZERO, "→ 0 N")),
        (0, _) => panel.with(corner(AWAY, "diverges")),
        _ => panel.with(corner(ZERO, "→ 0 N")).with(corner(AWAY, "diverges")),
    };
    for solution in case.solutions.iter().filter(|solution| **solution > 0.0) {
        panel = panel.with(
            Mark::line(vec![(*solution, 0.0), (*solution, 3.0)], dashed(0))
                .named(format!("λ* = {} N", fixed(*solution, 2))),
        );
    }
    panel
}

/// Below the second solution to the first, above it away: the border is where the paper says, for every r.
fn border(findings: &mut Findings) {
    let case = &CASES[3];
    let border = case.gravity / coefficient(ANGLE, case.friction);
    let mut wrong = 0;
    for k in 1..=40 {
        let scaling = 0.05 * f64::from(k);
        for (shift, expected) in [(-1e-3, true), (1e-3, false)] {
            let ending = case.iteration(scaling).ending(border + shift);
            let to_zero = matches!(ending, Ending::Converged(0.0, _));
            wrong += usize::from(to_zero != expected || (!expected && ending != Ending::Diverged));
        }
    }
    findings.check(Check::count(
        "Fig. 12: starts 1 mN from the second solution with an unexpected ending, 40 values of r",
        0,
        wrong,
    ));
}
