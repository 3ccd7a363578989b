//! Minimal against redundant coordinates: 12 unknowns and no joint rows, or 72 and 60.

use super::chain_run::{Plan, run as run_chain};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::scenes::world;
use crate::table::Table;
use crate::{Check, Host, Size, StudyError};
use stiction_contact::Method;

pub fn run(size: Size, host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let until = if size == Size::Full { 1.0 } else { 0.2 };
    let methods = if size == Size::Full {
        vec![Method::MlcpPath, Method::MlcpFbRlm, Method::MlcpFbPlm, Method::MncpRlm, Method::MncpPlm, Method::Auto]
    } else {
        vec![Method::Auto]
    };
    let scenes = ["twelve-link-pendulum", "twelve-link-pendulum-redundant"];
    let sizes = [world(scenes[0], &[])?, world(scenes[1], &[])?].map(|world| {
        let model = &world.scene().model;
        (model.velocity_size(), model.closures().iter().map(|closure| closure.kind.rows()).sum::<usize>())
    });
    findings.check(Check::count("minimal coordinates: unknown velocities", 12, sizes[0].0));
    findings.check(Check::count("minimal coordinates: joint equations", 0, sizes[0].1));
    findings.check(Check::count("redundant coordinates: unknown velocities", 72, sizes[1].0));
    findings.check(Check::count("redundant coordinates: joint equations", 60, sizes[1].1));
    let mut table = Table::new(&[
        "method",
        "minimal, s",
        "redundant, s",
        "factor",
        "share of solve, minimal",
        "share of solve, redundant",
    ]);
    let mut agreement = Table::new(&[
        "method",
        "largest difference of the last link's heights, m",
        "fallback or unsolved steps, redundant",
    ]);
    let mut csv =
        Csv::new(&["method", "minimal_set_up_s", "minimal_solve_s", "redundant_set_up_s", "redundant_solve_s"]);
    let mut largest = 0.0_f64;
    let mut redundant: Vec<Vec<f64>> = Vec::new();
    for (place, method) in methods.iter().enumerate() {
        let name = format!("stepper.method={method}");
        let settings = [&*name, "stepper.facets=4"];
        let progress = 0.5 + 0.3 * place as f64 / methods.len() as f64;
        let mut runs = Vec::new();
        for scene in scenes {
            let plan = Plan { scene, settings: &settings, until, every: 10, most_energy: 1e6 };
            runs.push(run_chain(&plan, host, (progress, &format!("{scene}, method {method}")))?);
        }
        let apart =
            runs[0].samples.iter().zip(&runs[1].samples).map(|(a, b)| (a.height - b.height).abs()).fold(0.0, f64::max);
        let heights: Vec<f64> = runs[1].samples.iter().map(|sample| sample.height).collect();
        if let Some(first) = redundant.first() {
            largest = first.iter().zip(&heights).map(|(a, b)| (a - b).abs()).fold(largest, f64::max);
        }
        redundant.push(heights);
        agreement.row([method.name().to_owned(), short(apart), runs[1].helped.to_string()]);
        let [a, b] = [&runs[0], &runs[1]].map(|run| run.set_up + run.solve);
        let share =
            |solve: f64, all: f64| if all > 0.0 { format!("{:.0} %", 100.0 * solve / all) } else { "–".to_owned() };
        table.row([
            method.name().to_owned(),
            fixed(a, 3),
            fixed(b, 3),
            if a > 0.0 { format!("{:.0}", b / a) } else { "–".to_owned() },
            share(runs[0].solve, a),
            share(runs[1].solve, b),
        ]);
        csv.cells(&[
            method.name().to_owned(),
            format!("{:?}", runs[0].set_up),
            format!("{:?}", runs[0].solve),
            format!("{:?}", runs[1].set_up),
            format!("{:?}", runs[1].solve),
        ]);
    }
    findings.table("coordinates", agreement);
    findings.table("timings coordinates", table);
    findings.data("timings-coordinates", csv);
    findings.value("coordinates until", short(until));
    let words =
        format!("redundant coordinates: largest difference of heights between methods within {} s, m", short(until));
    findings.check(Check::at_most(words, 1e-3, largest));
    order(host, findings)
}

/// Before the first contact, the two differ by what a method of first order leaves: half as much with half the step.
fn order(host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let mut apart = [0.0_f64; 2];
    for (place, (setting, every)) in
        [("stepper.time_step=1e-3", 10), ("stepper.time_step=5e-4", 20)].into_iter().enumerate()
    {
        let mut runs = Vec::new();
        for scene in ["twelve-link-pendulum", "twelve-link-pendulum-redundant"] {
            let plan = Plan { scene, settings: &[setting], until: 0.15, every, most_energy: 1e6 };
            runs.push(run_chain(&plan, host, (0.8, "order of accuracy in both coordinates"))?);
        }
        let pairs = runs[0].samples.iter().zip(&runs[1].samples);
        apart[place] = pairs.map(|(a, b)| (a.height - b.height).abs()).fold(0.0, f64::max);
    }
    findings.value("apart", short(apart[0]));
    findings.check(Check::near(
        "minimal and redundant coordinates before contact: difference with a step of 1 ms over that with 0.5 ms",
        2.0,
        apart[0] / apart[1],
        0.2,
    ));
    Ok(())
}
