//! Numbers for people; the JSON answer has every digit.

use std::time::Duration;

use stiction_complementarity::Effort;
pub use stiction_formats::words::{name, scaled, seconds, short};

/// Vectors and tables longer than this are shortened, and say so.
pub const LONGEST: usize = 20;

/// Solutions and faces beyond this many are counted, not shown.
pub const LONGEST_LIST: usize = 100;

/// How many entries of a list are not shown.
pub fn more(all: usize, noun: &str) -> String {
    match all.saturating_sub(LONGEST_LIST) {
        0 => String::new(),
        left => format!("\n… and {}; --json has them all\n", count(left, &format!("more {noun}"))),
    }
}

/// A number with nine significant digits at most.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) && value.is_finite() {
        return format!("{value:.6e}");
    }
    let text = format!("{value:.8}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A number such as a tolerance, as one would type it: 1e-8.
pub fn plain_power(value: f64) -> String {
    if (1e-3..1e6).contains(&value) || value == 0.0 { value.to_string() } else { format!("{value:e}") }
}

/// A table: columns as wide as their widest cell, two blanks apart; the first ones to the left.
pub fn columns(lines: &[Vec<String>], to_the_left: &[bool]) -> String {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..to_the_left.len()).map(width).collect();
    let mut text = String::new();
    for line in lines {
        // A column with nothing in it is left out.
        let cells = line.iter().zip(&widths).zip(to_the_left).filter(|((_, width), _)| **width > 0);
        // Padded by hand: a format's width ends at 65,535.
        let cells = cells.map(|((cell, &width), &left)| {
            let blanks = " ".repeat(width - cell.chars().count());
            if left { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// A vector on one line.
pub fn vector(values: &[f64]) -> String {
    let shown: Vec<_> = values.iter().take(LONGEST).map(|&value| number(value)).collect();
    match values.len().saturating_sub(LONGEST) {
        0 => format!("({})", shown.join(", ")),
        more => format!("({}, … {more} more)", shown.join(", ")),
    }
}

/// A residual: two digits and an exponent, or zero.
pub fn residual(value: f64) -> String {
    power(value, 1)
}

/// A number with as many decimals as given and an exponent, which zero and numbers from 0.1 to 1000 do not need.
pub fn power(value: f64, decimals: usize) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        0.1..1e3 => short(format!("{value:.decimals$e}").parse().unwrap_or(value)),
        _ => format!("{value:.decimals$e}"),
    }
}

/// A duration in the unit that suits it.
pub fn duration(wall: Duration) -> String {
    match wall.as_secs_f64() {
        seconds if seconds < 1e-3 => format!("{:.1} µs", seconds * 1e6),
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{seconds:.2} s"),
    }
}

/// What a solve took, without what it took none of.
pub fn effort(effort: &Effort) -> String {
    let parts = [
        (effort.iterations, "iteration"),
        (effort.pivots, "pivot"),
        (effort.factorizations, "factorisation"),
        (effort.evaluations, "evaluation"),
        (effort.restarts, "restart"),
    ];
    let parts: Vec<_> = parts.iter().filter(|part| part.0 > 0).map(|part| count(part.0, part.1)).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// A count with its noun in the right number.
pub fn count(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The mode of a contact as people say it.
pub fn mode_words(mode: &str) -> &str {
    match mode {
        "open" => "separating",
        "stick" => "sticking",
        "slip" => "sliding",
        other => other,
    }
}

/// The radius within which a proof holds.
pub fn radius(radius: f64) -> String {
    if radius.is_infinite() {
        "valid for all z".to_owned()
    } else {
        format!("valid for solutions up to {radius:.1e} times the problem's size")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_honest() {
        assert_eq!(number(4.0 / 3.0), "1.33333333");
        assert_eq!(number(-0.0), "0");
        assert_eq!(number(100.0), "100");
        assert_eq!(number(1e-12), "1.000000e-12");
        assert_eq!(number(f64::NAN), "NaN");
        assert_eq!(number(f64::INFINITY), "inf");
        assert_eq!(short(2.8973), "2.8973");
        assert_eq!(short(-123_456.0), "-123456");
        assert_eq!(short(0.001_234_56), "0.0012346");
        assert_eq!(short(1e16), "1.000e16");
        assert_eq!(short(f64::NEG_INFINITY), "-∞");
        assert_eq!((plain_power(1e-8), plain_power(0.25)), ("1e-8".to_owned(), "0.25".to_owned()));
        assert_eq!(name("a\u{9b}31m\u{202e}\n"), "a\\u{9b}31m\\u{202e}\\u{a}");
        assert_eq!(name(&"n".repeat(100_000)).chars().count(), 121);
        assert_eq!(vector(&[0.0; 22]).matches('0').count(), 20);
        assert!(vector(&[0.0; 22]).ends_with("… 2 more)"));
    }
}
