//! How fast scenes run.

use crate::failure::Failure;
use crate::report::number::{columns, name, residual};
use crate::simulate::Bench;
use serde::Serialize;
use stiction_formats::words::seconds;

/// What the columns hold.
const LEGEND: &str = "\
time per step: median, 99th percentile (p99) and maximum; set-up: collision detection and assembly, solver: the
contact problem; real time: simulated over elapsed time; residual: the largest relative residual
";

/// For people: a header with machine and build, then one line per scene and method.
pub fn text(benches: &[Bench]) -> String {
    let heads = [
        "scene",
        "method",
        "solved steps",
        "contacts",
        "median",
        "p99",
        "maximum",
        "set-up",
        "solver",
        "real time",
        "residual",
    ];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    for bench in benches {
        let Bench { summary, timing, .. } = bench;
        let mean = summary.contacts as f64 / summary.steps.max(1) as f64;
        let all = timing.mean() * timing.count() as f64;
        let percent = |part: f64| format!("{:.0} %", 100.0 * part / all.max(1e-9));
        let time = |share: f64| seconds(1e-6 * timing.quantile(share));
        lines.push(vec![
            name(&bench.scene),
            bench.method.to_string(),
            format!("{} of {}", summary.steps.saturating_sub(summary.unsolved()), summary.steps),
            format!("{mean:.1}"),
            time(0.5),
            time(0.99),
            time(1.0),
            percent(timing.collision + timing.assembly + timing.update),
            percent(timing.solve),
            format!("{:.1}×", bench.real_time_factor),
            residual(summary.natural.value),
        ]);
    }
    let left = [true, true, false, false, false, false, false, false, false, false, false];
    let mut text = format!("{}\n\n{}\n{LEGEND}", header(), columns(&lines, &left));
    for bench in benches {
        if let Some(note) = &bench.note {
            text.push_str(&format!("{} by {}: {note}\n", name(&bench.scene), bench.method));
        }
    }
    text
}

/// The machine and the build.
fn header() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split(':').nth(1));
    let model = model.map_or(std::env::consts::ARCH, str::trim);
    format!(
        "stiction {} ({}), {model}, {cores} cores, {}",
        env!("CARGO_PKG_VERSION"),
        option_env!("STICTION_COMMIT").unwrap_or("commit unknown"),
        std::env::consts::OS
    )
}

#[derive(Serialize)]
struct BenchJson<'a> {
    header: String,
    runs: Vec<RunJson<'a>>,
}

#[derive(Serialize)]
struct RunJson<'a> {
    scene: &'a str,
    method: &'static str,
    steps: usize,
    contacts_mean: f64,
    p50_us: f64,
    p99_us: f64,
    max_us: f64,
    mean_us: f64,
    collision_us: f64,
    assembly_us: f64,
    solve_us: f64,
    update_us: f64,
    real_time_factor: f64,
    natural_max: f64,
    penetration_max_m: f64,
    unsolved: usize,
    note: Option<&'a str>,
}

impl<'a> RunJson<'a> {
    /// The parts are means per step.
    fn new(bench: &'a Bench) -> Self {
        let Bench { summary, timing, .. } = bench;
        let steps = timing.count().max(1) as f64;
        Self {
            scene: &bench.scene,
            method: bench.method.name(),
            steps: summary.steps,
            contacts_mean: summary.contacts as f64 / summary.steps.max(1) as f64,
            p50_us: timing.quantile(0.5),
            p99_us: timing.quantile(0.99),
            max_us: timing.quantile(1.0),
            mean_us: timing.mean(),
            collision_us: timing.collision / steps,
            assembly_us: timing.assembly / steps,
            solve_us: timing.solve / steps,
            update_us: timing.update / steps,
            real_time_factor: bench.real_time_factor,
            natural_max: summary.natural.value,
            penetration_max_m: summary.penetration.value,
            unsolved: summary.unsolved(),
            note: bench.note.as_deref(),
        }
    }
}

/// Every digit, as one JSON object.
pub fn json(benches: &[Bench]) -> Result<String, Failure> {
    let answer = BenchJson { header: header(), runs: benches.iter().map(RunJson::new).collect() };
    let text = serde_json::to_string(&answer).map_err(|error| Failure::Output(error.into()))?;
    Ok(text + "\n")
}
