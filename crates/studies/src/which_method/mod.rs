//! Every method on every built-in problem and on the recorded ones: what solves what, and at what cost.

mod advice;
mod complementarity;
mod family;
mod pictures;
mod results;
mod trial;
mod work_limit;

use crate::csv::Csv;
use crate::findings::Findings;
use crate::host::advance;
use crate::recorded::RECORDED;
use crate::{Check, Host, Size, StudyError};
use family::Family;
use results::Results;
use stiction_contact::standard::{self, Velocities};
use stiction_contact::{ContactProblem, Method};
use trial::Trial;

/// The largest relative residual that counts as solved.
const TOLERANCE: f64 = 1e-8;

/// A problem and where it belongs.
struct Entry {
    name: String,
    family: Family,
    problem: ContactProblem,
    /// Velocities that all solutions leave, where that is known.
    velocities: Option<Vec<f64>>,
}

fn entries(size: Size) -> Result<Vec<Entry>, StudyError> {
    let mut entries = Vec::new();
    for sample in standard::all() {
        let unique = sample.known.uniqueness == Velocities::Unique;
        let known = sample.known.solutions.first().filter(|_| unique);
        let velocities = known.map(|impulses| sample.problem.velocity(impulses));
        entries.push(Entry {
            family: Family::of_sample(&sample.name),
            name: sample.name,
            problem: sample.problem,
            velocities,
        });
    }
    for recorded in RECORDED {
        let family = Family::of_file(recorded.name);
        entries.push(Entry { name: recorded.name.to_owned(), family, problem: recorded.pose()?, velocities: None });
    }
    if size == Size::Small {
        let mut place = 0;
        entries.retain(|entry| {
            place += 1;
            place % 5 == 0 && entry.problem.order() <= 60
        });
    }
    Ok(entries)
}

/// Runs the study.
pub fn run(size: Size, host: &mut dyn Host) -> Result<Findings, StudyError> {
    let mut findings = Findings::default();
    let (others, complementarity) = complementarity::run(host, &mut findings)?;
    let entries = entries(size)?;
    let mut trials: Vec<Vec<Trial>> = Vec::new();
    let mut csv = Csv::new(&[
        "problem",
        "family",
        "contacts",
        "rows",
        "method",
        "outcome",
        "relative_residual",
        "iterations",
        "factorizations",
        "pivots",
    ]);
    let mut timings = Csv::new(&["problem", "method", "seconds"]);
    let (mut false_claims, mut off) = (0, 0.0_f64);
    for (place, entry) in entries.iter().enumerate() {
        advance(host, 0.05 + 0.95 * place as f64 / entries.len() as f64, &format!("all methods on {}", entry.name))?;
        let contacts = entry.problem.laws().iter().filter(|law| law.has_normal()).count();
        let mut row = Vec::new();
        for method in Method::ALL {
            let trial = Trial::run(method, &entry.problem, host);
            // The judge's word counts, not the solver's.
            let residual = entry.problem.residual(&trial.answer).relative;
            false_claims += usize::from(trial.outcome == "solved" && (residual.is_nan() || residual > TOLERANCE));
            if let (Some(known), "solved") = (&entry.velocities, trial.outcome) {
                let scale = entry.problem.velocity_scale();
                let velocities = entry.problem.velocity(&trial.answer);
                off = velocities.iter().zip(known).map(|(a, b)| (a - b).abs() / scale).fold(off, f64::max);
            }
            csv.cells(&[
                entry.name.clone(),
                entry.family.words().to_owned(),
                contacts.to_string(),
                entry.problem.order().to_string(),
                method.name().to_owned(),
                trial.outcome.to_owned(),
                format!("{:e}", trial.relative),
                trial.iterations.to_string(),
                trial.factorizations.to_string(),
                trial.pivots.to_string(),
            ]);
            timings.cells(&[entry.name.clone(), method.name().to_owned(), format!("{:?}", trial.seconds)]);
            row.push(trial);
        }
        trials.push(row);
    }
    findings.data("results", csv);
    findings.data("timings", timings);
    findings.value("problems", entries.len().to_string());
    findings.value("number of methods", Method::ALL.len().to_string());
    let by_auto = trials.iter().filter(|row| row[0].settled()).count();
    findings.check(Check::count("problems that auto solves", entries.len(), by_auto));
    findings.check(Check::count(
        "reported solutions whose residual, computed by the problem, is too large",
        0,
        false_claims,
    ));
    findings.check(Check::at_most(
        "problems with known velocities: largest relative difference of a solution",
        1e-5,
        off,
    ));
    let families = Family::ALL.into_iter().map(|family| {
        let own = entries.iter().enumerate().filter(|(_, entry)| entry.family == family);
        (family.words(), own.map(|(place, _)| place).collect::<Vec<_>>())
    });
    let results = Results {
        methods: Method::ALL.iter().map(|method| (method.name(), method.description())).collect(),
        trials: &trials,
        families: families.filter(|(_, own)| !own.is_empty()).collect(),
        remark: format!(
            "{} contact problems, relative residual of at most 1e-8; mlcp: residual of the pyramid's law",
            entries.len()
        ),
    };
    pictures::draw(&results, "", &mut findings)?;
    let (when, methods) = advice::tables(&results, ("solved with the exact cone", "solved"));
    let document = advice::document(entries.len(), &when, &methods, others, &complementarity);
    findings.text("for-the-documentation", document);
    findings.table("when", when);
    findings.table("methods", methods);
    Ok(findings)
}
