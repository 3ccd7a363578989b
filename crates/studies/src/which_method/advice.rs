//! The table "which method when".

use super::results::Results;
use crate::number::median;
use crate::table::Table;

/// By family of problems and by method, from what was found alone. A column counts the trials that ended in one way.
pub fn tables(results: &Results<'_>, (column, outcome): (&str, &str)) -> (Table, Table) {
    let mut when = Table::new(&[
        "problems",
        "number",
        "solve all of them",
        "solve at least 90 %, not all",
        "solve less than half",
    ]);
    for (family, problems) in &results.families {
        let names = |fits: &dyn Fn(f64) -> bool| {
            let fitting = results.methods.iter().enumerate().filter(|(place, _)| fits(results.share(problems, *place)));
            let names: Vec<_> = fitting.map(|(_, (name, _))| format!("`{name}`")).collect();
            if names.is_empty() { "–".to_owned() } else { names.join(", ") }
        };
        when.row([
            (*family).to_owned(),
            problems.len().to_string(),
            names(&|share| share >= 1.0),
            names(&|share| (0.9..1.0).contains(&share)),
            names(&|share| share < 0.5),
        ]);
    }
    let mut methods =
        Table::new(&["method", "description", "solved", column, "iterations, median", "factorisations, median"]);
    for (place, (name, description)) in results.methods.iter().enumerate() {
        let settled: Vec<_> = results.trials.iter().map(|row| &row[place]).filter(|trial| trial.settled()).collect();
        let counted = settled.iter().filter(|trial| trial.outcome == outcome).count();
        methods.row([
            format!("`{name}`"),
            (*description).to_owned(),
            format!("{} of {}", settled.len(), results.trials.len()),
            counted.to_string(),
            median(settled.iter().map(|trial| trial.iterations).collect()),
            median(settled.iter().map(|trial| trial.factorizations).collect()),
        ]);
    }
    (when, methods)
}

/// The page of the documentation: tables on contact problems, and those on complementarity problems as text.
pub fn document(problems: usize, when: &Table, methods: &Table, others: usize, complementarity: &str) -> String {
    format!(
        "# Which method when\n\nWritten by `stiction study which-method --out DIR`, as \
         `which-method/for-the-documentation.md`. Every method for contact problems runs on\n{problems} problems from a \
         cold start, to a relative residual of 1e-8 that the problem itself computes. Each solve has a fixed\namount of \
         work. Methods whose names begin with `mlcp` solve the law of a friction pyramid instead of Coulomb's law, and \
         are\njudged by the law of the pyramid.\n\n**Use `auto`.** The tables below compare it with the other \
         methods.\n\n## By kind of problem\n\n{}\n## By method\n\n{}\n## Complementarity problems\n\nThe following \
         tables compare the methods for complementarity problems on the {others} built-in problems, to a \
         scaled\nresidual of 1e-10. A proof that there is no solution counts as solved.\n\n{complementarity}",
        when.markdown(),
        methods.markdown()
    )
}
