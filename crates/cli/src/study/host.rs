use crate::{interrupt, output};
use std::time::{Duration, Instant};
use stiction_studies::Host;

/// Shows how far a study is, on a terminal by a bar, else by a line now and then; and has a clock.
pub struct Terminal {
    study: String,
    began: Instant,
    shown: Option<Instant>,
    last: String,
    terminal: bool,
}

const BAR: usize = 24;
const LINE: usize = 90;
const PAUSE: Duration = Duration::from_millis(100);

impl Terminal {
    pub fn new(study: &str) -> Self {
        let terminal = output::error_is_terminal();
        Self { study: study.to_owned(), began: Instant::now(), shown: None, last: String::new(), terminal }
    }

    /// Takes the bar away, and says how long it took.
    pub fn end(&self) {
        let clear = if self.terminal { "\r\x1b[2K" } else { "" };
        output::error(&format!("{clear}{}: {:.1} s\n", self.study, self.began.elapsed().as_secs_f64()));
    }
}

impl Host for Terminal {
    fn progress(&mut self, share: f64, what: &str) {
        if self.terminal {
            if self.shown.is_some_and(|shown| shown.elapsed() < PAUSE) {
                return;
            }
            self.shown = Some(Instant::now());
            let filled = ((BAR as f64 * share) as usize).min(BAR);
            let bar = format!("{}{}", "█".repeat(filled), "░".repeat(BAR - filled));
            let line: String = format!("{bar} {}: {what}", self.study).chars().take(LINE).collect();
            output::error(&format!("\r\x1b[2K{line}"));
        } else if self.last != what {
            self.last = what.to_owned();
            output::error(&format!("{}: {:.0} %, {what}\n", self.study, 100.0 * share));
        }
    }

    fn seconds(&mut self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    fn stops(&mut self) -> bool {
        interrupt::requested()
    }
}
