//! What runs of the chain take by the clock, and how much of that is set-up.

use super::pendulum::Runs;
use super::schemes::{label, of_paper};
use crate::StudyError;
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::fixed;
use crate::table::Table;
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Shape};

const SET_UP: &str = "#56b4e9";
const SOLVE: &str = "#d55e00";

pub fn run(runs: &Runs, findings: &mut Findings) -> Result<(), StudyError> {
    let mut table = Table::new(&["method", "paper, s", "ours, s", "set-up, s", "solve, s", "share of set-up"]);
    let mut csv = Csv::new(&["method", "set_up_s", "solve_s"]);
    let longest = runs.iter().map(|(_, run)| run.solve + run.set_up).fold(1e-9, f64::max);
    let (mut set_up, mut solve) = (Vec::new(), Vec::new());
    let mut ticks = Vec::new();
    for (place, (method, run)) in runs.iter().enumerate() {
        let paper = of_paper(*method).map_or("–".to_owned(), |scheme| fixed(scheme.paper_time, 2));
        let all = run.set_up + run.solve;
        let share = if all > 0.0 { 100.0 * run.set_up / all } else { 0.0 };
        table.row([
            label(*method),
            paper,
            fixed(all, 3),
            fixed(run.set_up, 3),
            fixed(run.solve, 3),
            format!("{share:.0} %"),
        ]);
        csv.cells(&[method.name().to_owned(), format!("{:?}", run.set_up), format!("{:?}", run.solve)]);
        let y = -(place as f64);
        set_up.push(((0.0, y - 0.35), (run.set_up, y + 0.35), SET_UP.to_owned()));
        solve.push(((run.set_up, y - 0.35), (all, y + 0.35), SOLVE.to_owned()));
        ticks.push((y, label(*method)));
    }
    findings.table("timings", table);
    findings.data("timings", csv);
    let corner = |colour: &str, name: &str| Mark::area(vec![(-9.0, 9.0); 3], colour, 1.0).named(name);
    let panel = Panel::new(
        Axis::linear("computing time, s", 0.0, 1.1 * longest),
        Axis::linear("", 0.6 - runs.len() as f64, 0.6).with_ticks(ticks),
    )
    .titled("Set-up and solve; the paper's five schemes first")
    .legend(Place::LowerRight)
    .with(Shape::Cells(set_up).into())
    .with(Shape::Cells(solve).into())
    .with(corner(SET_UP, "set-up: collisions, dynamics, W"))
    .with(corner(SOLVE, "solve: the contact problem"));
    findings.figure(&Figure::new("timings-pendulum", "Computing time of a run of the chain", vec![panel.into()]))
}
