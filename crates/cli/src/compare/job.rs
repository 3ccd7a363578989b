//! The work itself, on as many threads as asked for.

use super::plan::{Entry, Plan, without_name};
use super::row::Row;
use super::settings::CompareSettings;
use crate::contact::ContactRun;
use crate::failure::Failure;
use crate::guard::guarded;
use crate::interrupt;
use crate::watch::Stop;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use stiction_contact::ContactProblem;
use stiction_formats::{AnyProblem, read_any_problem};

/// What a worker tells.
pub enum Report {
    /// A method has come to an end.
    Solved(Row),
    /// A file is no contact problem.
    Skipped {
        /// Which.
        file: String,
        /// Why.
        reason: String,
        /// How many runs that saves.
        runs: usize,
    },
    /// Nothing new; the clock goes on.
    Waiting,
}

/// As much as the main thread has.
const STACK: usize = 8 << 20;
/// How often the clock is shown.
const TICK: Duration = Duration::from_millis(200);

/// Runs what is left of a plan, a file at a time, and tells of it in the order in which it is done. Ctrl-C ends it, and
/// so does an error of the one who is told.
pub fn run(
    plan: &Plan,
    settings: &CompareSettings,
    jobs: usize,
    tell: &mut dyn FnMut(Report) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let entries = plan.open_entries();
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let stopped = || interrupt::requested() || failed.load(Ordering::SeqCst);
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..jobs.min(entries.len()) {
            let sender = sender.clone();
            let (entries, next, stopped) = (&entries, &next, &stopped);
            let work = move || {
                while let Some(entry) = entries.get(next.fetch_add(1, Ordering::SeqCst)).filter(|_| !stopped()) {
                    solve(entry, settings, &sender, stopped);
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(Failure::Output)?;
        }
        drop(sender);
        loop {
            let report = match receiver.recv_timeout(TICK) {
                Ok(report) => report,
                Err(RecvTimeoutError::Timeout) => Report::Waiting,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            tell(report).inspect_err(|_| failed.store(true, Ordering::SeqCst))?;
        }
    })
}

/// One file: every method that is left for it.
fn solve(entry: &Entry, settings: &CompareSettings, sender: &Sender<Report>, stopped: &dyn Fn() -> bool) {
    // Nobody listens once a result could not be written: then nothing is to be told.
    let read = guarded(|| read(entry))
        .unwrap_or_else(|fault| Err(format!("the reader stopped early by an internal error: {fault}")));
    let problem = match read {
        Ok(problem) => problem,
        Err(reason) => {
            let (file, runs) = (entry.name.clone(), entry.methods.len());
            let _ = sender.send(Report::Skipped { file, reason, runs });
            return;
        }
    };
    for &method in &entry.methods {
        if stopped() {
            return;
        }
        let began = Instant::now();
        let solve = || ContactRun::new(&problem, method, &settings.solver(), None, settings.time_limit(), false);
        let row = match guarded(solve) {
            Ok(run) if run.stop == Some(Stop::User) => return,
            Ok(run) => Row::new(&entry.name, entry.content, &problem, &run),
            Err(fault) => Row::panicked(&entry.name, entry.content, &problem, method, began.elapsed(), &fault),
        };
        let _ = sender.send(Report::Solved(row));
    }
}

fn read(entry: &Entry) -> Result<ContactProblem, String> {
    match read_any_problem(&entry.path).map_err(|error| without_name(error.to_string(), &entry.name))? {
        AnyProblem::Linear(_) => Err("a complementarity problem; only contact problems are compared".to_owned()),
        AnyProblem::Contact(loaded) => loaded.pose().map_err(|error| error.to_string()),
        AnyProblem::Fclib(file) => file.pose().map_err(|error| error.to_string()),
    }
}
