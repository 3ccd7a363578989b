//! Several methods on one problem.

use super::number::{count, duration, power};
use crate::request::Request;
use crate::run::Run;
use stiction_complementarity::Method;

const HEADER: [&str; 8] = ["method", "outcome", "residual", "scaled", "iterations", "pivots", "factorisations", "time"];

/// One line per method.
pub fn answer(request: &Request, runs: &[Run]) -> String {
    let mut lines = vec![HEADER.map(str::to_owned)];
    lines.extend(runs.iter().map(line));
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..HEADER.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 | 1 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        text.push_str(&cells.collect::<Vec<_>>().join("  "));
        text.push('\n');
    }
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

fn line(run: &Run) -> [String; 8] {
    let solution = &run.solution;
    let method = match (run.method, solution.answered_by) {
        (Method::Auto, rung) if rung != Method::Auto => format!("auto ({rung})"),
        (method, _) => method.to_string(),
    };
    let measure = |value: f64| if run.panicked { "-".to_owned() } else { power(value, 2) };
    [
        method,
        run.outcome().to_owned(),
        measure(solution.residual.absolute.natural),
        measure(solution.residual.scaled.natural),
        solution.effort.iterations.to_string(),
        solution.effort.pivots.to_string(),
        solution.effort.factorizations.to_string(),
        duration(run.wall),
    ]
}
