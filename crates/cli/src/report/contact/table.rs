//! Several methods on one contact problem.

use crate::contact::{ContactRequest, ContactRun};
use crate::report::number::{columns, count, duration, power};
use stiction_contact::{Method, Outcome};

const HEADER: [&str; 8] =
    ["method", "outcome", "relative residual", "model's", "FCLIB's", "factorisations", "iterations", "time"];

/// One line per method.
pub fn answer(request: &ContactRequest, runs: &[ContactRun]) -> String {
    let mut lines = vec![HEADER.map(str::to_owned).to_vec()];
    lines.extend(runs.iter().map(line));
    // A column for what no method has says nothing.
    for column in [3, 4] {
        if lines[1..].iter().all(|line| line[column] == "-") {
            lines.iter_mut().for_each(|line| line[column].clear());
        }
    }
    let mut text = columns(&lines, &[true, true, false, false, false, false, false, false]);
    for run in runs {
        if let Some(note) = &run.note {
            text.push_str(&format!("{}: {note}\n", run.method));
        }
    }
    let left_out = request.methods.len() - runs.len();
    if left_out > 0 {
        text.push_str(&format!("stopped early: {} not run\n", count(left_out, "method")));
    }
    text
}

fn line(run: &ContactRun) -> Vec<String> {
    let solution = &run.solution;
    let method = match (run.method, solution.answered_by) {
        (Method::Auto, rung) if rung != Method::Auto => format!("auto ({rung})"),
        (method, _) => method.to_string(),
    };
    let outcome = match solution.outcome {
        Outcome::Unsuited(reason) => format!("unsuited: {reason}"),
        _ => run.outcome().to_owned(),
    };
    let answered = !(run.panicked || matches!(solution.outcome, Outcome::Unsuited(_)));
    let measure =
        |value: Option<f64>| value.filter(|_| answered).map_or_else(|| "-".to_owned(), |value| power(value, 2));
    vec![
        method,
        outcome,
        measure(Some(solution.residual.relative)),
        measure(solution.model.as_ref().map(|model| model.relative)),
        measure(solution.residual.fclib),
        solution.effort.factorizations.to_string(),
        solution.effort.iterations.to_string(),
        duration(run.wall),
    ]
}
