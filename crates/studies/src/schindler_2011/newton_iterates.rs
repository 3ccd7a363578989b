//! Nonsmooth Newton on both examples: the iterates, beside those of the fixed point.

use super::cobweb::{Ending, Iteration, iterates};
use super::point_mass::{ALONG, DOWN, FRICTION_START, START, normal, tangential};
use super::rod::CASES;
use crate::StudyError;
use crate::findings::Findings;
use crate::number::short;
use crate::table::Table;
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, dashed, line};

/// N, of the rod's pictures.
const RANGE: (f64, f64) = (-14.0, 24.0);

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    counts(findings);
    pictures(findings)
}

/// `f` and the tangents that Newton's method follows.
fn panel(
    title: String,
    name: &str,
    iteration: Iteration,
    range: (f64, f64),
    starts: &[f64],
    solutions: &[f64],
    place: Place,
) -> Panel {
    let (low, high) = range;
    let curve: Vec<_> = (0..=400)
        .map(|k| low + (high - low) * f64::from(k) / 400.0)
        .map(|force| (force, iteration.residual(force)))
        .collect();
    let (least, most) =
        curve.iter().fold((0.0_f64, 0.0_f64), |(least, most), point| (least.min(point.1), most.max(point.1)));
    let height = most - least;
    let below = if place == Place::LowerRight { 0.4 } else { 0.06 };
    let axis = Axis::linear(format!("residual f_{name}, N"), least - below * height, most + 0.06 * height);
    let mut panel = Panel::new(Axis::linear(format!("λ_{name}, N"), low, high), axis)
        .titled(title)
        .legend(place)
        .with(Mark::line(vec![(low, 0.0), (high, 0.0)], line(0)).named("zero"))
        .with(Mark::line(curve, line(2)).named(format!("f_{name}")));
    for (start, (stroke, colour)) in starts.iter().zip([(1, "#d55e00"), (4, "#cc79a7")]) {
        let mut path = vec![(*start, 0.0)];
        for pair in iterates(*start, 6, |force| iteration.newton(force)).windows(2) {
            path.extend([(pair[0], iteration.residual(pair[0])), (pair[1], 0.0)]);
        }
        let name = format!("Newton from {} N", short(*start));
        panel = panel.with(Mark::line(path, dashed(stroke)).named(name)).with(Mark::points_of(
            vec![(*start, 0.0)],
            Symbol::Ring,
            colour,
            4.5,
        ));
    }
    if solutions.is_empty() {
        return panel;
    }
    let points = solutions.iter().map(|force| (*force, 0.0)).collect();
    panel.with(Mark::points(points, Symbol::Disc, "#009e73").named("solution"))
}

fn pictures(findings: &mut Findings) -> Result<(), StudyError> {
    let mut parts = vec![
        panel(
            "Point mass, normal force (Fig. 6)".to_owned(),
            "U",
            normal(0.8),
            (-6.0, 21.0),
            &[START],
            &[-DOWN],
            Place::UpperLeft,
        )
        .into(),
        panel(
            "Point mass, friction (Fig. 7), r/m = 1.6".to_owned(),
            "T",
            tangential(1.6),
            (-10.0, 10.0),
            &[8.0],
            &[-ALONG],
            Place::UpperLeft,
        )
        .into(),
    ];
    for case in &CASES {
        let (starts, place): (&[f64], _) = match case.figure {
            "Fig. 11" => (&[18.0], Place::LowerLeft),
            "Fig. 12" => (&[2.0, 18.0], Place::LowerRight),
            _ => (&[18.0], Place::UpperLeft),
        };
        let title = format!("{}: {}", case.figure, case.words);
        parts.push(panel(title, "U", case.iteration(0.8), RANGE, starts, case.solutions, place).into());
    }
    findings.figure(
        &Figure::new("newton", "Nonsmooth Newton on the prox equations; r = 0.8 kg where not stated", parts)
            .part_size(470.0, 380.0),
    )
}

fn ended(ending: Ending) -> String {
    match ending {
        Ending::Converged(force, count) => format!("{} N after {count}", short((force * 1e4).round() / 1e4)),
        Ending::Diverged => "diverges".to_owned(),
        Ending::Cycles => "cycles".to_owned(),
    }
}

/// Prox and Newton beside each other.
fn counts(findings: &mut Findings) {
    let mut table =
        Table::new(&["problem", "start, N", "prox, r = 0.4 kg", "0.8", "1.6", "Newton, r = 0.4 kg", "0.8", "1.6"]);
    let scalings = [0.4, 0.8, 1.6];
    let mut row = |name: &str, start: f64, of: &dyn Fn(f64) -> Iteration| {
        let mut cells = vec![name.to_owned(), short(start)];
        cells.extend(scalings.map(|r| ended(of(r).ending(start))));
        cells.extend(scalings.map(|r| ended(of(r).newton_ending(start))));
        table.row(cells);
    };
    row("point mass, normal force", START, &normal);
    row("point mass, friction", FRICTION_START, &tangential);
    for case in &CASES {
        let starts: &[f64] = if case.solutions.len() == 2 { &[2.0, 11.0, 18.0] } else { &[18.0] };
        for start in starts {
            row(case.figure, *start, &|r| case.iteration(r));
        }
    }
    findings.table("newton", table);
}
