use std::time::{Duration, Instant};

/// Repeats a short call and takes its best wall time, or its mean time on the processor if that is
/// less: other programs on the machine then cost little.
pub struct Timer {
    repeats: usize,
    wall: Vec<Duration>,
    processor: Duration,
}

impl Timer {
    /// No more repeats once they took this long together.
    const BUDGET: Duration = Duration::from_millis(300);
    /// A first call that takes this long is not repeated.
    const LONG: Duration = Duration::from_millis(50);
    /// Shorter sums are below what the processor clock resolves everywhere.
    const RESOLVED: Duration = Duration::from_millis(40);

    pub fn new(repeats: usize) -> Self {
        Self { repeats, wall: Vec::with_capacity(repeats), processor: Duration::ZERO }
    }

    pub fn goes_on(&self) -> bool {
        let long = self.wall.first().is_some_and(|first| *first >= Self::LONG);
        self.wall.len() < self.repeats && !long && self.wall.iter().sum::<Duration>() <= Self::BUDGET
    }

    pub fn time<T>(&mut self, call: impl FnOnce() -> T) -> T {
        let (processor, wall) = (on_processor(), Instant::now());
        let answer = call();
        self.wall.push(wall.elapsed());
        if let (Some(before), Some(after)) = (processor, on_processor()) {
            self.processor += after.saturating_sub(before);
        }
        answer
    }

    pub fn seconds(&self) -> f64 {
        let best = self.wall.iter().min().copied().unwrap_or_default();
        let mean = self.processor / u32::try_from(self.wall.len().max(1)).unwrap_or(u32::MAX);
        if self.processor >= Self::RESOLVED { best.min(mean).as_secs_f64() } else { best.as_secs_f64() }
    }
}

/// Time this thread has spent on a processor, where the system tells (Linux).
fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
