use crate::number::short;
use crate::table::Table;
use crate::{Host, StudyError};
use std::ops::ControlFlow;
use std::path::Path;
use stiction_complementarity::solvers::Settings as LinearSettings;
use stiction_complementarity::{Effort, Iteration, LinearProblem, Method as LinearMethod, Observer};
use stiction_contact::{ContactProblem, Method, Settings};
use stiction_formats::{AnyProblem, LoadedKind, ProblemRunFile, read_any_problem};

/// A number or a word about a solve.
pub enum Value {
    Number(f64),
    Word(String),
}

/// What one method came to.
struct Answer {
    method: String,
    outcome: &'static str,
    residual: f64,
    effort: Effort,
    point: Vec<f64>,
}

/// A problem, solved by several methods.
pub struct Solved {
    /// Of the problem.
    pub name: String,
    answers: Vec<Answer>,
}

impl Solved {
    /// Solves a problem of the folder.
    pub fn new(file: &ProblemRunFile, folder: &Path, host: &mut dyn Host) -> Result<Self, StudyError> {
        let fault = |what: String| StudyError::Broken(format!("problem '{}': {what}", file.name));
        let read = read_any_problem(&folder.join(&file.problem)).map_err(|error| fault(error.to_string()))?;
        let contact = match &read {
            AnyProblem::Linear(_) => None,
            AnyProblem::Contact(loaded) => Some(loaded.pose().map_err(|error| fault(error.to_string()))?),
            AnyProblem::Fclib(file) => Some(file.pose().map_err(|error| fault(error.to_string()))?),
        };
        let mut watch = Stopping { host };
        let mut answer = |method: &String| match (&read, &contact) {
            (AnyProblem::Linear(loaded), _) => {
                let problem: &dyn LinearProblem = match &loaded.kind {
                    LoadedKind::Lcp(problem) => problem,
                    LoadedKind::MixedLcp(problem) => problem,
                };
                linear(method, problem, file.tolerance, &mut watch)
            }
            (_, Some(problem)) => on_contacts(method, problem, file.tolerance, &mut watch),
            _ => Err("a problem of no kind".to_owned()),
        };
        let answers = file.methods.iter().map(&mut answer).collect::<Result<_, _>>().map_err(fault)?;
        if watch.stops() {
            return Err(StudyError::Interrupted);
        }
        Ok(Self { name: file.name.clone(), answers })
    }

    /// Every method and what it came to.
    pub fn table(&self) -> Table {
        let mut table = Table::new(&["method", "outcome", "residual", "iterations", "factorisations", "pivots"]);
        for Answer { method, outcome, residual, effort, .. } in &self.answers {
            let counts = [effort.iterations, effort.factorizations, effort.pivots].map(|count| count.to_string());
            let cells = [method.clone(), (*outcome).to_owned(), short(*residual)];
            table.row(cells.into_iter().chain(counts));
        }
        table
    }

    /// A number or word about the answer of a method.
    pub fn value(&self, method: &str, value: &str) -> Result<Value, StudyError> {
        let fault = |what: String| StudyError::Broken(format!("problem '{}': {what}", self.name));
        let found = self.answers.iter().find(|answer| answer.method == method);
        let answer = found.ok_or_else(|| fault(format!("method '{method}' is not among its methods")))?;
        let count = |count: usize| Ok(Value::Number(count as f64));
        match value {
            "outcome" => Ok(Value::Word(answer.outcome.to_owned())),
            "residual" => Ok(Value::Number(answer.residual)),
            "iterations" => count(answer.effort.iterations),
            "factorizations" => count(answer.effort.factorizations),
            "pivots" => count(answer.effort.pivots),
            _ => {
                let place = value.strip_prefix("x[").and_then(|rest| rest.strip_suffix(']')?.parse::<usize>().ok());
                let unknown =
                    "expected outcome, residual, iterations, factorizations, pivots or an unknown such as x[0]";
                let number = place.and_then(|place| answer.point.get(place));
                number.map(|number| Value::Number(*number)).ok_or_else(|| fault(format!("{unknown}, found '{value}'")))
            }
        }
    }
}

/// Ends a solve where the host wants the study to stop.
struct Stopping<'a> {
    host: &'a mut dyn Host,
}

impl Observer for Stopping<'_> {
    fn iteration(&mut self, _: &Iteration<'_>) -> ControlFlow<()> {
        if self.host.stops() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn stops(&mut self) -> bool {
        self.host.stops()
    }
}

fn linear(
    method: &str,
    problem: &dyn LinearProblem,
    tolerance: Option<f64>,
    watch: &mut dyn Observer,
) -> Result<Answer, String> {
    let usual = LinearSettings::default();
    let settings = LinearSettings { tolerance: tolerance.unwrap_or(usual.tolerance), ..usual };
    let known: LinearMethod =
        method.parse().map_err(|error: stiction_complementarity::UnknownMethod| error.to_string())?;
    let solution = known.linear_solver(&settings).solve(problem, None, watch);
    Ok(Answer {
        method: method.to_owned(),
        outcome: solution.outcome.name(),
        residual: solution.residual.scaled.natural,
        effort: solution.effort,
        point: solution.z,
    })
}

fn on_contacts(
    method: &str,
    problem: &ContactProblem,
    tolerance: Option<f64>,
    watch: &mut dyn Observer,
) -> Result<Answer, String> {
    let usual = Settings::default();
    let settings = Settings { tolerance: tolerance.unwrap_or(usual.tolerance), ..usual };
    settings.check().map_err(|error| error.to_string())?;
    let known: Method = method.parse().map_err(|error: stiction_contact::UnknownMethod| error.to_string())?;
    let solution = known.solve(problem, &settings, None, watch);
    Ok(Answer {
        method: method.to_owned(),
        outcome: solution.outcome.name(),
        residual: solution.residual.relative,
        effort: solution.effort,
        point: solution.impulses,
    })
}
