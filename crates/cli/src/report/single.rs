//! The answer of one method.

use super::number::{LONGEST, count, duration, number, radius, vector};
use crate::request::Request;
use crate::run::Run;
use crate::watch::Stop;
use std::fmt::Write;
use stiction_complementarity::{Certificate, Method, Outcome};

/// The outcome of a method that broke off.
pub const PANICKED_WORDS: &str = "panicked: the method broke off by a fault of its own";

/// Outcome, residuals, effort, time, and the point row by row.
pub fn answer(request: &Request, run: &Run) -> String {
    if let (true, Some(note)) = (run.panicked, &run.note) {
        return format!(
            "outcome    {PANICKED_WORDS}\nmethod     {}\ntime       {}\nnote       {note}\n",
            run.method,
            duration(run.wall)
        );
    }
    let solution = &run.solution;
    let by = match (run.method, solution.answered_by) {
        (Method::Auto, rung) if rung != Method::Auto => format!("{rung}, chosen by auto"),
        (method, _) => method.to_string(),
    };
    let (absolute, scaled) = (solution.residual.absolute, solution.residual.scaled);
    let effort = solution.effort;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "outcome    {}\nmethod     {by}\nresidual   natural {:.2e} (scaled {:.2e}), Fischer-Burmeister {:.2e} ({:.2e}), \
         Chen-Chen-Kanzow {:.2e} ({:.2e})\nworst row  {}\neffort     {}, {}, {}, {}, {}\ntime       {}\n",
        words(run),
        absolute.natural,
        scaled.natural,
        absolute.fischer_burmeister,
        scaled.fischer_burmeister,
        absolute.cck,
        scaled.cck,
        request.posed.row_name(solution.residual.worst_row),
        count(effort.iterations, "iteration"),
        count(effort.pivots, "pivot"),
        count(effort.factorizations, "factorisation"),
        count(effort.evaluations, "evaluation"),
        count(effort.restarts, "restart"),
        duration(run.wall),
    );
    if let Some(note) = &run.note {
        let _ = writeln!(text, "note       {note}");
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

/// The outcome in plain words.
fn words(run: &Run) -> &'static str {
    match (&run.solution.outcome, run.stop) {
        (Outcome::Solved, _) => "solved",
        (Outcome::NoSolution(_), _) => "no solution, with a proof",
        (Outcome::RayTermination(_), _) => "ray termination: the path went to infinity, which by itself proves nothing",
        (Outcome::IterationLimit, _) => "iteration limit: here is the best point so far",
        (Outcome::Stalled, _) => "stalled: no further progress; here is the best point",
        (Outcome::Diverged, _) => "diverged: the iterates grow without bound",
        (Outcome::NumericalFailure, _) => {
            "numerical failure: arithmetic broke down, or an answer did not pass its check"
        }
        (Outcome::Interrupted, Some(Stop::Clock)) => "interrupted by the time limit: here is the best point so far",
        (Outcome::Interrupted, _) => "interrupted: here is the best point so far",
    }
}

/// A proof that the checker has accepted.
pub fn proof(certificate: &Certificate, holds: f64) -> String {
    let kind = certificate.kind();
    let holds = radius(holds);
    match certificate {
        Certificate::Farkas(exclusion) => format!(
            "proof      {kind}: no z in the box and w of the right signs satisfy w = M z + q\n\
             vector     y = {}\nchecked    accepted by the independent checker; holds {holds}\n",
            vector(&exclusion.vector)
        ),
        Certificate::Exhausted(tree) => format!(
            "proof      {kind}: {} of complementary positions cover all, each refuted by its own vector\n\
             checked    accepted by the independent checker; holds {holds}\n",
            count(tree.leaves(), "bundle")
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
        let _ = writeln!(text, "… {} more; --json has them all", count(solution.z.len() - shown, "row"));
    }
    text
}
