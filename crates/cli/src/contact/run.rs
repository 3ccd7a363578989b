use crate::guard::{PANICKED, guarded};
use crate::watch::{Stop, Watch};
use std::time::{Duration, Instant};
use stiction_complementarity::Effort;
use stiction_contact::{ContactProblem, ContactSolution, Method, Outcome, Residual, Settings};

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
    /// Whether the method broke off by a fault of its own; then there is no answer, and the note has what it said.
    pub panicked: bool,
    /// What a reader should know besides.
    pub note: Option<String>,
}

impl ContactRun {
    /// Runs one method, whose faults end nothing but itself. Whoever calls listens for Ctrl-C meanwhile.
    pub fn guarded(
        problem: &ContactProblem,
        method: Method,
        settings: &Settings,
        start: Option<&[f64]>,
        time_limit: Option<Duration>,
        log: bool,
    ) -> Self {
        let began = Instant::now();
        guarded(|| Self::new(problem, method, settings, start, time_limit, log))
            .unwrap_or_else(|fault| Self::broken(problem, method, began.elapsed(), &fault))
    }

    /// A method that broke off, and what it said. No impulses at all stand in the answer's place.
    fn broken(problem: &ContactProblem, method: Method, wall: Duration, fault: &str) -> Self {
        let (impulses, velocities) = (vec![0.0; problem.order()], problem.free_velocity().to_vec());
        let residual = Residual::measure(problem, &impulses, &velocities);
        let (outcome, effort) = (Outcome::NumericalFailure, Effort::default());
        let solution =
            ContactSolution { impulses, velocities, outcome, residual, model: None, effort, answered_by: method };
        let note = Some(format!("stopped early by an internal error: {fault}"));
        Self { method, solution, wall, radius: None, stop: None, null_space: None, panicked: true, note }
    }

    /// The outcome by its name in files and tables.
    pub fn outcome(&self) -> &'static str {
        if self.panicked { PANICKED } else { self.solution.outcome.name() }
    }

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
            match problem.check_proof(certificate) {
                Ok(accepted) => radius = Some(accepted),
                Err(reason) => {
                    note = Some(reason);
                    solution.outcome = Outcome::NumericalFailure;
                }
            }
        }
        Self { method, solution, wall, radius, stop: watch.stop, null_space: None, panicked: false, note }
    }
}

/// The label of the law that a row belongs to.
fn label_of_row(problem: &ContactProblem, row: usize) -> String {
    let law = (0..problem.laws().len()).find(|&law| problem.rows_of(law).contains(&row));
    law.map_or_else(|| format!("row {row}"), |law| problem.label(law).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::ContactRequest;
    use crate::report;
    use std::sync::Arc;
    use stiction_contact::{DelassusOperator, Law};

    /// Breaks off once an impulse acts.
    #[derive(Debug)]
    struct Broken;

    impl DelassusOperator for Broken {
        fn order(&self) -> usize {
            3
        }

        fn multiply(&self, impulse: &[f64], velocity: &mut [f64]) {
            assert!(impulse.iter().all(|value| *value == 0.0), "the operator is broken");
            velocity.fill(0.0);
        }

        fn diagonal(&self, diagonal: &mut [f64]) {
            diagonal.fill(1.0);
        }
    }

    #[test]
    fn a_method_that_panics_is_reported_and_ends_no_other() {
        let laws = vec![Law::Coulomb { friction: 0.5 }];
        let problem = ContactProblem::from_operator(Box::new(Broken), vec![-1.0, 0.0, 0.0], laws);
        let problem = Arc::new(problem.expect("a problem without faults"));
        let methods = vec![Method::Nsgs, Method::MlcpLemke];
        let settings = Settings::default();
        let run = |&method| ContactRun::guarded(&problem, method, &settings, None, None, false);
        let runs: Vec<_> = methods.iter().map(run).collect();
        assert!(runs.iter().all(|run| run.panicked && run.outcome() == "panicked" && !run.solution.is_solved()));
        let mut request = ContactRequest {
            title: "broken".to_owned(),
            problem: Arc::clone(&problem),
            methods,
            compare: true,
            settings,
            start: None,
            time_limit: None,
            enumerate: false,
            null_space: false,
            contacts: 20,
            json: false,
            log: false,
        };
        let table = report::contact::text(&request, &runs, None);
        assert!(table.contains("\nnsgs        panicked"), "{table}");
        assert!(
            table.contains("\nmlcp-lemke: stopped early by an internal error: the operator is broken ("),
            "{table}"
        );
        let json = report::contact::json(&request, &runs, None).unwrap_or_default();
        assert_eq!(json.matches("\"outcome\":\"panicked\"").count(), 2, "{json}");
        request.compare = false;
        let text = report::contact::text(&request, &runs[..1], None);
        assert!(text.contains("outcome    panicked: the method stopped early"), "{text}");
        assert!(
            text.contains("warning    stopped early by an internal error: the operator is broken (")
                && !text.contains("residual"),
            "{text}"
        );
    }
}
