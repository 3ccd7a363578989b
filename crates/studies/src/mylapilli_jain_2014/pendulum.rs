//! Figs. 4 to 8: the chain by all methods, their differences, and what each costs.

use super::chain_run::{ChainRun, Plan, run as run_chain};
use super::{OURS, PAPER};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::table::Table;
use crate::{Check, Host, Size, StudyError};
use stiction_contact::Method;
use stiction_figures::{Axis, Figure, Mark, Panel, Part, Place, Shape, Stroke, stroke};

/// Computing times of the paper, s.
const PAPER_TIMES: [f64; 5] = [23.92, 22.78, 24.24, 22.85, 22.82];

pub fn run(size: Size, host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let until = if size == Size::Full { 20.0 } else { 0.5 };
    let methods: Vec<Method> = if size == Size::Full {
        PAPER.into_iter().chain(OURS).collect()
    } else {
        vec![Method::MlcpPath, Method::MncpPlm, Method::Auto]
    };
    let mut runs = Vec::new();
    for (place, method) in methods.iter().enumerate() {
        let name = format!("stepper.method={method}");
        // Four directions, one of them against the slip, as in the paper.
        let settings = [&*name, "stepper.facets=4", "stepper.alignment=slip"];
        let plan = Plan { scene: "twelve-link-pendulum", settings: &settings, until, every: 10, most_energy: 1e6 };
        let progress = 0.1 + 0.4 * place as f64 / methods.len() as f64;
        runs.push((*method, run_chain(&plan, host, (progress, &format!("the chain, method {method}")))?));
    }
    let reference = runs.iter().position(|(method, _)| *method == Method::Auto).unwrap_or(0);
    checks(&runs, reference, size, findings);
    let mut csv = Csv::new(&["method", "time_s", "height_m", "vertical_velocity_m_per_s", "energy_j"]);
    for (method, run) in &runs {
        for sample in &run.samples {
            csv.cells(&[
                method.name().to_owned(),
                format!("{:?}", sample.time),
                format!("{:?}", sample.height),
                format!("{:?}", sample.velocity),
                format!("{:?}", sample.energy),
            ]);
        }
    }
    findings.data("pendulum", csv);
    motion(&runs, until, findings)?;
    differences(&runs, reference, until, findings)?;
    timings(&runs, findings)
}

/// The time until which a run stays within a distance of the reference, s.
fn agree_until(run: &ChainRun, reference: &ChainRun, distance: f64) -> f64 {
    let pairs = run.samples.iter().zip(&reference.samples);
    pairs.take_while(|(a, b)| (a.height - b.height).abs() <= distance).last().map_or(0.0, |(a, _)| a.time)
}

