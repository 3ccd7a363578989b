//! The table "which method when".

use super::Entry;
use super::family::Family;
use super::trial::Trial;
use crate::findings::Findings;
use crate::table::Table;
use stiction_contact::Method;

/// By family of problems and by method, from what was found alone.
pub fn write(entries: &[Entry], trials: &[Vec<Trial>], findings: &mut Findings) {
    let mut when =
        Table::new(&["problems", "number", "solve all of them", "solve nine in ten", "solve less than half"]);
    for family in Family::ALL {
        let own: Vec<_> =
            entries.iter().zip(trials).filter(|(entry, _)| entry.family == family).map(|(_, row)| row).collect();
        if own.is_empty() {
            continue;
        }
        let share = |place: usize| own.iter().filter(|row| row[place].settled()).count() as f64 / own.len() as f64;
        let names = |fits: &dyn Fn(f64) -> bool| {
            let names: Vec<_> = Method::ALL
                .iter()
                .enumerate()
                .filter(|(place, _)| fits(share(*place)))
                .map(|(_, method)| format!("`{method}`"))
                .collect();
            if names.is_empty() { "–".to_owned() } else { names.join(", ") }
        };
        when.row([
            family.words().to_owned(),
            own.len().to_string(),
            names(&|share| share >= 1.0),
            names(&|share| (0.9..1.0).contains(&share)),
            names(&|share| share < 0.5),
        ]);
    }
    let mut methods = Table::new(&[
        "method",
        "what it is",
        "solves",
        "of the exact cone",
        "iterations, median",
        "factorisations, median",
    ]);
    for (place, method) in Method::ALL.into_iter().enumerate() {
        let settled: Vec<_> = trials.iter().map(|row| &row[place]).filter(|trial| trial.settled()).collect();
        let exact = settled.iter().filter(|trial| trial.outcome == "solved").count();
        let median = |value: &dyn Fn(&Trial) -> usize| {
            let mut values: Vec<_> = settled.iter().map(|trial| value(trial)).collect();
            values.sort_unstable();
            values.get(values.len() / 2).map_or("–".to_owned(), usize::to_string)
        };
        methods.row([
            format!("`{method}`"),
            method.description().to_owned(),
            format!("{} of {}", settled.len(), trials.len()),
            exact.to_string(),
            median(&|trial| trial.iterations),
            median(&|trial| trial.factorizations),
        ]);
    }
    findings.text("for-the-documentation", document(entries.len(), &when, &methods));
    findings.table("when", when);
    findings.table("methods", methods);
}

/// The page of the documentation.
fn document(problems: usize, when: &Table, methods: &Table) -> String {
    format!(
        "# Which method when\n\nWritten by `stiction study which-method --out DIR`, as `which-method/for-the-documentation.md`: every \
         method for contact problems\non {problems} problems, cold start, relative residual of 1e-8 as the problem measures it, a fixed \
         amount of work for each solve.\nMethods whose names begin with `mlcp` solve a pyramid's law instead of Coulomb's and are judged \
         by that.\n\n**Take `auto`.** The rest is for those who want to know what it spares them.\n\n## By kind of problem\n\n{}\n## By \
         method\n\n{}",
        when.markdown(),
        methods.markdown()
    )
}
