use super::job::Report;
use crate::output;
use crate::report::number::duration;
use std::time::{Duration, Instant};

/// How far a comparison is: a bar on a terminal, else a line per result.
pub struct Progress {
    began: Instant,
    all: usize,
    done: usize,
    terminal: bool,
    last: String,
}

/// The length of the bar, and of a line.
const BAR: usize = 24;
const LINE: usize = 79;

impl Progress {
    /// A beginning, with so many runs to do.
    pub fn new(all: usize) -> Self {
        Self { began: Instant::now(), all, done: 0, terminal: output::error_is_terminal(), last: String::new() }
    }

    /// Shows what has been done.
    pub fn show(&mut self, report: &Report) {
        match report {
            Report::Solved(row) => {
                self.done += 1;
                let time = duration(Duration::from_secs_f64(row.wall_us / 1e6));
                let file = row.file.rsplit(['/', '\\']).next().unwrap_or(&row.file);
                let how = if row.has_panicked() {
                    format!("{}: {}", row.outcome, row.note)
                } else {
                    format!("{}, {:.1e}, {time}", row.outcome, row.relative)
                };
                self.last = format!("{} on {file}: {how}", row.method);
            }
            Report::Skipped { file, reason, runs } => {
                self.done += runs;
                self.last = format!("skipped {file}: {reason}");
            }
            Report::Waiting if !self.terminal => return,
            Report::Waiting => {}
        }
        let (done, all) = (self.done, self.all);
        if self.terminal {
            let filled = BAR * done / all.max(1);
            let seconds = self.began.elapsed().as_secs();
            let bar = format!("{}{}", "█".repeat(filled), "░".repeat(BAR - filled));
            let line: String = format!("{bar} {done}/{all} {seconds} s  {}", self.last).chars().take(LINE).collect();
            output::error(&format!("\r\x1b[2K{line}"));
        } else {
            output::error(&format!("{done} of {all}  {}\n", self.last));
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if self.terminal {
            output::error("\r\x1b[2K");
        }
    }
}
