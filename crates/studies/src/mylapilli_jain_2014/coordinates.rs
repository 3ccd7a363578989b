//! Minimal against redundant coordinates: 12 unknowns and no joint rows, or 72 and 60.

use super::chain_run::{COMPARED, ChainRun, Plan, run as run_chain};
use super::schemes::{REFERENCE, SCHEMES, label};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::short;
use crate::scenes::world;
use crate::table::Table;
use crate::{Check, Host, Size, StudyError};

pub fn run(size: Size, host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let until = if size == Size::Full { 20.0 } else { 0.2 };
    // Heights are compared before impacts have multiplied small differences.
    let compared = f64::min(until, COMPARED);
    let mut methods = vec![REFERENCE];
    if size == Size::Full {
        methods.extend(SCHEMES.map(|scheme| scheme.method));
    }
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
        "steps",
        "minimal: quartiles of a step, µs",
        "redundant: quartiles of a step, µs",
        "factor of medians",
        "factor of sums",
        "share of solve, minimal",
        "share of solve, redundant",
    ]);
    let mut agreement = Table::new(&[
        "method",
        "largest difference of the last link's heights, m",
        "fallback or unsolved steps, redundant",
    ]);
    let mut csv = Csv::new(&[
        "method",
        "steps",
        "minimal_q1_s",
        "minimal_median_s",
        "minimal_q3_s",
        "minimal_sum_s",
        "redundant_q1_s",
        "redundant_median_s",
        "redundant_q3_s",
        "redundant_sum_s",
    ]);
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
        let early = |run: &ChainRun| -> Vec<f64> {
            run.samples.iter().filter(|sample| sample.time <= compared + 1e-9).map(|sample| sample.height).collect()
        };
        let heights = early(&runs[1]);
        let apart = early(&runs[0]).iter().zip(&heights).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        if let Some(first) = redundant.first() {
            largest = first.iter().zip(&heights).map(|(a, b)| (a - b).abs()).fold(largest, f64::max);
        }
        redundant.push(heights);
        agreement.row([label(*method), short(apart), runs[1].helped.to_string()]);
        let shares = [&runs[0], &runs[1]].map(|run| {
            let all = run.set_up + run.solve;
            if all > 0.0 { format!("{:.0} %", 100.0 * run.solve / all) } else { "–".to_owned() }
        });
        let all = [&runs[0], &runs[1]].map(|run| Spread::of(&run.step_times));
        let touching = [&runs[0], &runs[1]].map(|run| Spread::of(&run.contact_step_times));
        for (words, [minimal, redundant], shares) in
            [("all", all, shares), ("with an impulse", touching, [String::new(), String::new()])]
        {
            let factor = |a: f64, b: f64| if a > 0.0 { format!("{:.1}", b / a) } else { "–".to_owned() };
            table.row(
                [&*label(*method), words, &minimal.words(), &redundant.words()]
                    .map(str::to_owned)
                    .into_iter()
                    .chain([factor(minimal.quartiles[1], redundant.quartiles[1]), factor(minimal.sum, redundant.sum)])
                    .chain(shares),
            );
            let numbers = [minimal, redundant].into_iter().flat_map(|own| own.quartiles.into_iter().chain([own.sum]));
            let cells: Vec<_> = [method.name(), words]
                .map(str::to_owned)
                .into_iter()
                .chain(numbers.map(|x| format!("{x:?}")))
                .collect();
            csv.cells(&cells);
        }
    }
    findings.table("coordinates", agreement);
    findings.table("timings coordinates", table);
    findings.data("timings-coordinates", csv);
    findings.value("coordinates until", short(until));
    findings.value("coordinates compared", short(compared));
    let words =
        format!("redundant coordinates: largest difference of heights between methods within {} s, m", short(compared));
    findings.check(Check::at_most(words, 1e-3, largest));
    order(host, findings)
}

/// Quartiles and sum of measured times, s.
struct Spread {
    quartiles: [f64; 3],
    sum: f64,
}

impl Spread {
    fn of(times: &[f64]) -> Self {
        let mut sorted = times.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| sorted.get((share * (sorted.len() as f64 - 1.0)).round() as usize).copied();
        Self { quartiles: [0.25, 0.5, 0.75].map(|share| at(share).unwrap_or(0.0)), sum: sorted.iter().sum() }
    }

    fn words(&self) -> String {
        self.quartiles.map(|time| short(1e6 * time)).join(", ")
    }
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
