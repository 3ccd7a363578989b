//! Files and examples → problems.

use crate::arguments::SolveArguments;
use crate::examples;
use crate::failure::Failure;
use crate::posed::Posed;
use std::path::Path;
use stiction_contact::{ContactError, ContactProblem};
use stiction_formats::{AnyProblem, read_any_problem};

/// A problem of either kind: each has its own methods, settings and report.
pub enum AnyPosed {
    /// Solved by the methods of the complementarity room.
    Complementarity(Posed),
    /// Solved by those of the contact room.
    Contact(Box<ContactProblem>),
}

/// The problem that a solve is asked for, and its title.
pub fn pose(arguments: &SolveArguments) -> Result<(String, AnyPosed), Failure> {
    match (&arguments.file, &arguments.example) {
        (_, Some(name)) => {
            let example = examples::find("--example", name)?;
            Ok((format!("{name} ({})", example.title), example.posed))
        }
        // The argument parser asks for one of the two.
        (file, None) => read(file.as_deref().unwrap_or(Path::new(""))),
    }
}

fn read(path: &Path) -> Result<(String, AnyPosed), Failure> {
    let title = path.display().to_string();
    let contact = |posed: Result<ContactProblem, ContactError>| match posed {
        Ok(problem) => Ok(AnyPosed::Contact(Box::new(problem))),
        Err(error) => Err(Failure::Contact(title.clone(), error)),
    };
    let posed = match read_any_problem(path)? {
        AnyProblem::Linear(loaded) => AnyPosed::Complementarity(Posed::Linear(Box::new(loaded))),
        AnyProblem::Contact(loaded) => contact(loaded.pose())?,
        AnyProblem::Fclib(file) => contact(file.pose())?,
    };
    Ok((title, posed))
}
