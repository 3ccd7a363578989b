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