fn checks(runs: &[(Method, ChainRun)], reference: usize, size: Size, findings: &mut Findings) {
    let base = &runs[reference].1;
    findings.check(Check::near("chain: first contact, s", 0.1565, base.first_contact.unwrap_or(f64::NAN), 1e-3));
    let whole = runs.iter().filter(|(_, run)| run.ended.is_none()).count();
    findings.check(Check::count("chain: methods that reach the end of the run", runs.len(), whole));
    let gained = runs.iter().map(|(_, run)| run.most_gained).fold(0.0, f64::max);
    findings.check(Check::at_most("chain, energy-consistent law: largest energy added by a step, J", 1e-6, gained));
    let mut table = Table::new(&[
        "method",
        "within 1 mm of auto until, s",
        "within 0.1 m of auto until, s",
        "height at the end, m",
        "velocity at the end, m/s",
        "fallback or unsolved steps",
    ]);
    for (method, run) in runs {
        let last = run.samples[run.samples.len() - 1];
        table.row([
            method.name().to_owned(),
            fixed(agree_until(run, base, 1e-3), 2),
            fixed(agree_until(run, base, 0.1), 2),
            fixed(last.height, 4),
            fixed(last.velocity, 3),
            run.helped.to_string(),
        ]);
    }
    findings.table("agreement", table);
    let least = runs.iter().map(|(_, run)| agree_until(run, base, 1e-3)).fold(f64::INFINITY, f64::min);
    let expected = if size == Size::Full { 3.0 } else { 0.45 };
    findings.check(Check::at_least(
        "chain: all methods agree on the last link's height within 1 mm until, s",
        expected,
        least,
    ));
    findings.value("agree", fixed(least, 1));
    // How far heights are apart at the most, at one time of the last second.
    let spread = |takes: &dyn Fn(Method) -> bool| {
        let own: Vec<_> = runs.iter().filter(|(method, _)| PAPER.contains(method) && takes(*method)).collect();
        let last = own.iter().map(|(_, run)| run.samples.len()).min().unwrap_or(0);
        let range = |k: usize| {
            let heights = own.iter().map(|(_, run)| run.samples[k].height);
            heights.clone().fold(f64::NEG_INFINITY, f64::max) - heights.fold(f64::INFINITY, f64::min)
        };
        (last.saturating_sub(101)..last).map(range).fold(0.0, f64::max)
    };
    findings.value("spread linear", short(spread(&|method| method.is_pyramid())));
    findings.value("spread nonlinear", short(spread(&|method| !method.is_pyramid())));
    findings.value("spread", short(spread(&|_| true)));
    // What Figs. 6 and 8 show in the last second, and how the height really changes over it.
    let last = &base.samples[base.samples.len().saturating_sub(101)..];
    let fastest = last.iter().map(|sample| sample.velocity.abs()).fold(0.0, f64::max);
    if let [first, .., end] = last {
        let mean = (end.height - first.height) / (end.time - first.time);
        findings.value("reported velocity", fixed(1e3 * fastest, 1));
        findings.value("mean velocity", short(1e3 * mean));
        findings.value("reported height", fixed(1e6 * (first.height - 0.35), 1));
        if size == Size::Full {
            findings.check(Check::at_least(
                "chain, last second: reported velocity of the last link over the mean change of its height",
                100.0,
                fastest / mean.abs(),
            ));
        }
    }
    let furthest = |method: Method| {
        let own = runs.iter().find(|(other, _)| *other == method).map_or(&[][..], |(_, run)| &run.samples[..]);
        own.iter().zip(&base.samples).map(|(a, b)| (a.height - b.height).abs()).fold(0.0, f64::max)
    };
    findings.value("interior apart", short(furthest(Method::InteriorPoint)));
    let others = PAPER.into_iter().chain(OURS).filter(|method| *method != Method::InteriorPoint);
    findings.value("others apart", short(others.map(furthest).fold(0.0, f64::max)));
}

/// What a panel of the motion shows.
struct View {
    title: &'static str,
    velocity: bool,
    zoom: bool,
}

const VIEWS: [View; 4] = [
    View { title: "Fig. 5: height, the whole run", velocity: false, zoom: false },
    View { title: "Fig. 6: height, the last second", velocity: false, zoom: true },
    View { title: "Fig. 7: vertical velocity, the whole run", velocity: true, zoom: false },
    View { title: "Fig. 8: vertical velocity, the last second", velocity: true, zoom: true },
];

fn motion(runs: &[(Method, ChainRun)], until: f64, findings: &mut Findings) -> Result<(), StudyError> {
    let parts = VIEWS.iter().map(|view| Part::from(view.panel(runs, until))).collect();
    let title = "The last link of the chain, all methods superposed";
    findings.figure(&Figure::new("pendulum", title, parts).part_size(640.0, 400.0))
}

impl View {
    fn panel(&self, runs: &[(Method, ChainRun)], until: f64) -> Panel {
        let from = if self.zoom { (until - 1.0).max(0.0) } else { 0.0 };
        let values = |run: &ChainRun| -> Vec<(f64, f64)> {
            let inside = run.samples.iter().filter(|sample| sample.time >= from - 1e-9);
            inside.map(|sample| (sample.time, if self.velocity { sample.velocity } else { sample.height })).collect()
        };
        let ends = |pairs: &mut dyn Iterator<Item = f64>| {
            pairs.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
        };
        let (low, high) = ends(&mut runs.iter().flat_map(|(_, run)| values(run)).map(|(_, value)| value));
        // Very small motions are shown in millionths, from a round value on.
        let small = high - low < 1e-3;
        let base = if small { (low * 1e3).floor() / 1e3 } else { 0.0 };
        let factor = if small { 1e6 } else { 1.0 };
        let unit = match (self.velocity, small) {
            (false, false) => "height of the last link, m".to_owned(),
            (false, true) => format!("height above {} m, µm", short(base)),
            (true, false) => "velocity, m/s".to_owned(),
            (true, true) => "velocity, µm/s".to_owned(),
        };
        let margin = 0.06 * (high - low) * factor;
        let range = ((low - base) * factor - margin, (high - base) * factor + margin);
        let mut panel = Panel::new(Axis::linear("time, s", from, until), Axis::linear(unit, range.0, range.1))
            .titled(self.title)
            .legend(Place::Right);
        for (number, (method, run)) in runs.iter().enumerate() {
            let points = values(run).into_iter().map(|(time, value)| (time, (value - base) * factor));
            let line = Stroke { width: 1.5, ..stroke(number) };
            panel = panel.with(Mark::line(points.collect(), line).named(method.name()));
        }
        panel
    }
}

