//! The answer of one method.

use super::number::{LONGEST, count, duration, effort, number, plain_power, radius, residual, vector};
use crate::request::Request;
use crate::run::Run;
use crate::watch::Stop;
use std::fmt::Write;
use stiction_complementarity::{Certificate, Method, Outcome, Residual};

/// The outcome of a method that panicked.
pub const PANICKED_WORDS: &str = "panicked: the method stopped early by an internal error; please report it";

/// Outcome, residuals, effort, time, and the point row by row.
pub fn answer(request: &Request, run: &Run) -> String {
    if let (true, Some(note)) = (run.panicked, &run.note) {
        return format!(
            "outcome    {PANICKED_WORDS}\nmethod     {}\ntime       {}\nwarning    {note}\n",
            run.method,
            duration(run.wall)
        );
    }
    let solution = &run.solution;
    let by = match (run.method, solution.answered_by) {
        (Method::Auto, rung) if rung != Method::Auto => format!("{rung} (chosen by auto)"),
        (method, _) => method.to_string(),
    };
    // A proof has no point whose residual would matter.
    let (accuracy, residuals) = match solution.outcome {
        Outcome::NoSolution(_) => (String::new(), String::new()),
        _ => residuals(request, &solution.residual),
    };
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "outcome    {}\n{accuracy}method     {by}\neffort     {}\ntime       {}\n{residuals}",
        words(run),
        effort(&solution.effort),
        duration(run.wall)
    );
    if let Some(note) = &run.note {
        let _ = writeln!(text, "warning    {note}");
    }
    match (&solution.outcome, run.radius) {
        (Outcome::NoSolution(certificate), Some(radius)) => text.push_str(&proof(certificate, radius)),
        (Outcome::RayTermination(ray), _) => {
            let (z, direction) = (vector(&ray.z), vector(&ray.direction));
            let artificial = number(ray.artificial);
            let _ = writeln!(
                text,
                "ray        from {z}\n           along {direction}\n           artificial variable {artificial}"
            );
            text.push_str(&point(request, run));
        }
        _ => text.push_str(&point(request, run)),
    }
    text
}

/// The residual that the tolerance is compared with, and all of them.
fn residuals(request: &Request, residuals: &Residual) -> (String, String) {
    let Residual { absolute, scaled, worst_row } = residuals;
    let accuracy = format!(
        "accuracy   scaled natural residual {} (tolerance {}), largest in {}\n",
        residual(scaled.natural),
        plain_power(request.settings.tolerance),
        request.posed.row_name(*worst_row)
    );
    let [natural, fischer_burmeister, cck, scaled_natural, scaled_fischer_burmeister, scaled_cck] = [
        absolute.natural,
        absolute.fischer_burmeister,
        absolute.cck,
        scaled.natural,
        scaled.fischer_burmeister,
        scaled.cck,
    ]
    .map(residual);
    let all = format!(
        "residuals  natural {natural}, Fischer-Burmeister {fischer_burmeister}, Chen-Chen-Kanzow {cck}\n           \
         scaled: {scaled_natural}, {scaled_fischer_burmeister}, {scaled_cck}\n"
    );
    (accuracy, all)
}

/// The outcome in plain words.
fn words(run: &Run) -> &'static str {
    match (&run.solution.outcome, run.stop) {
        (Outcome::Solved, _) => "solved",
        (Outcome::NoSolution(_), _) => "no solution, with a proof",
        (Outcome::RayTermination(_), _) => {
            "ray termination: the pivoting path is unbounded, which alone proves nothing"
        }
        (Outcome::IterationLimit, _) => "iteration limit reached; below is the best point found",
        (Outcome::Stalled, _) => "stalled: no further progress; below is the best point found",
        (Outcome::Diverged, _) => "diverged: the iterates grow without bound",
        (Outcome::NumericalFailure, _) => {
            "numerical failure: a breakdown of arithmetic, or an answer that failed its check"
        }
        (Outcome::Interrupted, Some(Stop::Clock)) => "stopped by the time limit; below is the best point found",
        (Outcome::Interrupted, _) => "interrupted; below is the best point found",
    }
}

/// A proof that the checker has accepted.
pub fn proof(certificate: &Certificate, holds: f64) -> String {
    let holds = radius(holds);
    match certificate {
        Certificate::Farkas(exclusion) => format!(
            "proof      Farkas vector: no z within the bounds and w of the right signs satisfy w = M z + q\n\
             vector     y = {}\nchecked    accepted by the independent checker, {holds}\n",
            vector(&exclusion.vector)
        ),
        Certificate::Exhausted(tree) => format!(
            "proof      case distinction: {} of complementary pieces cover all cases, and a Farkas vector excludes each\n\
             checked    accepted by the independent checker, {holds}\n",
            count(tree.leaves(), "group")
        ),
    }
}

/// `z` and `w` row by row.
fn point(request: &Request, run: &Run) -> String {
    let solution = &run.solution;
    let shown = solution.z.len().min(LONGEST);
    let names: Vec<_> = (0..shown).map(|row| request.posed.row_name(row)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("\n{:<width$} {:>16} {:>16}\n", "", "z", "w");
    for (row, name) in names.iter().enumerate() {
        let _ = writeln!(text, "{name:<width$} {:>16} {:>16}", number(solution.z[row]), number(solution.w[row]));
    }
    if solution.z.len() > shown {
        let _ = writeln!(text, "… and {}; --json has them all", count(solution.z.len() - shown, "more row"));
    }
    text
}
