use crate::clock::{Stopwatch, on_processor};
use crate::motion::{Motion, step};
use serde_json::{Value, json};
use std::hint::black_box;

/// Passes at most: every step does the same work in each, so that its least time is its own.
const PASSES: usize = 20;

/// How the times of single steps are spread, µs: of each the least of as many passes as the seconds allow. A first pass that
/// takes longer than that is cut there.
pub fn spread(motion: &Motion, seconds: f64) -> Result<Value, String> {
    let began = on_processor();
    let mut least = pass(motion, motion.steps, seconds)?;
    let mut passes = 1;
    let first = on_processor() - began;
    while passes < PASSES && on_processor() - began + first < seconds {
        let times = pass(motion, least.len(), f64::INFINITY)?;
        least.iter_mut().zip(times).for_each(|(least, time)| *least = least.min(time));
        passes += 1;
    }
    let slowest = (0..least.len()).max_by(|&a, &b| least[a].total_cmp(&least[b])).unwrap_or(0);
    let mut sorted = least;
    sorted.sort_by(f64::total_cmp);
    let quantile = |share: f64| sorted[(share * (sorted.len() - 1) as f64).round() as usize];
    Ok(json!({
        "mean": sorted.iter().sum::<f64>() / sorted.len() as f64,
        "p10": quantile(0.1),
        "p50": quantile(0.5),
        "p99": quantile(0.99),
        "max": quantile(1.0),
        "slowest": motion.skip + slowest + 1,
        "passes": passes,
        "steps": sorted.len(),
        "cut": sorted.len() < motion.steps,
        "time_step": motion.scene.settings.time_step,
    }))
}

/// The times of the first steps, as many as there is time for.
fn pass(motion: &Motion, steps: usize, seconds: f64) -> Result<Vec<f64>, String> {
    let began = on_processor();
    let mut world = motion.begin()?;
    let mut times = Vec::with_capacity(steps);
    while times.is_empty() || (times.len() < steps && on_processor() - began < seconds) {
        let watch = Stopwatch::start();
        black_box(step(&mut world)?);
        times.push(watch.microseconds());
    }
    Ok(times)
}