fn differences(
    runs: &[(Method, ChainRun)],
    reference: usize,
    until: f64,
    findings: &mut Findings,
) -> Result<(), StudyError> {
    let mut panel = Panel::new(
        Axis::linear("time, s", 0.0, until),
        Axis::logarithmic("difference of heights from auto, m", 1e-16, 100.0),
    )
    .titled("Each impact multiplies small differences")
    .legend(Place::Right);
    for (number, (method, run)) in runs.iter().enumerate() {
        if number == reference {
            continue;
        }
        let points = run.samples.iter().zip(&runs[reference].1.samples).step_by(5);
        let points = points.map(|(a, b)| (a.time, (a.height - b.height).abs().max(2e-16)));
        let line = Stroke { width: 1.4, ..stroke(number) };
        panel = panel.with(Mark::line(points.collect(), line).named(method.name()));
    }
    findings
        .figure(&Figure::new("differences", "Differences between methods", vec![panel.into()]).part_size(860.0, 420.0))
}

fn timings(runs: &[(Method, ChainRun)], findings: &mut Findings) -> Result<(), StudyError> {
    let mut table = Table::new(&["method", "paper, s", "ours, s", "set-up, s", "solve, s", "share of set-up"]);
    let mut csv = Csv::new(&["method", "set_up_s", "solve_s"]);
    let longest = runs.iter().map(|(_, run)| run.solve + run.set_up).fold(1e-9, f64::max);
    let (mut set_up, mut solve) = (Vec::new(), Vec::new());
    let mut ticks = Vec::new();
    for (place, (method, run)) in runs.iter().enumerate() {
        let paper = PAPER
            .iter()
            .position(|other| other == method)
            .map_or("–".to_owned(), |place| fixed(PAPER_TIMES[place], 2));
        let all = run.set_up + run.solve;
        let share = if all > 0.0 { 100.0 * run.set_up / all } else { 0.0 };
        table.row([
            method.name().to_owned(),
            paper,
            fixed(all, 3),
            fixed(run.set_up, 3),
            fixed(run.solve, 3),
            format!("{share:.0} %"),
        ]);
        csv.cells(&[method.name().to_owned(), format!("{:?}", run.set_up), format!("{:?}", run.solve)]);
        let y = -(place as f64);
        set_up.push(((0.0, y - 0.35), (run.set_up, y + 0.35), "#56b4e9".to_owned()));
        solve.push(((run.set_up, y - 0.35), (all, y + 0.35), "#d55e00".to_owned()));
        ticks.push((y, method.name().to_owned()));
    }
    findings.table("timings", table);
    findings.data("timings", csv);
    let corner = |colour: &str, name: &str| Mark::area(vec![(-9.0, 9.0); 3], colour, 1.0).named(name);
    let panel = Panel::new(
        Axis::linear("computing time, s", 0.0, 1.1 * longest),
        Axis::linear("", 0.6 - runs.len() as f64, 0.6).with_ticks(ticks),
    )
    .titled("Set-up and solve")
    .legend(Place::LowerRight)
    .with(Shape::Cells(set_up).into())
    .with(Shape::Cells(solve).into())
    .with(corner("#56b4e9", "set-up: collisions, dynamics, W"))
    .with(corner("#d55e00", "solve: the contact problem"));
    findings.figure(&Figure::new("timings-pendulum", "Computing time of a run of the chain", vec![panel.into()]))
}
