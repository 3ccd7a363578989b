//! Numbers in tables.

/// With four significant digits at most.
pub fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return if value.is_nan() {
            "not a number".to_owned()
        } else {
            format!("{}∞", if value < 0.0 { "−" } else { "" })
        };
    }
    if !(1e-3..1e6).contains(&size) {
        let text = format!("{value:.2e}");
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
        return format!("{}e{power}", digits.replace('-', "−"));
    }
    let decimals = (3.0 - size.log10().floor()).clamp(0.0, 6.0) as usize;
    tidied(&format!("{value:.decimals$}"))
}

/// With as many digits as a tolerance asks for, and two more.
pub fn rounded(value: f64, tolerance: f64) -> String {
    if !value.is_finite() || tolerance <= 0.0 {
        return short(value);
    }
    let decimals = (2.0 - tolerance.log10().floor()).clamp(0.0, 12.0) as usize;
    if value != 0.0 && value.abs() < 10_f64.powi(-(decimals as i32)) {
        return short(value);
    }
    tidied(&format!("{value:.decimals$}"))
}

/// The median of counts, or a dash without any.
pub fn median(mut counts: Vec<usize>) -> String {
    counts.sort_unstable();
    counts.get(counts.len() / 2).map_or("–".to_owned(), usize::to_string)
}

/// With so many digits after the point.
pub fn fixed(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}").replace('-', "−")
}

fn tidied(text: &str) -> String {
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(short(-0.25), "−0.25");
        assert_eq!(short(1.5e-12), "1.5e-12");
        assert_eq!(short(1_234.56), "1235");
        assert_eq!(short(f64::NEG_INFINITY), "−∞");
        assert_eq!(rounded(8.914_281_47, 5e-6), "8.91428147");
        assert_eq!(rounded(0.0, 1e-9), "0");
        assert_eq!(rounded(3.2e-16, 1e-9), "3.2e-16");
    }
}
