use crate::motion::{Motion, step};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Instant;

/// Passes over the same steps; every step does the same work in each, so that its least time is its own.
const PASSES: usize = 5;

/// The time per step: one clock around all steps that count, the whole motion repeated for the seconds given, and at least
/// three times.
pub fn time(motion: &Motion, seconds: f64) -> Result<Value, String> {
    let (mut times, mut spent) = (Vec::new(), 0.0);
    while times.len() < 3 || spent < seconds {
        let mut world = motion.begin()?;
        let before = on_processor();
        for _ in 0..motion.steps {
            black_box(step(&mut world)?);
        }
        let taken = on_processor() - before;
        spent += taken;
        times.push(1e6 * taken / motion.steps as f64);
    }
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    Ok(json!({ "microseconds": median, "least": times[0], "repeats": times.len(), "steps": motion.steps }))
}

/// The time of each step that counts, µs, sorted: the least of several passes, with a clock around each step. That of the
/// wall, which takes far less than a step to read; what others did on the machine is gone from the least.
pub fn step_times(motion: &Motion) -> Result<Vec<f64>, String> {
    let mut least = vec![f64::INFINITY; motion.steps];
    for _ in 0..PASSES {
        let mut world = motion.begin()?;
        for least in &mut least {
            let before = Instant::now();
            black_box(step(&mut world)?);
            *least = least.min(1e6 * before.elapsed().as_secs_f64());
        }
    }
    least.sort_by(f64::total_cmp);
    Ok(least)
}

/// Seconds that this program has spent on a processor.
fn on_processor() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}
