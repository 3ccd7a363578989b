use crate::motion::{Motion, step};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Instant;

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

/// A clock around one step.
pub struct Stopwatch {
    wall: Instant,
    processor: f64,
}

impl Stopwatch {
    /// Begins to count.
    pub fn start() -> Self {
        let processor = on_processor();
        Self { wall: Instant::now(), processor }
    }

    /// Since the start, µs: the lesser of two clocks. That of the wall takes far less than a step to read; that of the
    /// processor stands still while others have it.
    pub fn microseconds(&self) -> f64 {
        let wall = self.wall.elapsed().as_secs_f64();
        1e6 * wall.min(on_processor() - self.processor)
    }
}

/// Seconds that this program has spent on a processor.
pub fn on_processor() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}
