/// The longest line of a listing, in characters.
const WIDTH: usize = 100;

/// A text behind a beginning that is there already, on as many lines as it takes; later lines start below the first.
pub fn paragraph(beginning: &str, text: &str) -> String {
    let indent = beginning.chars().count();
    let mut lines = beginning.to_owned();
    let mut length = indent;
    for word in text.split(' ') {
        let letters = word.chars().count();
        if length == indent {
            length += letters;
        } else if length + 1 + letters > WIDTH {
            lines.push_str(&format!("\n{:indent$}", ""));
            length = indent + letters;
        } else {
            lines.push(' ');
            length += 1 + letters;
        }
        lines.push_str(word);
    }
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_time_and_start_below_each_other() {
        assert_eq!(paragraph("name  ", "short"), "name  short\n");
        let text = paragraph("name  ", &["word"; 40].join(" "));
        assert_eq!(text.lines().map(|line| line.chars().count()).collect::<Vec<_>>(), [100, 100, 15]);
        assert!(text.lines().skip(1).all(|line| line.starts_with("      word")));
        let long = "x".repeat(200);
        assert_eq!(paragraph("n ", &format!("{long} y")), format!("n {long}\n  y\n"));
    }
}
