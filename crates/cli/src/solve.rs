use crate::arguments::SolveArguments;
use crate::failure::Failure;
use crate::posed::Posed;
use crate::posing::{AnyPosed, pose};
use crate::request::Request;
use crate::run::{Listing, Run};
use crate::watch::Stop;
use crate::{contact, interrupt, output, report};
use std::process::ExitCode;
use stiction_complementarity::Method;

/// `stiction solve`.
pub fn solve(arguments: &SolveArguments) -> Result<ExitCode, Failure> {
    match pose(arguments)? {
        (title, AnyPosed::Complementarity(posed)) => complementarity(arguments, title, posed),
        (title, AnyPosed::Contact(problem)) => contact::solve(arguments, title, *problem),
    }
}

fn complementarity(arguments: &SolveArguments, title: String, posed: Posed) -> Result<ExitCode, Failure> {
    let request = Request::resolve(arguments, title, posed)?;
    if arguments.contact.prox_scaling.is_some() && !request.methods.contains(&Method::Prox) {
        output::error("warning: --prox-scaling has no effect here: it is for prox\n");
    }
    let is_levenberg_marquardt = |method: &Method| matches!(method, Method::FbRlm | Method::FbPlm);
    if !arguments.levenberg_marquardt.is_empty() && !request.methods.iter().any(is_levenberg_marquardt) {
        output::error("warning: --levenberg-marquardt has no effect here: it is for fb-rlm and fb-plm\n");
    }
    if request.methods.is_empty() {
        let options = [
            ("--tolerance", arguments.tolerance.is_some()),
            ("--max-iterations", arguments.max_iterations.is_some()),
            ("--start", arguments.start.is_some()),
        ];
        for (option, _) in options.iter().filter(|option| option.1) {
            let reason = "--enumerate by itself runs no method; --method adds one";
            output::error(&format!("warning: {option} has no effect here: {reason}\n"));
        }
    }
    interrupt::install();
    let mut runs = Vec::new();
    let mut stopped = false;
    for &method in &request.methods {
        let run = Run::guarded(&request, method)?;
        stopped = run.stop == Some(Stop::User);
        runs.push(run);
        if stopped {
            break;
        }
    }
    let listing = match request.posed.linear().filter(|_| request.enumerate && !stopped) {
        Some(problem) => Some(Listing::new(&request, problem)?),
        None => None,
    };
    output::answer(&if request.json {
        report::json::answer(&request, &runs, listing.as_ref())?
    } else {
        report::text::answer(&request, &runs, listing.as_ref())
    })?;
    let solved = match &listing {
        Some(listing) => !listing.is_empty(),
        None => runs.iter().any(|run| run.solution.is_solved()),
    };
    Ok(if solved { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
