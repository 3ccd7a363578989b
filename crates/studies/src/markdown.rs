//! The part of Markdown that pages use, as HTML: headings, paragraphs, lists, tables, blocks of code, emphasis, code, links.
//! A line that begins with `<` is HTML already.

/// As HTML, without head and body.
pub fn to_html(text: &str) -> String {
    let mut html = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim().is_empty() {
            continue;
        }
        if line.starts_with("```") {
            let block: Vec<_> = lines.by_ref().take_while(|line| !line.starts_with("```")).map(escaped).collect();
            html.push_str(&format!("<pre><code>{}\n</code></pre>\n", block.join("\n")));
        } else if let Some(title) = line.strip_prefix("### ") {
            html.push_str(&format!("<h3>{}</h3>\n", inline(title)));
        } else if let Some(title) = line.strip_prefix("## ") {
            html.push_str(&format!("<h2>{}</h2>\n", inline(title)));
        } else if let Some(title) = line.strip_prefix("# ") {
            html.push_str(&format!("<h1>{}</h1>\n", inline(title)));
        } else if line.starts_with('<') {
            html.push_str(line);
            html.push('\n');
        } else if line.starts_with('|') {
            let mut rows = vec![line];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(row);
            }
            html.push_str(&table(&rows));
        } else if let Some((kind, first)) = item(line) {
            let mut items = vec![first.to_owned()];
            while let Some(next) = lines.next_if(|line| item(line).is_some() || line.starts_with("  ")) {
                match (item(next), items.last_mut()) {
                    (Some((_, text)), _) => items.push(text.to_owned()),
                    (None, Some(last)) => last.extend([" ", next.trim()]),
                    (None, None) => {}
                }
            }
            let items: String = items.iter().map(|text| format!("<li>{}</li>\n", inline(text))).collect();
            html.push_str(&format!("<{kind}>\n{items}</{kind}>\n"));
        } else {
            let mut paragraph = line.to_owned();
            let ends =
                |line: &str| line.trim().is_empty() || line.starts_with(['#', '|', '<']) || line.starts_with("```");
            while let Some(next) = lines.next_if(|line| !ends(line) && item(line).is_none()) {
                paragraph.push('\n');
                paragraph.push_str(next);
            }
            html.push_str(&format!("<p>{}</p>\n", inline(&paragraph)));
        }
    }
    html
}

/// The kind of list and the text of an item.
fn item(line: &str) -> Option<(&'static str, &str)> {
    if let Some(text) = line.strip_prefix("- ") {
        return Some(("ul", text));
    }
    let (number, text) = line.split_once(". ")?;
    (!number.is_empty() && number.chars().all(|c| c.is_ascii_digit())).then_some(("ol", text))
}

fn table(rows: &[&str]) -> String {
    let cells = |row: &str| -> Vec<String> {
        let row = row.trim().trim_start_matches('|').trim_end_matches('|').replace("\\|", "\u{1}");
        row.split('|').map(|cell| inline(cell.trim()).replace('\u{1}', "|")).collect()
    };
    let mut html = String::from("<div class=\"table\"><table>\n");
    for (place, row) in rows.iter().enumerate() {
        let (open, tag) = if place == 0 { ("<tr>", "th") } else { ("<tr>", "td") };
        if place == 1 {
            continue;
        }
        let cells: String = cells(row).iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect();
        html.push_str(&format!("{open}{cells}</tr>\n"));
    }
    html.push_str("</table></div>\n");
    html
}

/// Without characters that mean something in HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn inline(text: &str) -> String {
    let mut html = String::new();
    // What stands between backticks is code, and nothing in it means anything.
    for (place, part) in text.split('`').enumerate() {
        if place % 2 == 1 {
            html.push_str(&format!("<code>{}</code>", escaped(part)));
        } else {
            html.push_str(&links(&emphasis(&emphasis(&escaped(part), "**", "strong"), "*", "em")));
        }
    }
    html
}

fn emphasis(text: &str, sign: &str, tag: &str) -> String {
    let parts: Vec<_> = text.split(sign).collect();
    // A sign without its partner is a sign.
    if parts.len().is_multiple_of(2) {
        return text.to_owned();
    }
    let wrap = |(place, part): (usize, &&str)| {
        if place % 2 == 1 { format!("<{tag}>{part}</{tag}>") } else { (*part).to_owned() }
    };
    parts.iter().enumerate().map(wrap).collect()
}

fn links(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        match after.split_once("](").and_then(|(words, end)| end.split_once(')').map(|(to, tail)| (words, to, tail))) {
            Some((words, to, tail)) if !words.contains('[') => {
                html.push_str(&format!("{before}<a href=\"{to}\">{words}</a>"));
                rest = tail;
            }
            _ => {
                html.push_str(before);
                html.push('[');
                rest = after;
            }
        }
    }
    html.push_str(rest);
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pages_use() {
        assert_eq!(
            to_html("# A *b*\n\ntext `a<b` & **c**\nmore"),
            "<h1>A <em>b</em></h1>\n<p>text <code>a&lt;b</code> &amp; <strong>c</strong>\nmore</p>\n"
        );
        assert_eq!(to_html("- a\n  b\n- c\n"), "<ul>\n<li>a b</li>\n<li>c</li>\n</ul>\n");
        assert!(to_html("| a | b |\n| --- | --- |\n| 1 | x\\|y |\n").contains("<td>1</td><td>x|y</td>"));
        assert_eq!(
            to_html("see [this](there.html), λ ∈ [0, 1]"),
            "<p>see <a href=\"there.html\">this</a>, λ ∈ [0, 1]</p>\n"
        );
        assert_eq!(to_html("```\na < b\n```"), "<pre><code>a &lt; b\n</code></pre>\n");
    }
}
