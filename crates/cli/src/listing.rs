//! `stiction methods` and `stiction examples`.

use crate::examples;
use crate::failure::Failure;
use crate::output;
use crate::posed::Posed;
use std::process::ExitCode;
use stiction_complementarity::Method;
use stiction_formats::{LoadedKind, ProblemFile};

/// The registry, one line on each method.
pub fn methods() -> Result<ExitCode, Failure> {
    let mut text = String::new();
    for method in Method::ALL {
        let problems = if method.is_nonlinear() { "linear, nonlinear" } else { "linear" };
        text.push_str(&format!("{:<15} {problems:<18} {}\n", method.name(), method.description()));
    }
    output::answer(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The built-in problems, one line on each; or one of them as a problem file.
pub fn examples(name: Option<&str>) -> Result<ExitCode, Failure> {
    let text = match name {
        Some(name) => problem_file(name)?,
        None => list(),
    };
    output::answer(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn list() -> String {
    let examples = examples::all();
    let width = examples.iter().map(|example| example.name.len()).max().unwrap_or(0);
    let lines = examples.iter().map(|example| {
        let kind = match &example.posed {
            Posed::Linear(loaded) if matches!(loaded.kind, LoadedKind::Lcp(_)) => "lcp",
            Posed::Linear(_) => "mlcp",
            Posed::Nonlinear { .. } => "mcp",
        };
        let rows = example.posed.problem().dimension();
        format!(
            "{:<width$}  {kind:<4} {rows:>4}  {}\n{:width$}              {}\n",
            example.name, example.title, "", example.source
        )
    });
    lines.collect()
}

fn problem_file(name: &str) -> Result<String, Failure> {
    match examples::find(name)?.posed {
        Posed::Linear(loaded) => {
            let file = match &loaded.kind {
                LoadedKind::Lcp(problem) => ProblemFile::from(problem),
                LoadedKind::MixedLcp(problem) => ProblemFile::from(problem),
            };
            Ok(file.with_names(loaded.names).to_json())
        }
        Posed::Nonlinear { .. } => Err(Failure::NoFileForm(name.to_owned())),
    }
}
