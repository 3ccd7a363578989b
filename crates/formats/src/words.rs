//! Numbers and names as people read them.

/// A number with five significant digits at most, for tables.
pub fn short(value: f64) -> String {
    let size = value.abs();
    if value.is_infinite() {
        return if value > 0.0 { "∞".to_owned() } else { "-∞".to_owned() };
    }
    if !(1e-3..1e6).contains(&size) {
        return if value == 0.0 { "0".to_owned() } else { format!("{value:.3e}") };
    }
    let decimals = (4.0 - size.log10().floor()).clamp(0.0, 7.0) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// The smallest quantity that a summary shows, in SI units: what is below is "less than 1 nm".
pub const LEAST: f64 = 1e-9;

/// A quantity of a summary: as [`scaled`], but without digits below [`LEAST`], where rounding errors are.
pub fn rounded(value: f64, unit: &str) -> String {
    if value != 0.0 && value.abs() < LEAST { format!("less than {}", scaled(LEAST, unit)) } else { scaled(value, unit) }
}

/// A quantity with the SI prefix that suits it, four significant digits at most: `142.6 ms`, `0.3 mm` as `300 µm`, `0 J`. What is
/// smaller than the smallest prefix keeps its exponent.
pub fn scaled(value: f64, unit: &str) -> String {
    const PREFIXES: [(&str, f64); 7] =
        [("n", 1e-9), ("µ", 1e-6), ("m", 1e-3), ("", 1.0), ("k", 1e3), ("M", 1e6), ("G", 1e9)];
    const DIGITS: i32 = 4;
    let size = value.abs();
    if value == 0.0 || !value.is_finite() || !(1e-9..1e13).contains(&size) {
        return format!("{} {unit}", short(value));
    }
    // Rounded first, so that 999.96 µm becomes 1 mm and not 1000 µm.
    let decimals = DIGITS - 1 - size.log10().floor() as i32;
    let step = 10_f64.powi(-decimals);
    let rounded = (size / step).round() * step;
    let fits = |(_, scale): &&(&str, f64)| rounded >= scale * (1.0 - 1e-9);
    let (prefix, scale) = PREFIXES.iter().rev().find(fits).unwrap_or(&PREFIXES[0]);
    let shown = rounded / scale;
    let places = (DIGITS - 1 - shown.log10().floor() as i32).max(0) as usize;
    let text = format!("{shown:.places$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{}{text} {prefix}{unit}", if value < 0.0 { "-" } else { "" })
}

/// A length: `1.2 µm`, `3.5 m`.
pub fn length(metres: f64) -> String {
    scaled(metres, "m")
}

/// A time: `8.3 µs`, `142.6 ms`, `20 s`, never with a prefix above a second.
pub fn seconds(seconds: f64) -> String {
    if seconds.abs() >= 1.0 { format!("{} s", short(seconds)) } else { scaled(seconds, "s") }
}

/// An error of positions, which is a length or an angle: `1.2 mm or mrad`.
pub fn length_or_angle(value: f64) -> String {
    let text = length(value);
    let prefix = text.rsplit(' ').next().and_then(|unit| unit.strip_suffix('m')).unwrap_or_default();
    format!("{text} or {prefix}rad")
}

/// A name from a file as it may be shown on a terminal: without control characters, and shortened when long.
pub fn name(text: &str) -> String {
    const LONGEST_NAME: usize = 120;
    let odd = |letter: char| letter.is_control() || ('\u{202a}'..='\u{202e}').contains(&letter);
    let mut shown = String::new();
    for letter in text.chars().take(LONGEST_NAME) {
        if odd(letter) { shown.extend(letter.escape_unicode()) } else { shown.push(letter) }
    }
    if text.chars().nth(LONGEST_NAME).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_have_the_prefix_that_suits_them() {
        assert_eq!(seconds(0.142_582), "142.6 ms");
        assert_eq!(seconds(8.268e-6), "8.268 µs");
        assert_eq!((seconds(20.0), seconds(1234.5), seconds(0.0)), ("20 s".into(), "1234.5 s".into(), "0 s".into()));
        assert_eq!((length(3e-4), length(-1.56e-5)), ("300 µm".into(), "-15.6 µm".into()));
        assert_eq!((length(9.9996e-4), length(0.999_96)), ("1 mm".into(), "1 m".into()));
        assert_eq!((length(1e-12), length(4.51e-17)), ("1.000e-12 m".into(), "4.510e-17 m".into()));
        assert_eq!((length(1e-3), length(1e-9), length(1e-6)), ("1 mm".into(), "1 nm".into(), "1 µm".into()));
        assert_eq!((scaled(513.0, "J"), scaled(-72_614.0, "J")), ("513 J".into(), "-72.61 kJ".into()));
        assert_eq!((scaled(3.345e7, "J"), rounded(-8e-28, "J")), ("33.45 MJ".into(), "less than 1 nJ".into()));
        assert_eq!((scaled(f64::NAN, "J"), scaled(f64::INFINITY, "J")), ("NaN J".into(), "∞ J".into()));
        assert_eq!(
            (length_or_angle(1.8638e-3), length_or_angle(0.0)),
            ("1.864 mm or mrad".into(), "0 m or rad".into())
        );
    }
}
