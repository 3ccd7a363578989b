//! What happens at each contact.

use crate::contact::{ContactRequest, ContactRun};
use crate::report::number::{columns, count, name, power, short};
use stiction_contact::{Law, LawResidual};

/// Slips below this share of the largest free velocity are shown as sticking, unless the tolerance is coarser.
const SLOWEST: f64 = 1e-9;
/// Rows side by side; longer laws go on below.
const WIDTH: usize = 3;
/// The natural map of a law.
const RESIDUAL: &str = "residual, m/s";

/// A line per contact: label, mode, impulses, velocities and how far it is from its law. Those beyond the limit are counted.
pub fn answer(request: &ContactRequest, run: &ContactRun) -> String {
    let (problem, solution) = (&request.problem, &run.solution);
    let slowest = problem.velocity_scale() * request.settings.tolerance.max(SLOWEST);
    // The rows of laws without a normal are just rows.
    let heads = if problem.laws().iter().all(Law::has_normal) {
        ["contact", "mode", "p_n, N·s", "p_t1", "p_t2", "u_n, m/s", "u_t1", "u_t2", RESIDUAL]
    } else {
        ["law", "mode", "p_1, N·s", "p_2", "p_3", "u_1, m/s", "u_2", "u_3", RESIDUAL]
    };
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    let shown = problem.laws().len().min(request.contacts);
    // A law over thousands of rows is one entry of the list, but not thousands of lines.
    let longest = request.contacts.saturating_mul(2).saturating_add(2);
    let mut widest = 1;
    let residuals = LawResidual::of_all(problem, &solution.impulses, &solution.velocities).take(shown);
    for (law, residual) in residuals.enumerate() {
        let rows = problem.rows_of(law);
        let starts: Vec<_> = rows.clone().step_by(WIDTH).collect();
        for (place, &start) in starts.iter().enumerate() {
            if lines.len() > longest {
                break;
            }
            let end = rows.end.min(start + WIDTH);
            widest = widest.max(end - start);
            let (label, mode) = match (place, problem.laws()[law]) {
                (0, _) => {
                    let mode = problem.mode_name(law, &solution.impulses, &solution.velocities, slowest);
                    (name(&problem.label(law)), mode)
                }
                (_, Law::Rolling { .. }) => ("  rolling, N·m·s and rad/s".to_owned(), ""),
                _ => (format!("  rows {} to {}", place * WIDTH, place * WIDTH + end - start - 1), ""),
            };
            let mut line = vec![label, mode.to_owned()];
            for values in [&solution.impulses, &solution.velocities] {
                let cell = |k: usize| if start + k < end { short(values[start + k]) } else { String::new() };
                line.extend((0..WIDTH).map(cell));
            }
            line.push(if place == 0 { power(residual.velocity, 2) } else { String::new() });
            lines.push(line);
        }
    }
    // Tangents that no law has get no columns.
    for line in &mut lines {
        for column in widest..WIDTH {
            line[2 + column].clear();
            line[2 + WIDTH + column].clear();
        }
    }
    let mut text = String::from("\n");
    if shown > 0 {
        text.push_str(&columns(&lines, &[true, true, false, false, false, false, false, false, false]));
    }
    if shown < problem.laws().len() {
        let more = count(problem.laws().len() - shown, "more contact");
        text.push_str(&format!("… and {more}; --contacts N shows more, --json has them all\n"));
    } else if lines.len() > longest {
        text.push_str("… and more rows; --json has them all\n");
    }
    text
}
