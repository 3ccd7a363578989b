//! All solutions of a small problem.

use crate::contact::{ContactListing, ContactRequest};
use crate::report::number::{LONGEST_LIST, columns, count, duration, more, name, power, short};
use std::fmt::Write;
use stiction_contact::ModeSolution;

/// How many solutions there are, whether these are all, and each by the modes of its contacts.
pub fn answer(request: &ContactRequest, listing: &ContactListing) -> String {
    let enumeration = &listing.enumeration;
    if listing.stop.is_some() {
        return format!("{}, after {}\n", enumeration.reason, duration(listing.wall));
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "solutions  {}; {} tried in {}",
        enumeration.solutions.len(),
        count(enumeration.tried, "mode combination"),
        duration(listing.wall)
    );
    let complete = if enumeration.complete { "yes" } else { "not proved" };
    let _ = writeln!(text, "complete   {complete}: {}", enumeration.reason);
    for (number, solution) in enumeration.solutions.iter().enumerate().take(LONGEST_LIST) {
        let unique = if solution.unique { "" } else { "; not unique for these modes" };
        let relative = solution.residual.relative;
        let _ = writeln!(text, "\n{}. relative residual {}{unique}", number + 1, power(relative, 2));
        text.push_str(&modes(request, solution));
    }
    text.push_str(&more(enumeration.solutions.len(), "solution"));
    text
}

/// A line per law: label, mode, impulses, velocities.
fn modes(request: &ContactRequest, solution: &ModeSolution) -> String {
    let problem = &request.problem;
    let mut lines = vec![["contact", "mode", "impulse, N·s", "velocity, m/s"].map(str::to_owned).to_vec()];
    for (law, mode) in solution.modes.iter().enumerate().take(request.contacts) {
        let rows = problem.rows_of(law);
        let join = |values: &[f64]| values.iter().map(|&value| short(value)).collect::<Vec<_>>().join("  ");
        lines.push(vec![
            name(&problem.label(law)),
            mode.name().to_owned(),
            join(&solution.impulses[rows.clone()]),
            join(&solution.velocities[rows]),
        ]);
    }
    let mut text = columns(&lines, &[true, true, true, true]);
    if solution.modes.len() > request.contacts {
        let _ = writeln!(text, "… {} more", count(solution.modes.len() - request.contacts, "contact"));
    }
    text
}
