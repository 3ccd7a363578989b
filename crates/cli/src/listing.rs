//! `stiction methods` and `stiction examples`.

use crate::examples;
use crate::failure::Failure;
use crate::output;
use crate::posed::Posed;
use crate::posing::AnyPosed;
use crate::report::paragraph;
use std::process::ExitCode;
use stiction_complementarity::Method;
use stiction_complementarity::solvers::LevenbergMarquardtOptions;
use stiction_contact::Method as ContactMethod;
use stiction_formats::{ContactFile, LoadedKind, ProblemFile};

/// Both registries, one line on each method, and the parameters that have names.
pub fn methods() -> Result<ExitCode, Failure> {
    let mut text = String::from("Methods for complementarity problems\n");
    for method in Method::ALL {
        let problems = if method.is_nonlinear() { "linear, nonlinear" } else { "linear" };
        text.push_str(&paragraph(&format!("  {:<15}  {problems:<17}  ", method.name()), method.description()));
    }
    text.push_str("\nMethods for contact problems\n");
    for method in ContactMethod::ALL {
        let law = if method.is_pyramid() { "pyramid" } else { "exact cone" };
        text.push_str(&paragraph(&format!("  {:<15}  {law:<17}  ", method.name()), method.description()));
    }
    text.push_str("\nParameters of the methods with rlm or plm in their name (--levenberg-marquardt NAME=VALUE)\n");
    for parameter in LevenbergMarquardtOptions::PARAMETERS {
        text.push_str(&paragraph(&format!("  {:<19}  ", parameter.name), parameter.description));
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
        let (kind, rows) = match &example.posed {
            AnyPosed::Contact(problem) => ("contact", problem.order()),
            AnyPosed::Complementarity(posed) => (kind(posed), posed.problem().dimension()),
        };
        let mut line = paragraph(&format!("{:<width$}  {kind:<7} {rows:>4}  ", example.name), &example.title);
        if !example.source.is_empty() {
            line.push_str(&paragraph(&format!("{:width$}                 ", ""), &example.source));
        }
        line
    });
    lines.collect()
}

fn kind(posed: &Posed) -> &'static str {
    match posed {
        Posed::Linear(loaded) if matches!(loaded.kind, LoadedKind::Lcp(_)) => "lcp",
        Posed::Linear(_) => "mlcp",
        Posed::Nonlinear { .. } => "mcp",
    }
}

fn problem_file(name: &str) -> Result<String, Failure> {
    match examples::find("NAME", name)?.posed {
        AnyPosed::Contact(problem) => Ok(ContactFile::from(&*problem).to_json()),
        AnyPosed::Complementarity(Posed::Linear(loaded)) => {
            let file = match &loaded.kind {
                LoadedKind::Lcp(problem) => ProblemFile::from(problem),
                LoadedKind::MixedLcp(problem) => ProblemFile::from(problem),
            };
            Ok(file.with_names(loaded.names).to_json())
        }
        AnyPosed::Complementarity(Posed::Nonlinear { .. }) => Err(Failure::NoFileForm(name.to_owned())),
    }
}
