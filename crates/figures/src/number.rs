//! Numbers on axes.

const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// A power of ten: 10⁻³.
pub fn raised(power: i32) -> String {
    let digits = power.unsigned_abs().to_string();
    let raised: String = digits.chars().filter_map(|c| c.to_digit(10)).map(|digit| DIGITS[digit as usize]).collect();
    format!("10{}{raised}", if power < 0 { "⁻" } else { "" })
}

/// A number without zeros at its end and with a true minus sign.
pub fn tidy(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    match text.strip_prefix('-') {
        Some("0") => "0".to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_powers() {
        assert_eq!((raised(-12), raised(3)), ("10⁻¹²".to_owned(), "10³".to_owned()));
        assert_eq!((tidy(-0.25, 3), tidy(-0.0001, 2), tidy(40.0, 0)), ("−0.25".into(), "0".into(), "40".into()));
    }
}
