//! A comparison, for people.

use super::number::{columns, count, duration, name, plain_power, residual};
use crate::compare::Comparison;
use std::path::Path;
use std::time::Duration;

/// Names and reasons that are listed of skipped files.
const SKIPPED: usize = 20;

/// Every failure, what was skipped, a line per method, and where the results are.
pub fn answer(comparison: &Comparison, folder: &Path) -> String {
    let settings = &comparison.settings;
    let mut text = format!(
        "{}, {}, tolerance {}, time limit {} s\n",
        count(comparison.problems().count(), "contact problem"),
        count(comparison.methods.len(), "method"),
        plain_power(settings.tolerance),
        plain_power(settings.time_limit_s)
    );
    // The summary stands where a reader of a terminal looks: at the end.
    text.push_str(&failures(comparison));
    text.push_str(&skipped(comparison));
    text.push('\n');
    text.push_str(&summary(comparison));
    let folder = folder.display();
    if comparison.kept > 0 {
        let ran = comparison.rows.len() - comparison.kept.min(comparison.rows.len());
        text.push_str(&format!("\n{} kept from an earlier run, {ran} new\n", count(comparison.kept, "result")));
    } else {
        text.push('\n');
    }
    text.push_str(&format!(
        "written: {folder}/results.csv, {folder}/profile.svg, {folder}/profile-factorizations.svg\n"
    ));
    text
}

/// Why there is nothing to compare.
pub fn nothing(comparison: &Comparison) -> String {
    format!("no contact problem was found{}", skipped(comparison).trim_end())
}

fn summary(comparison: &Comparison) -> String {
    let heads = ["method", "solved", "model solved", "no solution", "unsuited", "failed", "median time", "total time"];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    for &method in &comparison.methods {
        let rows: Vec<_> = comparison.rows.iter().filter(|row| row.method == method).collect();
        let with = |outcome: &str| rows.iter().filter(|row| row.outcome == outcome).count();
        let mut times: Vec<_> = rows.iter().filter(|row| row.is_solved()).map(|row| row.wall_us).collect();
        times.sort_by(f64::total_cmp);
        let median = times.get(times.len() / 2).map_or_else(|| "-".to_owned(), |time| wall(*time));
        lines.push(vec![
            method.to_string(),
            times.len().to_string(),
            with("model-solved").to_string(),
            with("no-solution").to_string(),
            with("unsuited").to_string(),
            rows.iter().filter(|row| row.has_failed()).count().to_string(),
            median,
            wall(rows.iter().map(|row| row.wall_us).sum()),
        ]);
    }
    // Only methods with another law have models to solve; few problems have no solution, or laws that do not suit.
    for column in [2, 3, 4] {
        if lines[1..].iter().all(|line| line[column] == "0") {
            lines.iter_mut().for_each(|line| line[column].clear());
        }
    }
    columns(&lines, &[true, false, false, false, false, false, false, false])
}

fn failures(comparison: &Comparison) -> String {
    let failed: Vec<_> = comparison.rows.iter().filter(|row| row.has_failed()).collect();
    if failed.is_empty() {
        return "\nno failures\n".to_owned();
    }
    let heads = ["file", "method", "outcome", "relative residual"];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    lines.extend(failed.iter().map(|row| {
        // Ctrl-C leaves no row: only the clock interrupts.
        let outcome = if row.outcome == "interrupted" { "time limit" } else { row.outcome };
        let relative = if row.has_panicked() { "-".to_owned() } else { residual(row.relative) };
        vec![name(&row.file), row.method.to_string(), outcome.to_owned(), relative]
    }));
    let table = columns(&lines, &[true, true, true, false]);
    let mut text = format!("\n{}\n{table}", count(failed.len(), "failure"));
    // A fault of the program: what it said is what a report of it needs.
    for row in failed.iter().filter(|row| row.has_panicked()) {
        text.push_str(&format!("panicked: {} on {}: {}\n", row.method, name(&row.file), row.note));
    }
    text
}

fn skipped(comparison: &Comparison) -> String {
    let skipped = &comparison.skipped;
    if skipped.is_empty() {
        return String::new();
    }
    let mut text = format!("\nskipped {}\n", count(skipped.len(), "file"));
    for (file, reason) in skipped.iter().take(SKIPPED) {
        text.push_str(&format!("  {}: {}\n", name(file), name(reason)));
    }
    if skipped.len() > SKIPPED {
        text.push_str(&format!("  … {} more\n", skipped.len() - SKIPPED));
    }
    text
}

fn wall(microseconds: f64) -> String {
    duration(Duration::from_secs_f64((microseconds / 1e6).clamp(0.0, 1e12)))
}
