use crate::output;
use std::time::{Duration, Instant};

/// Shows how far a run is, on a terminal.
pub struct Progress {
    began: Instant,
    shown: Instant,
    terminal: bool,
}

const BAR: usize = 30;
const PAUSE: Duration = Duration::from_millis(100);

impl Progress {
    pub fn new() -> Self {
        let now = Instant::now();
        Self { began: now, shown: now, terminal: output::error_is_terminal() }
    }

    /// Whether it is time to show something.
    pub fn is_due(&self) -> bool {
        self.terminal && self.shown.elapsed() >= PAUSE
    }

    /// Shows the time reached, of all, s.
    pub fn show(&mut self, time: f64, all: f64, contacts: usize) {
        self.shown = Instant::now();
        let share = (time / all).clamp(0.0, 1.0);
        let filled = (BAR as f64 * share) as usize;
        let bar = format!("{}{}", "█".repeat(filled), "░".repeat(BAR - filled));
        let factor = time / self.began.elapsed().as_secs_f64().max(1e-9);
        output::error(&format!("\r\x1b[2K{bar} {time:.2} of {all:.2} s, {factor:.1}× real time, {contacts} contacts"));
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if self.terminal {
            output::error("\r\x1b[2K");
        }
    }
}
