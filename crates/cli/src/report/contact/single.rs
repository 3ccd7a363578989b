//! The answer of one method.

use super::{contacts, residual};
use crate::contact::{ContactRequest, ContactRun};
use crate::report::number::{count, duration, name};
use crate::report::single::{PANICKED_WORDS, proof};
use crate::watch::Stop;
use std::fmt::Write;
use stiction_contact::{Method, Outcome};

/// Outcome, effort, time, residual, and the contacts.
pub fn answer(request: &ContactRequest, run: &ContactRun) -> String {
    let (solution, problem) = (&run.solution, &request.problem);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "outcome    {}\nmethod     {}", words(request, run), method(run));
    if let Some(model) = &solution.model {
        let _ = writeln!(
            text,
            "model      {}, relative residual {:.2e}; the exact laws' is {:.2e}",
            name(&model.model),
            model.relative,
            solution.residual.relative
        );
    }
    let effort = solution.effort;
    let parts = [
        (effort.iterations, "iteration"),
        (effort.pivots, "pivot"),
        (effort.factorizations, "factorisation"),
        (effort.evaluations, "evaluation"),
        (effort.restarts, "restart"),
    ];
    let parts: Vec<_> = parts.iter().filter(|part| part.0 > 0).map(|part| count(part.0, part.1)).collect();
    let effort = if parts.is_empty() { "none".to_owned() } else { parts.join(", ") };
    let _ = writeln!(text, "effort     {effort}\ntime       {}", duration(run.wall));
    if let Some(note) = &run.note {
        let _ = writeln!(text, "note       {note}");
    }
    if let (Outcome::NoSolution(certificate), Some(radius)) = (&solution.outcome, run.radius) {
        text.push_str(&proof(certificate, radius));
        return text;
    }
    if run.panicked || matches!(solution.outcome, Outcome::Unsuited(_)) {
        return text;
    }
    text.push_str(&residual::answer(problem, &solution.residual, request.settings.tolerance));
    if !problem.laws().is_empty() {
        let worst = solution.residual.worst;
        let _ = writeln!(text, "worst      {}, {:.2e} m/s", name(&problem.label(worst)), solution.residual.velocity);
        if let Some(free) = run.null_space {
            let words = match free {
                0 => "the impulses are determined by the velocities".to_owned(),
                1 => "one direction in which impulses change and no velocity does".to_owned(),
                free => format!("{free} directions in which impulses change and no velocity does"),
            };
            let _ = writeln!(text, "null space {words}");
        }
        text.push_str(&contacts::answer(request, run));
    }
    text
}

/// The method, and the one that answered where that is another.
pub fn method(run: &ContactRun) -> String {
    match (run.method, run.solution.answered_by) {
        (Method::Auto, rung) if rung != Method::Auto => format!("{rung}, chosen by auto"),
        (method, by) if by != method => format!("{method}, answered by {by}"),
        (method, _) => method.to_string(),
    }
}

/// The outcome in plain words.
fn words(request: &ContactRequest, run: &ContactRun) -> String {
    if run.panicked {
        return PANICKED_WORDS.to_owned();
    }
    let words = match (&run.solution.outcome, run.stop) {
        (Outcome::Solved, _) => "solved",
        (Outcome::ModelSolved, _) => "model solved: what stands in the exact laws' place holds, they themselves do not",
        (Outcome::NoSolution(_), _) => "no solution, with a proof",
        (Outcome::RayTermination, _) => "ray termination: the path went to infinity, which by itself proves nothing",
        (Outcome::IterationLimit, _) => "iteration limit: here is the best point so far",
        (Outcome::Stalled, _) => "stalled: no further progress; here is the best point",
        (Outcome::Diverged, _) => "diverged: the iterates grow without bound",
        (Outcome::NumericalFailure, _) => {
            "numerical failure: arithmetic broke down, or an answer did not pass its check"
        }
        (Outcome::Unsuited(reason), _) => {
            let is_law = request.problem.laws().iter().any(|law| law.name() == *reason);
            return match is_law {
                true => format!("unsuited: the method does not take the law {reason}, which is in this problem"),
                false => format!("unsuited: the method does not take {reason}"),
            };
        }
        (Outcome::Interrupted, Some(Stop::Clock)) => "interrupted by the time limit: here is the best point so far",
        (Outcome::Interrupted, _) => "interrupted: here is the best point so far",
    };
    words.to_owned()
}
