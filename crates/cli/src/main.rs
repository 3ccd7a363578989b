//! The command line: what was typed → what it means → run → report.
#![warn(missing_docs)]

mod arguments;
mod check;
mod compare;
mod contact;
mod convert;
mod evaluation;
mod examples;
mod export;
mod failure;
mod figure;
mod guard;
mod inspect;
mod inspection;
mod interrupt;
mod listing;
mod model;
mod output;
mod posed;
mod posing;
mod report;
mod request;
mod run;
mod same_file;
mod scenes;
mod simulate;
mod solve;
mod study;
mod view;
mod watch;

use arguments::{Arguments, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        Command::Solve(arguments) => solve::solve(&arguments),
        Command::Run(arguments) => simulate::run(&arguments),
        Command::Resume(arguments) => simulate::resume(&arguments),
        Command::View(arguments) => view::view(&arguments),
        Command::Inspect(arguments) => inspect::inspect(&arguments),
        Command::Export(arguments) => export::export(&arguments),
        Command::Bench(arguments) => simulate::bench(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Convert(arguments) => convert::convert(&arguments),
        Command::Model(arguments) => model::model(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Scenes { name } => scenes::scenes(name.as_deref()),
        Command::Study(arguments) => study::study(&arguments),
        Command::Methods => listing::methods(),
        Command::Examples { name } => listing::examples(name.as_deref()),
    };
    match done {
        Ok(code) => code,
        Err(failure) => {
            output::error(&format!("error: {failure}\n"));
            ExitCode::from(Failure::EXIT_CODE)
        }
    }
}
