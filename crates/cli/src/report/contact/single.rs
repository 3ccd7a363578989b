//! The answer of one method.

use super::{contacts, residual};
use crate::contact::{ContactRequest, ContactRun};
use crate::report::number::{self, duration, effort, name};
use crate::report::single::{PANICKED_WORDS, proof};
use crate::watch::Stop;
use std::fmt::Write;
use stiction_contact::{Method, Outcome};

/// Outcome, effort, time, residual, and the contacts.
pub fn answer(request: &ContactRequest, run: &ContactRun) -> String {
    let (solution, problem) = (&run.solution, &request.problem);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "outcome    {}", words(request, run));
    let has_answer = !(run.panicked || matches!(solution.outcome, Outcome::Unsuited(_) | Outcome::NoSolution(_)));
    if has_answer {
        let verdict = residual::verdict(problem, &solution.residual, request.settings.tolerance);
        let _ = writeln!(text, "accuracy   {verdict}");
    }
    let _ = writeln!(text, "method     {}", method(run));
    if let Some(model) = &solution.model {
        let _ = writeln!(
            text,
            "model      {}: relative residual {}; of the exact law {}",
            name(&model.model),
            number::residual(model.relative),
            number::residual(solution.residual.relative)
        );
    }
    let _ = writeln!(text, "effort     {}\ntime       {}", effort(&solution.effort), duration(run.wall));
    if let Some(note) = &run.note {
        let _ = writeln!(text, "warning    {note}");
    }
    if let (Outcome::NoSolution(certificate), Some(radius)) = (&solution.outcome, run.radius) {
        text.push_str(&proof(certificate, radius));
        return text;
    }
    if !has_answer {
        return text;
    }
    text.push_str(&residual::answer(problem, &solution.residual));
    if !problem.laws().is_empty() {
        if let Some(free) = run.null_space {
            let words = match free {
                0 => "dimension 0: the velocities determine the impulses".to_owned(),
                free => format!("dimension {free}: impulses can change along it and no velocity changes"),
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
        (Method::Auto, rung) if rung != Method::Auto => format!("{rung} (chosen by auto)"),
        (method, by) if by != method => format!("{method}; the answer is by {by}"),
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
        (Outcome::ModelSolved, _) => "model solved: the method's approximate law holds, the exact law does not",
        (Outcome::NoSolution(_), _) => "no solution, with a proof",
        (Outcome::RayTermination, _) => "ray termination: the pivoting path is unbounded, which alone proves nothing",
        (Outcome::IterationLimit, _) => "iteration limit reached; below is the best point found",
        (Outcome::Stalled, _) => "stalled: no further progress; below is the best point found",
        (Outcome::Diverged, _) => "diverged: the iterates grow without bound",
        (Outcome::NumericalFailure, _) => {
            "numerical failure: a breakdown of arithmetic, or an answer that failed its check"
        }
        (Outcome::Unsuited(reason), _) => {
            let is_law = request.problem.laws().iter().any(|law| law.name() == *reason);
            return match is_law {
                true => format!("unsuited: the method does not support the law {reason} of this problem"),
                false => format!("unsuited: the method does not support {reason}"),
            };
        }
        (Outcome::Interrupted, Some(Stop::Clock)) => "stopped by the time limit; below is the best point found",
        (Outcome::Interrupted, _) => "interrupted; below is the best point found",
    };
    words.to_owned()
}
