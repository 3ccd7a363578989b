//! Energy of the chain under each impact law: Newton's creates some at the very first impact.

use super::chain_run::{ChainRun, Plan, run as run_chain};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::table::Table;
use crate::{Check, Host, Size, StudyError};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, stroke};

/// Above the figure, J: where the curve of a jump ends.
const BEYOND: f64 = 2000.0;

struct Case {
    name: &'static str,
    settings: [&'static str; 3],
}

const CASES: [Case; 5] = [
    Case {
        name: "energy-consistent",
        settings: [
            "stepper.impact_law=energy-consistent",
            "material.default.friction=0.5",
            "material.default.restitution=0.7",
        ],
    },
    Case {
        name: "Poisson",
        settings: ["stepper.impact_law=poisson", "material.default.friction=0.5", "material.default.restitution=0.7"],
    },
    Case {
        name: "Newton",
        settings: ["stepper.impact_law=newton", "material.default.friction=0.5", "material.default.restitution=0.7"],
    },
    Case {
        name: "Newton, no friction",
        settings: ["stepper.impact_law=newton", "material.default.friction=0", "material.default.restitution=0.7"],
    },
    Case {
        name: "Newton, no restitution",
        settings: ["stepper.impact_law=newton", "material.default.friction=0.5", "material.default.restitution=0"],
    },
];

pub fn run(size: Size, host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let until = if size == Size::Full { 20.0 } else { 0.3 };
    let mut runs: Vec<(&str, ChainRun)> = Vec::new();
    for (place, case) in CASES.iter().enumerate() {
        let plan = Plan { scene: "twelve-link-pendulum", settings: &case.settings, until, every: 10, most_energy: 1e4 };
        let progress =
            (0.8 + 0.2 * place as f64 / CASES.len() as f64, &*format!("energy with the impact law: {}", case.name));
        runs.push((case.name, run_chain(&plan, host, progress)?));
    }
    let mut table = Table::new(&[
        "impact law",
        "normal and friction impulse of the first impact, N·s",
        "energy added by the first impact, J",
        "largest energy added by contacts in a step, J",
        "energy at the start, J",
        "energy at the end, J",
        "end of the run",
    ]);
    let mut csv = Csv::new(&["impacts", "time_s", "energy_j"]);
    for (name, run) in &runs {
        let [first, last] = [run.samples[0], run.samples[run.samples.len() - 1]];
        let (normal, friction, energy) = run.first_impulse;
        let ended = if run.ended.is_some() {
            format!("broke down at {} s", fixed(run.last, 3))
        } else {
            format!("at {} s", short(last.time))
        };
        table.row([
            (*name).to_owned(),
            format!("{}, {}", short(normal), short(friction)),
            short(energy),
            short(run.most_gained),
            short(first.energy),
            short(last.energy),
            ended,
        ]);
        for sample in &run.samples {
            csv.cells(&[(*name).to_owned(), format!("{:?}", sample.time), format!("{:?}", sample.energy)]);
        }
    }
    findings.table("energy", table);
    findings.data("energy", csv);
    let newton = &runs[2].1;
    let (time, energy, impulse) = newton.first_burst.unwrap_or((f64::NAN, f64::NAN, f64::NAN));
    findings.value("burst time", fixed(time, 3));
    findings.value("burst end", fixed(newton.last, 3));
    // The contacts of this run add none, so that a rise of the energy between two samples is that of the time step.
    let pairs = runs[0].1.samples.windows(2);
    let rise = pairs.map(|pair| pair[1].energy - pair[0].energy).fold(0.0, f64::max);
    findings.value("energy risen", fixed(rise, 2));
    findings.value("burst energy", short(energy));
    findings.value("burst impulse", short(impulse));
    findings.check(Check::near(
        "Newton's law, first impact: normal impulse (rough estimate: 351), N·s",
        351.0,
        newton.first_impulse.0,
        3.0,
    ));
    findings.check(Check::near(
        "Newton's law, first impact: friction impulse (rough estimate: 175), N·s",
        175.0,
        newton.first_impulse.1,
        2.0,
    ));
    findings.check(Check::near(
        "Newton's law, first impact: energy created (rough estimate: +513), J",
        513.0,
        newton.first_impulse.2,
        5.0,
    ));
    findings.check(Check::at_most(
        "energy-consistent law, method of the scene: largest energy added by contacts in a step, J",
        1e-6,
        runs[0].1.most_gained,
    ));
    findings.check(Check::at_most(
        "Newton's law without friction: largest energy added by contacts in a step, J",
        1e-6,
        runs[3].1.most_gained,
    ));
    findings.check(Check::at_most(
        "Newton's law without restitution: largest energy added by contacts in a step, J",
        1e-6,
        runs[4].1.most_gained,
    ));
    let panel = |last: f64, title: &str, legend: Place| {
        let mut panel =
            Panel::new(Axis::linear("time, s", 0.0, last), Axis::linear("energy of the chain, J", 400.0, 1600.0))
                .titled(title)
                .legend(legend);
        for (place, (name, run)) in runs.iter().enumerate() {
            let inside = run.samples.iter().filter(|sample| sample.time <= last);
            let mut points: Vec<_> = inside.map(|sample| (sample.time, sample.energy)).collect();
            // The jump lies between two samples.
            if let (Some((time, ..)), Some(&(_, energy))) = (run.first_burst, points.last()) {
                points.extend([(time, energy), (time, BEYOND)]);
            }
            panel = panel.with(Mark::line(points, stroke(place)).named(*name));
        }
        panel.into()
    };
    let parts =
        vec![panel(until.min(2.0), "Beginning of the run", Place::Right), panel(until, "The whole run", Place::Hidden)];
    findings
        .figure(&Figure::new("energy", "Energy with each impact law, μ = 0.5, e = 0.7", parts).part_size(520.0, 390.0))
}
