use crate::simulation::Simulation;
use serde_json::{Value, json};

/// The time per step: one clock around all steps that count, the whole motion repeated for the seconds given, and at least
/// three times.
pub fn time(
    start: impl Fn() -> Result<Simulation, String>,
    skip: usize,
    steps: usize,
    seconds: f64,
) -> Result<Value, String> {
    let (mut times, mut spent) = (Vec::new(), 0.0);
    while times.len() < 3 || spent < seconds {
        let mut simulation = start()?;
        simulation.step(skip);
        let before = on_processor();
        simulation.step(steps);
        let taken = on_processor() - before;
        spent += taken;
        times.push(1e6 * taken / steps as f64);
    }
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    Ok(json!({ "microseconds": median, "least": times[0], "repeats": times.len(), "steps": steps }))
}

/// Seconds that this program has spent on a processor.
pub fn on_processor() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}
