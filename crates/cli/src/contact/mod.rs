//! Contact problems: what was asked → runs, each judged by the problem.

mod listing;
mod mode;
mod proof;
mod request;
mod run;

pub use listing::ContactListing;
pub use mode::mode;
pub use request::ContactRequest;
pub use run::ContactRun;

use crate::arguments::SolveArguments;
use crate::failure::Failure;
use crate::interrupt::{self, Listening};
use crate::watch::Stop;
use crate::{output, report};
use std::process::ExitCode;
use stiction_contact::ContactProblem;

/// `stiction solve` on a contact problem.
pub fn solve(arguments: &SolveArguments, title: String, problem: ContactProblem) -> Result<ExitCode, Failure> {
    let request = ContactRequest::resolve(arguments, title, problem)?;
    interrupt::install();
    let mut runs = Vec::new();
    for &method in &request.methods {
        let listening = Listening::start();
        let start = request.start.as_deref();
        let run = ContactRun::new(&request.problem, method, &request.settings, start, request.time_limit, request.log);
        drop(listening);
        let stopped = run.stop == Some(Stop::User);
        runs.push(run);
        if stopped {
            break;
        }
    }
    let listing = if request.enumerate { Some(ContactListing::new(&request)?) } else { None };
    output::answer(&if request.json {
        report::contact::json(&request, &runs, listing.as_ref())?
    } else {
        report::contact::text(&request, &runs, listing.as_ref())
    })?;
    let solved = match &listing {
        Some(listing) => !listing.enumeration.solutions.is_empty(),
        None => runs.iter().any(|run| run.solution.is_solved()),
    };
    Ok(if solved { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
