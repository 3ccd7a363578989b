use crate::failure::Failure;
use crate::guard::{PANICKED, guarded};
use crate::interrupt::Listening;
use crate::request::Request;
use crate::watch::{Stop, Watch};
use std::time::{Duration, Instant};
use stiction_complementarity::solvers::{Enumeration, EnumerationError, enumerate};
use stiction_complementarity::{Certificate, Effort, LinearProblem, Method, Outcome, Residual, Solution};

/// One method's answer to the request, with every proof checked.
pub struct Run {
    /// The method asked for.
    pub method: Method,
    /// Its answer.
    pub solution: Solution,
    /// What it took.
    pub wall: Duration,
    /// The radius that the checker found for the proof in the outcome.
    pub radius: Option<f64>,
    /// Who stopped it, if anyone.
    pub stop: Option<Stop>,
    /// Whether the method broke off by a fault of its own; then there is no answer, and the note has what it said.
    pub panicked: bool,
    /// What a reader should know besides.
    pub note: Option<String>,
}

impl Run {
    /// Runs one method, whose faults end nothing but itself.
    pub fn guarded(request: &Request, method: Method) -> Result<Self, Failure> {
        let began = Instant::now();
        guarded(|| Self::new(request, method)).unwrap_or_else(|fault| Ok(Self::broken(method, began.elapsed(), &fault)))
    }

    /// A method that broke off, and what it said. There is no point: the problem's own function may be at fault.
    fn broken(method: Method, wall: Duration, fault: &str) -> Self {
        let solution = Solution {
            z: Vec::new(),
            w: Vec::new(),
            outcome: Outcome::NumericalFailure,
            residual: Residual::default(),
            effort: Effort::default(),
            basis: None,
            answered_by: method,
        };
        let note = Some(format!("stopped early by an internal error: {fault}"));
        Self { method, solution, wall, radius: None, stop: None, panicked: true, note }
    }

    /// The outcome by its name in files and tables.
    pub fn outcome(&self) -> &'static str {
        if self.panicked { PANICKED } else { self.solution.outcome.name() }
    }

    /// Runs one method.
    pub fn new(request: &Request, method: Method) -> Result<Self, Failure> {
        let start = request.start.as_deref();
        let began = Instant::now();
        let deadline = request.time_limit.and_then(|limit| began.checked_add(limit));
        let row_name = |row| request.posed.row_name(row);
        let mut watch = Watch::new(&row_name, request.log, deadline);
        let listening = Listening::start();
        let mut solution = match request.posed.linear() {
            Some(problem) => request.linear_solver(method).solve(problem, start, &mut watch),
            None => {
                let solver = method.nonlinear_solver(&request.settings);
                let mut solver = solver.ok_or_else(|| Failure::LinearOnly(format!("--method {method}")))?;
                solver.solve(request.posed.problem(), start, &mut watch)
            }
        };
        let wall = began.elapsed();
        drop(listening);
        let stop = watch.stop;
        let (mut radius, mut note) = (None, None);
        if let Outcome::NoSolution(certificate) = &solution.outcome {
            match check(certificate, request.posed.linear()) {
                Ok(accepted) => radius = Some(accepted),
                Err(reason) => {
                    note = Some(reason);
                    solution.outcome = Outcome::NumericalFailure;
                }
            }
        }
        Ok(Self { method, solution, wall, radius, stop, panicked: false, note })
    }
}

const NOTHING: Enumeration =
    Enumeration { points: Vec::new(), faces: Vec::new(), complete: false, certificate: None, nodes: 0 };

/// All solutions, with the proof checked where there is none.
pub struct Listing {
    /// The list.
    pub enumeration: Enumeration,
    /// What it took.
    pub wall: Duration,
    /// The radius that the checker found for the proof.
    pub radius: Option<f64>,
    /// Who stopped it before it had a list, if anyone.
    pub stop: Option<Stop>,
    /// What a reader should know besides.
    pub note: Option<String>,
}

impl Listing {
    /// Lists all solutions of a linear problem.
    pub fn new(request: &Request, problem: &dyn LinearProblem) -> Result<Self, Failure> {
        let began = Instant::now();
        let deadline = request.time_limit.and_then(|limit| began.checked_add(limit));
        let row_name = |row| request.posed.row_name(row);
        let mut watch = Watch::new(&row_name, request.log, deadline);
        let listening = Listening::start();
        let listed = enumerate(problem, &mut watch);
        let wall = began.elapsed();
        drop(listening);
        let mut listing = Self { enumeration: NOTHING, wall, radius: None, stop: watch.stop, note: None };
        match listed {
            Ok(enumeration) => listing.enumeration = enumeration,
            Err(EnumerationError::Interrupted) => return Ok(listing),
            Err(error) => return Err(error.into()),
        }
        if let Some(certificate) = &listing.enumeration.certificate {
            match check(certificate, Some(problem)) {
                Ok(accepted) => listing.radius = Some(accepted),
                Err(reason) => {
                    listing.note = Some(reason);
                    listing.enumeration.certificate = None;
                    listing.enumeration.complete = false;
                }
            }
        }
        Ok(listing)
    }

    /// Whether anything was found.
    pub fn is_empty(&self) -> bool {
        self.enumeration.points.is_empty() && self.enumeration.faces.is_empty()
    }
}

/// A claim of no solution counts only if the checker accepts its proof, from the problem and the proof alone.
fn check(certificate: &Certificate, problem: Option<&dyn LinearProblem>) -> Result<f64, String> {
    let problem = problem.ok_or("the method returned a proof for a nonlinear problem, where none can be checked")?;
    certificate.check(problem).map_err(|error| format!("the proof that there is no solution was rejected: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::posed::Posed;
    use crate::report;
    use stiction_complementarity::solvers::Settings;
    use stiction_complementarity::{Jacobian, Mcp};

    #[test]
    fn a_method_that_panics_is_reported_and_ends_no_other() {
        let function = |_: &[f64], _: &mut [f64]| panic!("the function is broken");
        let jacobian = Jacobian::Dense(Box::new(|_, _| {}));
        let problem = Mcp::new(function, jacobian, vec![0.0], vec![f64::INFINITY]);
        let problem = problem.expect("a problem without faults");
        let methods = vec![Method::Path, Method::FbRlm];
        let mut request = Request {
            title: "broken".to_owned(),
            posed: Posed::Nonlinear { problem, starts: vec![vec![1.0]] },
            methods,
            compare: true,
            settings: Settings::default(),
            prox_scaling: None,
            start: None,
            time_limit: None,
            enumerate: false,
            json: false,
            log: false,
        };
        let runs = request.methods.iter().map(|&method| Run::guarded(&request, method)).collect::<Result<Vec<_>, _>>();
        let runs = runs.unwrap_or_default();
        assert!(runs.len() == 2 && runs.iter().all(|run| run.panicked && !run.solution.is_solved()));
        let table = report::text::answer(&request, &runs, None);
        assert!(table.contains("\npath    panicked"), "{table}");
        assert!(table.contains("\nfb-rlm: stopped early by an internal error: the function is broken ("), "{table}");
        let json = report::json::answer(&request, &runs, None).unwrap_or_default();
        assert_eq!(json.matches("\"outcome\":\"panicked\"").count(), 2, "{json}");
        request.compare = false;
        let text = report::text::answer(&request, &runs[..1], None);
        assert!(
            text.contains("outcome    panicked: ") && text.contains("warning    stopped early by an internal error: "),
            "{text}"
        );
    }
}
