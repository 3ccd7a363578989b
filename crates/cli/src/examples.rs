//! The standard problems as the command line poses them.

use crate::failure::Failure;
use crate::posed::Posed;
use stiction_complementarity::standard::{
    LinearExample, LinearKind, NonlinearExample, linear_examples, nonlinear_examples,
};
use stiction_formats::{LoadedKind, LoadedProblem};

/// A built-in problem.
pub struct Example {
    /// Its name.
    pub name: &'static str,
    /// What it shows, in a few words.
    pub title: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The problem.
    pub posed: Posed,
}

/// Every built-in problem, linear ones first.
pub fn all() -> Vec<Example> {
    let linear = linear_examples().into_iter().map(|LinearExample { name, title, source, problem, .. }| {
        let kind = match problem {
            LinearKind::Lcp(problem) => LoadedKind::Lcp(problem),
            LinearKind::Mixed(problem) => LoadedKind::MixedLcp(problem),
        };
        Example { name, title, source, posed: Posed::Linear(Box::new(LoadedProblem { kind, names: Vec::new() })) }
    });
    let nonlinear =
        nonlinear_examples().into_iter().map(|NonlinearExample { name, title, source, problem, starts, .. }| Example {
            name,
            title,
            source,
            posed: Posed::Nonlinear { problem, starts },
        });
    linear.chain(nonlinear).collect()
}

/// The example of that name.
pub fn find(name: &str) -> Result<Example, Failure> {
    let mut examples = all();
    match examples.iter().position(|example| example.name == name) {
        Some(place) => Ok(examples.swap_remove(place)),
        None => {
            let near = stiction_formats::nearest(name, examples.iter().map(|example| example.name));
            Err(Failure::UnknownExample(name.to_owned(), near))
        }
    }
}
