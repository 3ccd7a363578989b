use std::time::{Duration, Instant};
use stiction_simulation::Stage;

/// How long steps took, and their parts.
#[derive(Default)]
pub struct Timing {
    /// µs of each step, in order.
    steps: Vec<f64>,
    /// Sums over all steps, µs.
    pub collision: f64,
    pub assembly: f64,
    pub solve: f64,
    pub update: f64,
}

impl Timing {
    /// Times one step.
    pub fn step<T>(&mut self, step: impl FnOnce(&mut dyn FnMut(Stage)) -> T) -> T {
        let began = Instant::now();
        let mut last = began;
        let Self { collision, assembly, solve, update, .. } = self;
        let done = step(&mut |stage| {
            let now = Instant::now();
            let part = match stage {
                Stage::Collision => &mut *collision,
                Stage::Assembly => &mut *assembly,
                Stage::Solve => &mut *solve,
                Stage::Update => &mut *update,
            };
            *part += micros(now - last);
            last = now;
        });
        self.steps.push(micros(last - began));
        done
    }

    /// Sorts, so that quantiles can be asked for.
    pub fn sorted(mut self) -> Self {
        self.steps.sort_by(f64::total_cmp);
        self
    }

    /// A quantile of sorted times, µs; zero if there are none.
    pub fn quantile(&self, share: f64) -> f64 {
        let last = self.steps.len().saturating_sub(1);
        self.steps.get((share * last as f64).round() as usize).copied().unwrap_or(0.0)
    }

    /// The mean, µs.
    pub fn mean(&self) -> f64 {
        self.steps.iter().sum::<f64>() / self.steps.len().max(1) as f64
    }

    /// How many steps there were.
    pub fn count(&self) -> usize {
        self.steps.len()
    }
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
