//! Numbers for people; the JSON answer has every digit.

use std::time::Duration;

/// Vectors and tables longer than this are shortened, and say so.
pub const LONGEST: usize = 20;

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

/// A vector on one line.
pub fn vector(values: &[f64]) -> String {
    let shown: Vec<_> = values.iter().take(LONGEST).map(|&value| number(value)).collect();
    match values.len().saturating_sub(LONGEST) {
        0 => format!("({})", shown.join(", ")),
        more => format!("({}, … {more} more)", shown.join(", ")),
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

/// A count with its noun in the right number.
pub fn count(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The radius within which a proof holds.
pub fn radius(radius: f64) -> String {
    if radius.is_infinite() {
        "everywhere".to_owned()
    } else {
        format!("for solutions up to {radius:.1e} times the problem's size")
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
        assert_eq!(vector(&[0.0; 22]).matches('0').count(), 20);
        assert!(vector(&[0.0; 22]).ends_with("… 2 more)"));
    }
}
