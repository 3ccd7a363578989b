use crate::failure::Failure;
use crate::interrupt::Listening;
use crate::request::Request;
use crate::watch::{Stop, Watch};
use std::time::{Duration, Instant};
use stiction_complementarity::solvers::{Enumeration, EnumerationError, enumerate};
use stiction_complementarity::{Certificate, LinearProblem, Method, Outcome, Solution};

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
    /// What a reader should know besides.
    pub note: Option<String>,
}

impl Run {
    /// Runs one method.
    pub fn new(request: &Request, method: Method) -> Result<Self, Failure> {
        let start = request.start.as_deref();
        let began = Instant::now();
        let deadline = request.time_limit.and_then(|limit| began.checked_add(limit));
        let row_name = |row| request.posed.row_name(row);
        let mut watch = Watch::new(&row_name, request.log, deadline);
        let listening = Listening::start();
        let mut solution = match request.posed.linear() {
            Some(problem) => method.linear_solver(&request.settings).solve(problem, start, &mut watch),
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
        Ok(Self { method, solution, wall, radius, stop, note })
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
    let problem = problem.ok_or("a proof was given for a nonlinear problem, which none can be checked for")?;
    certificate.check(problem).map_err(|error| format!("the proof that there is no solution was rejected: {error}"))
}
