//! Contact problems: what was asked → runs, each judged by the problem.

mod idle;
mod listing;
mod request;
mod run;

pub use listing::ContactListing;
pub use request::ContactRequest;
pub use run::ContactRun;

use crate::arguments::SolveArguments;
use crate::failure::Failure;
use crate::interrupt::{self, Listening};
use crate::watch::Stop;
use crate::{output, report};
use std::process::ExitCode;
use stiction_contact::ContactProblem;

/// What counts as at rest, and as dependent, when impulses that move nothing are counted: well above any residual.
const AT_REST: f64 = 1e-6;

/// `stiction solve` on a contact problem.
pub fn solve(arguments: &SolveArguments, title: String, problem: ContactProblem) -> Result<ExitCode, Failure> {
    let request = ContactRequest::resolve(arguments, title, problem)?;
    for note in idle::idle_options(arguments, &request.methods, &request.problem) {
        output::error(&format!("warning: {note}\n"));
    }
    interrupt::install();
    let mut runs = Vec::new();
    for &method in &request.methods {
        let listening = Listening::start();
        let start = request.start.as_deref();
        let mut run =
            ContactRun::guarded(&request.problem, method, &request.settings, start, request.time_limit, request.log);
        drop(listening);
        let stopped = run.stop == Some(Stop::User);
        if request.null_space && run.solution.is_solved() {
            run.null_space = Some(request.problem.impulse_null_space(&run.solution.impulses, AT_REST));
        }
        runs.push(run);
        if stopped {
            break;
        }
    }
    let stopped = runs.last().is_some_and(|run| run.stop == Some(Stop::User));
    let listing = if request.enumerate && !stopped { Some(ContactListing::new(&request)?) } else { None };
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
