use super::proof;
use crate::watch::{Stop, Watch};
use std::time::{Duration, Instant};
use stiction_contact::{ContactProblem, ContactSolution, Method, Outcome, Settings};

/// One method's answer to a contact problem, with every proof checked.
pub struct ContactRun {
    /// The method asked for.
    pub method: Method,
    /// Its answer.
    pub solution: ContactSolution,
    /// What it took.
    pub wall: Duration,
    /// The radius that the checker found for the proof in the outcome.
    pub radius: Option<f64>,
    /// Who stopped it, if anyone.
    pub stop: Option<Stop>,
    /// The directions in which impulses change and no velocity does, where they were asked for and the answer is one.
    pub null_space: Option<usize>,
    /// What a reader should know besides.
    pub note: Option<String>,
}

impl ContactRun {
    /// Runs one method. Whoever calls listens for Ctrl-C meanwhile.
    pub fn new(
        problem: &ContactProblem,
        method: Method,
        settings: &Settings,
        start: Option<&[f64]>,
        time_limit: Option<Duration>,
        log: bool,
    ) -> Self {
        let began = Instant::now();
        let deadline = time_limit.and_then(|limit| began.checked_add(limit));
        let label = |row| label_of_row(problem, row);
        let mut watch = Watch::new(&label, log, deadline);
        let mut solution = method.solve(problem, settings, start, &mut watch);
        let wall = began.elapsed();
        let (mut radius, mut note) = (None, None);
        if let Outcome::NoSolution(certificate) = &solution.outcome {
            match proof::check(certificate, problem) {
                Ok(accepted) => radius = Some(accepted),
                Err(reason) => {
                    note = Some(reason);
                    solution.outcome = Outcome::NumericalFailure;
                }
            }
        }
        Self { method, solution, wall, radius, stop: watch.stop, null_space: None, note }
    }
}

/// The label of the law that a row belongs to.
fn label_of_row(problem: &ContactProblem, row: usize) -> String {
    let law = (0..problem.laws().len()).find(|&law| problem.rows_of(law).contains(&row));
    law.map_or_else(|| format!("row {row}"), |law| problem.label(law).into_owned())
}
