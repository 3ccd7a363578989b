use std::time::{Duration, Instant};
use stiction_simulation::Budget;

/// What a step may take by the clock.
pub struct StepBudget {
    began: Instant,
    most: Duration,
}

impl StepBudget {
    /// So many µs.
    pub fn micros(most: f64) -> Self {
        Self { began: Instant::now(), most: Duration::from_secs_f64(1e-6 * most) }
    }
}

impl Budget for StepBudget {
    fn begin(&mut self) {
        self.began = Instant::now();
    }

    fn spent(&mut self) -> f64 {
        self.began.elapsed().as_secs_f64() / self.most.as_secs_f64().max(1e-12)
    }
}
