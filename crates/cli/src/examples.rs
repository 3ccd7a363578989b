//! The standard problems as the command line poses them.

use crate::failure::Failure;
use crate::posed::Posed;
use crate::posing::AnyPosed;
use stiction_complementarity::standard::{
    LinearExample, LinearKind, NonlinearExample, linear_examples, nonlinear_examples,
};
use stiction_contact::standard::{self, Sample};
use stiction_formats::{LoadedKind, LoadedProblem};

/// A built-in problem.
pub struct Example {
    /// Its name.
    pub name: String,
    /// What it shows, in a few words.
    pub title: String,
    /// Where it comes from; empty where nothing is to be said.
    pub source: String,
    /// The problem.
    pub posed: AnyPosed,
}

impl Example {
    fn new(name: &str, title: &str, source: &str, posed: AnyPosed) -> Self {
        Self { name: name.to_owned(), title: title.to_owned(), source: source.to_owned(), posed }
    }
}

/// Every built-in problem: linear ones first, then nonlinear ones, then those of contact.
pub fn all() -> Vec<Example> {
    let linear = linear_examples().into_iter().map(|LinearExample { name, title, source, problem, .. }| {
        let kind = match problem {
            LinearKind::Lcp(problem) => LoadedKind::Lcp(problem),
            LinearKind::Mixed(problem) => LoadedKind::MixedLcp(problem),
        };
        let posed = Posed::Linear(Box::new(LoadedProblem { kind, names: Vec::new() }));
        Example::new(name, title, source, AnyPosed::Complementarity(posed))
    });
    let nonlinear = nonlinear_examples().into_iter().map(|example| {
        let NonlinearExample { name, title, source, problem, starts, .. } = example;
        Example::new(name, title, source, AnyPosed::Complementarity(Posed::Nonlinear { problem, starts }))
    });
    linear.chain(nonlinear).chain(contact()).collect()
}

/// The built-in problems of contact.
fn contact() -> Vec<Example> {
    let example =
        |sample: Sample| Example::new(&sample.name, sample.title, "", AnyPosed::Contact(Box::new(sample.problem)));
    standard::all().into_iter().map(example).collect()
}

/// The example of that name, which an argument asks for.
pub fn find(argument: &'static str, name: &str) -> Result<Example, Failure> {
    let mut examples = all();
    match examples.iter().position(|example| example.name == name) {
        Some(place) => Ok(examples.swap_remove(place)),
        None => {
            let near = stiction_formats::nearest(name, examples.iter().map(|example| example.name.as_str()));
            Err(Failure::UnknownExample(argument, name.to_owned(), near.map(str::to_owned)))
        }
    }
}
