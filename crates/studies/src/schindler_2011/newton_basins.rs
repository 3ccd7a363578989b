//! Steps of the nonsmooth Newton method over start and r.

use super::cobweb::{Ending, Iteration};
use super::point_mass::{ALONG, DOWN, FRICTION, MASS, tangential};
use super::rod::{ANGLE, CASES, coefficient};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::short;
use crate::{Check, Size, StudyError};
use stiction_figures::{Axis, Cell, Figure, Mark, Panel, Place, Shape, dashed, line};

/// Colours of endings after one, two and three steps, and of a cycle.
const STEPS: [&str; 3] = ["#cfe3f5", "#8fc1e8", "#2b7bba"];
const CYCLE: &str = "#e69f00";

/// One map.
struct Map {
    name: &'static str,
    force: &'static str,
    iteration: fn(f64) -> Iteration,
    /// Starts, N.
    range: (f64, f64),
    /// The largest r, kg.
    height: f64,
    /// Whether colours tell the two solutions apart, and not the steps.
    by_solution: bool,
    colours: &'static [(&'static str, &'static str)],
}

const ROD: (f64, f64) = (-8.0, 24.0);
const MAPS: [Map; 4] = [
    Map {
        name: "Point mass, friction (Fig. 7)",
        force: "λ_T",
        iteration: tangential,
        range: (-12.0, 12.0),
        height: 8.0,
        by_solution: false,
        colours: &[(STEPS[0], "1 step"), (STEPS[1], "2 steps"), (STEPS[2], "3 steps"), (CYCLE, "cycles")],
    },
    Map {
        name: "Fig. 9",
        force: "λ_U",
        iteration: |r| CASES[0].iteration(r),
        range: ROD,
        height: 2.4,
        by_solution: false,
        colours: &[(STEPS[0], "1 step"), (STEPS[1], "2 steps")],
    },
    Map {
        name: "Fig. 11",
        force: "λ_U",
        iteration: |r| CASES[2].iteration(r),
        range: ROD,
        height: 2.4,
        by_solution: false,
        colours: &[(CYCLE, "cycles")],
    },
    Map {
        name: "Fig. 12",
        force: "λ_U",
        iteration: |r| CASES[3].iteration(r),
        range: ROD,
        height: 2.4,
        by_solution: true,
        colours: &[(STEPS[0], "→ 0 in 1 step"), (STEPS[2], "→ λ₂ in 1 step")],
    },
];

/// From this r on, Newton's method on friction alternates between both limits: `2m μ|h_y|/(μ|h_y| − |h_x|)`.
fn largest_scaling() -> f64 {
    let limit = FRICTION * -DOWN;
    2.0 * MASS * limit / (limit - ALONG)
}

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let cells = if size == Size::Full { 64 } else { 16 };
    let mut csv = Csv::new(&["problem", "start_n", "r_kg", "ending", "steps"]);
    let mut parts = Vec::new();
    let (mut cycling, mut wrong, mut most) = (0, 0, 0);
    for (place, map) in MAPS.iter().enumerate() {
        let (wide, tall) = ((map.range.1 - map.range.0) / cells as f64, map.height / cells as f64);
        let mut rectangles = Vec::new();
        for row in 0..cells {
            for column in 0..cells {
                let corner = (map.range.0 + column as f64 * wide, row as f64 * tall);
                let (start, scaling) = (corner.0 + 0.5 * wide, corner.1 + 0.5 * tall);
                let iteration = (map.iteration)(scaling);
                let ending = iteration.newton_ending(start);
                let (words, steps) = match ending {
                    Ending::Converged(own, count) => (short((own * 1e6).round() / 1e6), Some(count)),
                    _ => ("cycles".to_owned(), None),
                };
                let count = steps.map_or(String::new(), |count| count.to_string());
                csv.cells(&[map.name.to_owned(), format!("{start:?}"), format!("{scaling:?}"), words, count]);
                let colour = match ending {
                    Ending::Converged(force, _) if map.by_solution => STEPS[if force == 0.0 { 0 } else { 2 }],
                    Ending::Converged(_, count) => STEPS[count.min(3).saturating_sub(1)],
                    _ => CYCLE,
                };
                most = most.max(steps.unwrap_or(0));
                rectangles.push((corner, (corner.0 + wide, corner.1 + tall), colour.to_owned()));
                if place == 0 {
                    // From a start in the inner piece one step is enough for any r.
                    let inside = iteration.trial(start).abs() <= FRICTION * -DOWN;
                    wrong += usize::from((scaling < largest_scaling() || inside) != steps.is_some());
                    cycling += usize::from(steps.is_none());
                }
            }
        }
        parts.push(panel(place, map, rectangles).into());
    }
    findings.data("newton-basins", csv);
    findings.check(Check::count(
        "Newton, friction: starts and r where the closed form predicts another ending",
        0,
        wrong,
    ));
    findings.check(Check::at_most("Newton: largest number of steps in these maps", 3.0, most as f64));
    findings.check(Check::at_least("Newton, friction: starts and r that cycle", 1.0, cycling as f64));
    findings.figure(
        &Figure::new("newton-basins", "Steps of the nonsmooth Newton method over start and r", parts)
            .part_size(560.0, 340.0),
    )
}

fn panel(place: usize, map: &Map, rectangles: Vec<Cell>) -> Panel {
    let corner = |(colour, name): &(&str, &str)| Mark::area(vec![(-90.0, -9.0); 3], *colour, 1.0).named(*name);
    let x = Axis::linear(format!("start of {}, N", map.force), map.range.0, map.range.1);
    let panel = Panel::new(x, Axis::linear("scaling r, kg", 0.0, map.height))
        .titled(map.name)
        .legend(Place::Right)
        .with(Shape::Cells(rectangles).into())
        .with_all(map.colours.iter().map(corner));
    if place == 0 {
        let largest = largest_scaling();
        return panel.with(Mark::line(vec![(map.range.0, largest), (map.range.1, largest)], line(0)).named("r/m = 5"));
    }
    if !map.by_solution {
        return panel;
    }
    let (value, offset) = (coefficient(ANGLE, CASES[3].friction), -CASES[3].gravity);
    let border = (0..=60).map(|k| 0.04 * f64::from(k)).map(|r| (r * offset / (1.0 - r * value), r)).collect();
    let second = vec![(offset / -value, 0.0), (offset / -value, 9.0)];
    panel
        .with(Mark::line(border, dashed(0)).named("rb/(1 − rG)"))
        .with(Mark::line(second, line(1)).named("λ₂, limit of prox"))
}
