//! The methods for complementarity problems, on every built-in one.

use super::results::Results;
use super::trial::Trial;
use super::{advice, pictures};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::host::advance;
use crate::{Check, Host, StudyError};
use stiction_complementarity::solvers::Settings;
use stiction_complementarity::standard::{Known, LinearKind, linear_examples, nonlinear_examples};
use stiction_complementarity::{LinearProblem, Mcp, Method, Outcome, Problem, Solution};

/// The largest scaled residual that counts as solved.
const TOLERANCE: f64 = 1e-10;

enum Posed {
    Linear(LinearKind),
    Nonlinear(Mcp, Vec<f64>),
}

struct Entry {
    name: &'static str,
    posed: Posed,
    known: Known,
}

impl Entry {
    fn all() -> Vec<Self> {
        let linear = linear_examples().into_iter().map(|example| Self {
            name: example.name,
            posed: Posed::Linear(example.problem),
            known: example.known,
        });
        let nonlinear = nonlinear_examples().into_iter().map(|example| Self {
            name: example.name,
            posed: Posed::Nonlinear(example.problem, example.starts.into_iter().next().unwrap_or_default()),
            known: example.known,
        });
        linear.chain(nonlinear).collect()
    }

    fn family(&self) -> &'static str {
        match (&self.posed, &self.known) {
            (Posed::Nonlinear(..), _) => "nonlinear",
            (_, Known::NoSolution) => "linear, no solution",
            (_, Known::Solutions(all)) if all.len() == 1 => "linear, one solution",
            _ => "linear, several or infinitely many solutions",
        }
    }

    fn as_problem(&self) -> &dyn Problem {
        match &self.posed {
            Posed::Linear(LinearKind::Lcp(problem)) => problem,
            Posed::Linear(LinearKind::Mixed(problem)) => problem,
            Posed::Nonlinear(problem, _) => problem,
        }
    }

    fn as_linear(&self) -> Option<&dyn LinearProblem> {
        match &self.posed {
            Posed::Linear(problem) => Some(problem.as_linear()),
            Posed::Nonlinear(..) => None,
        }
    }

    /// What a method makes of it, if it takes such problems.
    fn solve(&self, method: Method) -> Option<Solution> {
        let settings = Settings { tolerance: TOLERANCE, ..Settings::default() };
        match &self.posed {
            Posed::Linear(problem) => Some(method.linear_solver(&settings).solve(problem.as_linear(), None, &mut ())),
            Posed::Nonlinear(problem, start) => {
                Some(method.nonlinear_solver(&settings)?.solve(problem, Some(start), &mut ()))
            }
        }
    }

    /// Whether a claim contradicts what is known of the problem.
    fn is_contradicted_by(&self, solution: &Solution) -> bool {
        match &solution.outcome {
            Outcome::Solved => {
                let fits = self.as_problem().residual(&solution.z).scaled.natural <= TOLERANCE;
                let listed = match &self.known {
                    // All are known: it must be one of them.
                    Known::Solutions(all) => all.iter().any(|known| is_near(known, &solution.z)),
                    Known::NoSolution => false,
                    _ => true,
                };
                !(fits && listed)
            }
            Outcome::NoSolution(certificate) => {
                let holds = self.as_linear().is_some_and(|problem| certificate.check(problem).is_ok());
                !(holds && self.known == Known::NoSolution)
            }
            _ => false,
        }
    }
}

/// A small residual bounds the distance from a solution by the condition of the problem, hence not to all digits.
fn is_near(known: &[f64], z: &[f64]) -> bool {
    let size = known.iter().fold(1.0_f64, |size, value| size.max(value.abs()));
    known.iter().zip(z).all(|(a, b)| (a - b).abs() <= 1e-4 * size)
}

/// Runs it; gives the number of problems, and its tables for the documentation.
pub fn run(host: &mut dyn Host, findings: &mut Findings) -> Result<(usize, String), StudyError> {
    let entries = Entry::all();
    let mut csv = Csv::new(&[
        "problem",
        "family",
        "rows",
        "method",
        "outcome",
        "scaled_residual",
        "iterations",
        "factorizations",
        "pivots",
    ]);
    let mut timings = Csv::new(&["problem", "method", "seconds"]);
    let mut trials = Vec::new();
    let mut wrong = 0;
    advance(host, 0.0, "all methods on complementarity problems")?;
    for entry in &entries {
        let mut row = Vec::new();
        for method in Method::ALL {
            let began = host.seconds();
            let solution = entry.solve(method);
            let seconds = host.seconds() - began;
            wrong += usize::from(solution.as_ref().is_some_and(|solution| entry.is_contradicted_by(solution)));
            let trial = Trial::of_solution(solution, seconds);
            csv.cells(&[
                entry.name.to_owned(),
                entry.family().to_owned(),
                entry.as_problem().dimension().to_string(),
                method.name().to_owned(),
                trial.outcome.to_owned(),
                format!("{:e}", trial.relative),
                trial.iterations.to_string(),
                trial.factorizations.to_string(),
                trial.pivots.to_string(),
            ]);
            timings.cells(&[entry.name.to_owned(), method.name().to_owned(), format!("{:?}", trial.seconds)]);
            row.push(trial);
        }
        trials.push(row);
    }
    findings.data("complementarity", csv);
    findings.data("timings-complementarity", timings);
    findings.value("complementarity problems", entries.len().to_string());
    let by_auto = trials.iter().filter(|row| row[0].settled()).count();
    findings.check(Check::count(
        "complementarity problems that auto solves or proves to have no solution",
        entries.len(),
        by_auto,
    ));
    findings.check(Check::count(
        "complementarity problems: reported solutions and proofs that contradict the known solutions",
        0,
        wrong,
    ));
    let mut families: Vec<(&str, Vec<usize>)> = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        match families.iter_mut().find(|(name, _)| *name == entry.family()) {
            Some((_, places)) => places.push(place),
            None => families.push((entry.family(), vec![place])),
        }
    }
    let results = Results {
        methods: Method::ALL.iter().map(|method| (method.name(), method.description())).collect(),
        trials: &trials,
        families,
        remark: format!("{} complementarity problems, scaled residual of at most 1e-10, or a proof", entries.len()),
    };
    pictures::draw(&results, "complementarity-", findings)?;
    let (when, methods) = advice::tables(&results, ("by a proof of no solution", "no-solution"));
    let text = format!("{}\n{}", when.markdown(), methods.markdown());
    findings.table("complementarity when", when);
    findings.table("complementarity methods", methods);
    Ok((entries.len(), text))
}
