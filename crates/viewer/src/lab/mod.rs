//! Runs that a reader starts from the page.

mod form;
mod job;
mod run;

pub use form::RunForm;
pub(crate) use form::{SceneDefaults, defaults};
pub(crate) use job::Job;
pub(crate) use run::{Run, RunStatus};

use crate::Clock;
use std::sync::{Arc, Mutex, PoisonError};

/// What runs may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// s of the clock, for one run.
    pub seconds: f64,
    /// Steps of one run.
    pub steps: usize,
    /// Bytes of one run's recording.
    pub bytes: usize,
    /// Runs at a time.
    pub running: usize,
    /// Runs that are kept; the oldest that has ended makes room.
    pub kept: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { seconds: 60.0, steps: 500_000, bytes: 64 << 20, running: 2, kept: 8 }
    }
}

/// The runs, and what they may take.
#[derive(Debug)]
pub struct Lab {
    pub(crate) limits: Limits,
    pub(crate) clock: Clock,
    runs: Mutex<Runs>,
}

#[derive(Debug, Default)]
struct Runs {
    next: usize,
    list: Vec<Arc<Run>>,
}

impl Lab {
    /// One without runs.
    pub fn new(limits: Limits, clock: Clock) -> Self {
        Self { limits, clock, runs: Mutex::default() }
    }

    /// Starts a run; in words, why not.
    pub(crate) fn start(&self, job: Job) -> Result<RunStatus, String> {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let running = runs.list.iter().filter(|run| run.is_running()).count();
        if running >= self.limits.running {
            let most = self.limits.running;
            return Err(format!("runs at the same time: expected at most {most}; stop a run or wait until one ends"));
        }
        if runs.list.len() >= self.limits.kept
            && let Some(oldest) = runs.list.iter().position(|run| !run.is_running())
        {
            runs.list.remove(oldest);
        }
        runs.next += 1;
        let run = Run::start(runs.next, job, self.clock)?;
        let status = run.status();
        runs.list.push(run);
        Ok(status)
    }

    pub(crate) fn find(&self, id: usize) -> Option<Arc<Run>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).list.iter().find(|run| run.id == id).cloned()
    }

    pub(crate) fn statuses(&self) -> Vec<RunStatus> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).list.iter().map(|run| run.status()).collect()
    }

    /// Ends all runs.
    pub fn stop_all(&self) {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).list.iter().for_each(|run| run.stop());
    }
}
