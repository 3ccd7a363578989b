//! Phrases that several `repr`s share.

use stiction_formats::words::{LEAST, length};

/// A count with its noun: `no contacts`, `1 contact`, `4 contacts`.
pub fn count(number: usize, noun: &str) -> String {
    match (number, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "vertex") => format!("{} vertices", or_no(number)),
        (_, "body") => format!("{} bodies", or_no(number)),
        (_, "degree of freedom") => format!("{} degrees of freedom", or_no(number)),
        (_, "velocity") => format!("{} velocities", or_no(number)),
        _ => format!("{} {noun}s", or_no(number)),
    }
}

fn or_no(number: usize) -> String {
    if number == 0 { "no".to_owned() } else { number.to_string() }
}

/// A residual with one significant digit: `3e-12`.
pub fn residual(value: f64) -> String {
    if value == 0.0 { "0".to_owned() } else { format!("{value:.0e}") }
}

/// An instant of simulated time, to a microsecond: `0.5 s`.
pub fn instant(time: f64) -> String {
    format!("{} s", (time * 1e6).round() / 1e6)
}

/// The largest penetration, m: `penetration 1.2 µm`; `limit` is `at most ` for the largest of several steps.
pub fn penetration(depth: f64, limit: &str) -> String {
    match depth {
        0.0 => "no penetration".to_owned(),
        depth if depth < LEAST => format!("penetration less than {}", length(LEAST)),
        depth => format!("penetration {limit}{}", length(depth)),
    }
}

/// Names with how often each occurs, in the order of their first occurrence: `3 stick, 1 slip`.
pub fn counted<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    counts.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}
