//! `stiction compare`: many problems, several methods.

mod job;
mod plan;
mod profile;
mod progress;
mod results;
mod row;
mod settings;

pub use profile::{Cost, profile};
pub use row::Row;

use crate::arguments::CompareArguments;
use crate::failure::Failure;
use crate::figure;
use crate::interrupt::{self, Listening};
use crate::{output, report};
use job::Report;
use plan::Plan;
use progress::Progress;
use results::Results;
use settings::CompareSettings;
use std::process::ExitCode;
use stiction_contact::Method;
use stiction_formats::write_text;

/// All there is to say at the end.
pub struct Comparison {
    /// What was asked for.
    pub settings: CompareSettings,
    /// The methods, in the order of the registry.
    pub methods: Vec<Method>,
    /// By problem, then by method.
    pub rows: Vec<Row>,
    /// Files that are no contact problems, and why.
    pub skipped: Vec<(String, String)>,
    /// Rows that were there before.
    pub kept: usize,
}

impl Comparison {
    /// The rows of one problem after the other.
    pub fn problems(&self) -> impl Iterator<Item = &[Row]> {
        self.rows.chunk_by(|a, b| a.file == b.file)
    }
}

/// `stiction compare`.
pub fn compare(arguments: &CompareArguments) -> Result<ExitCode, Failure> {
    let settings = CompareSettings::new(arguments);
    settings.solver().check().map_err(Failure::ContactSettings)?;
    let methods = methods(arguments);
    let mut plan = Plan::new(&arguments.paths, &arguments.output)?;
    if plan.is_empty() {
        return Err(Failure::Request(nowhere(arguments)));
    }
    let mut results = Results::open(&arguments.output, &settings, arguments.restart, &plan)?;
    let kept = plan.leave_out_done(&results, &methods);
    interrupt::install();
    let listening = Listening::start();
    let mut progress = Progress::new(plan.pending());
    let mut skipped = plan.take_unreadable();
    job::run(&plan, &settings, usize::from(arguments.jobs), &mut |report| {
        progress.show(&report);
        match report {
            Report::Solved(row) => results.add(row),
            Report::Skipped { file, reason, .. } => {
                skipped.push((file, reason));
                Ok(())
            }
            Report::Waiting => Ok(()),
        }
    })?;
    progress.end();
    drop(listening);
    let order = plan.order();
    skipped.sort_by_key(|(file, _)| order.get(file).copied());
    let mut rows = results.finish(&order)?;
    rows.retain(|row| order.contains_key(&row.file) && methods.contains(&row.method));
    if interrupt::requested() {
        let (done, all) = (rows.len(), plan.files() * methods.len());
        output::error(&format!(
            "stopped by Ctrl-C: {done} of at most {all} results are in {}; the same command continues from there\n",
            arguments.output.display()
        ));
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    let comparison = Comparison { settings, methods, rows, skipped, kept };
    if comparison.rows.is_empty() {
        return Err(Failure::Request(report::compare::nothing(&comparison)));
    }
    for (name, cost) in [("profile.svg", Cost::Time), ("profile-factorizations.svg", Cost::Factorizations)] {
        write_text(&arguments.output.join(name), &figure::performance_profile(&comparison, cost))?;
    }
    output::answer(&report::compare::answer(&comparison, &arguments.output))?;
    Ok(ExitCode::SUCCESS)
}

/// Said before anything is made for results that there are none of.
fn nowhere(arguments: &CompareArguments) -> String {
    let paths: Vec<_> = arguments.paths.iter().map(|path| path.display().to_string()).collect();
    format!("{}: expected files that end in .hdf5, .h5 or .json, found none", paths.join(", "))
}

/// Those asked for, each once and in the order of the registry; or all on the exact cone.
fn methods(arguments: &CompareArguments) -> Vec<Method> {
    let asked = |method: &Method| match arguments.methods.as_slice() {
        [] => !method.is_pyramid(),
        methods => methods.contains(method),
    };
    Method::ALL.into_iter().filter(asked).collect()
}
