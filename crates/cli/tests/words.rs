//! Everything that users read is free of the retired words in `docs/words.md`.
#![allow(clippy::unwrap_used)]

mod support;

use std::path::{Path, PathBuf};
use support::{files, root};

/// A word or phrase that is not used any more.
struct Retired {
    words: String,
    instead: String,
    /// Phrases in which it is allowed.
    allowed: Vec<String>,
}

/// Text that users read, with its line.
type Piece = (usize, String);

fn retired() -> Vec<Retired> {
    let list = std::fs::read_to_string(root().join("docs/words.md")).unwrap();
    let rows = list.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let phrases = |cell: &str| -> Vec<String> {
        cell.split(';').map(|words| plain(words).trim().to_owned()).filter(|words| !words.is_empty()).collect()
    };
    let entries = rows.flat_map(|row| {
        let cells: Vec<_> = row.trim_matches('|').split('|').collect();
        let [words, instead, allowed] = cells[..] else { panic!("three columns: {row}") };
        let (instead, allowed) = (instead.trim().to_owned(), phrases(allowed));
        let entry = move |words| Retired { words, instead: instead.clone(), allowed: allowed.clone() };
        phrases(words).into_iter().map(entry).collect::<Vec<_>>()
    });
    entries.collect()
}

/// In lower case, every run of other characters than letters as one blank, so that words have blanks around them. Underscores and
/// hyphens join: `free_velocity` is one word.
fn plain(text: &str) -> String {
    let mut words = String::from(" ");
    for letter in text.chars().flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() || matches!(letter, '_' | '-' | '\'') {
            words.push(letter);
        } else if !words.ends_with(' ') {
            words.push(' ');
        }
    }
    if words.ends_with(' ') { words } else { words + " " }
}

impl Retired {
    fn is_in(&self, text: &str) -> bool {
        let phrase = format!(" {} ", self.words);
        let without =
            self.allowed.iter().fold(text.to_owned(), |text, allowed| text.replace(&format!(" {allowed} "), " · "));
        without.contains(&phrase)
    }
}

/// Paragraphs of a document, without code names in backticks and without `{{name}}`, where a text is filled in.
fn paragraphs(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut first, mut paragraph) = (1, String::new());
    for (number, line) in text.lines().enumerate() {
        let own = line.is_empty() || line.starts_with(['|', '#', '-']);
        if own {
            pieces.push((first, std::mem::take(&mut paragraph)));
        }
        if paragraph.is_empty() {
            first = number + 1;
        }
        if !line.is_empty() {
            paragraph.push_str(line);
            paragraph.push('\n');
        }
    }
    pieces.push((first, paragraph));
    // A fence of three is the beginning of a block, not of a name.
    let without_code = |text: &str| text.replace("```", "").split('`').step_by(2).collect::<Vec<_>>().join("·");
    pieces.into_iter().map(|(line, text)| (line, without_placeholders(&without_code(&text)))).collect()
}

/// How a language writes strings and comments.
struct Language {
    quotes: &'static [&'static str],
    comment: &'static str,
    /// Comments that are documentation of the program for its users.
    documentation: Option<&'static str>,
}

const RUST: Language = Language { quotes: &["\""], comment: "//", documentation: None };
const RUST_WITH_HELP: Language = Language { documentation: Some("///"), ..RUST };
const TYPESCRIPT: Language = Language { quotes: &["\"", "'", "`"], comment: "//", documentation: None };
const PYTHON: Language = Language { quotes: &["\"\"\"", "\"", "'"], comment: "#", documentation: None };

/// The strings of a program, and its documentation for users, block by block.
fn strings(text: &str, language: &Language) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut rest, mut line, mut last_documented) = (text, 1, 0);
    while let Some(letter) = rest.chars().next() {
        let documented = language.documentation.and_then(|marker| rest.strip_prefix(marker));
        if let Some(words) = documented {
            let words = words.lines().next().unwrap_or_default();
            match pieces.last_mut() {
                Some((_, block)) if last_documented + 1 == line => block.push_str(words),
                _ => pieces.push((line, words.to_owned())),
            }
            last_documented = line;
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if rest.starts_with(language.comment) {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if language.comment == "//" && rest.starts_with("/*") {
            let (comment, after) = rest.split_at(rest.find("*/").unwrap_or(rest.len()));
            line += comment.matches('\n').count();
            rest = after;
        } else if let Some(quoted) = ["'\"'", "b'\"'", "'\\''"].iter().find(|quoted| rest.starts_with(**quoted)) {
            // A quote as a character.
            rest = &rest[quoted.len()..];
        } else if let Some(quote) = language.quotes.iter().find(|quote| rest.starts_with(**quote)) {
            rest = &rest[quote.len()..];
            let (mut content, mut escaped) = (String::new(), false);
            while let Some(letter) = rest.chars().next() {
                if !escaped && rest.starts_with(quote) {
                    break;
                }
                escaped = letter == '\\' && !escaped;
                // `\n` between two words is a blank.
                content.push(if escaped { ' ' } else { letter });
                rest = &rest[letter.len_utf8()..];
                if escaped && rest.starts_with('n') {
                    rest = &rest[1..];
                    escaped = false;
                }
            }
            let lines = content.matches('\n').count();
            // A single word is a key or an identifier. In sentences, code names and what takes the place of `{name}` do not count.
            if content.contains(char::is_whitespace) {
                let content = content.replace("```", "").split('`').step_by(2).collect::<Vec<_>>().join("·");
                pieces.push((line, without_placeholders(&content)));
            }
            line += lines;
            rest = rest.strip_prefix(quote).unwrap_or(rest);
        } else {
            line += usize::from(letter == '\n');
            rest = &rest[letter.len_utf8()..];
        }
    }
    pieces
}

fn without_tags(text: &str) -> String {
    let outside = text.split('<').map(|part| part.split_once('>').map_or("", |(_, after)| after));
    outside.collect::<Vec<_>>().join(" ")
}

fn without_placeholders(text: &str) -> String {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "·" + part.split_once('}').map_or(part, |(_, after)| after))
}

/// All text that users read, file by file.
fn texts() -> Vec<(PathBuf, Vec<Piece>)> {
    let root = root();
    let found = |folder: &str, ending: &str| files(&root.join(folder), ending, &["tests", "browser-test"]);
    let mut texts = Vec::new();
    let mut read = |paths: Vec<PathBuf>, pieces: &dyn Fn(&Path, &str) -> Vec<Piece>| {
        for path in paths {
            let text = std::fs::read_to_string(&path).unwrap();
            texts.push((path.strip_prefix(&root).unwrap().to_owned(), pieces(&path, &text)));
        }
    };
    let documents = found("", ".md").into_iter().filter(|path| !path.ends_with("docs/words.md")).collect();
    read(documents, &|_, text| paragraphs(text));
    read(found("crates/formats/src/scene/built_in", ".toml"), &|_, text| paragraphs(text));
    read(found("crates/viewer/page/src", ".html"), &|_, text| paragraphs(&without_tags(text)));
    read(found("crates/viewer/page/src", ".ts"), &|_, text| strings(text, &TYPESCRIPT));
    read(found("python/stiction", ".py"), &|_, text| strings(text, &PYTHON));
    read(found("crates", ".rs"), &|path, text| {
        // Documentation comments of these are help texts; tests at the end of a file are not for users.
        let shown =
            ["crates/cli/src/arguments", "crates/python/src"].iter().any(|part| path.starts_with(root.join(part)));
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        strings(text, if shown { &RUST_WITH_HELP } else { &RUST })
    });
    texts
}

#[test]
fn no_retired_word_is_in_what_users_read() {
    let retired = retired();
    assert!(retired.len() > 40, "{}", retired.len());
    let texts = texts();
    assert!(texts.len() > 300, "{}", texts.len());
    let mut found = Vec::new();
    for (path, pieces) in &texts {
        for (line, text) in pieces {
            let text = plain(text);
            for Retired { words, instead, .. } in retired.iter().filter(|retired| retired.is_in(&text)) {
                found.push(format!("{}:{line}: {words:?}; instead: {instead}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{} retired words; see docs/words.md\n{}", found.len(), found.join("\n"));
}

#[test]
fn retired_words_are_found_where_they_are() {
    let retired = retired();
    let all = |pieces: Vec<Piece>| -> Vec<_> {
        let pieces = pieces.iter().map(|(line, text)| (*line, plain(text))).collect::<Vec<_>>();
        let hits = |(line, text): &(usize, String)| {
            retired
                .iter()
                .filter(|retired| retired.is_in(text))
                .map(|retired| (*line, retired.words.clone()))
                .collect::<Vec<_>>()
        };
        pieces.iter().flat_map(hits).collect()
    };
    let hit = |line, words: &str| (line, words.to_owned());
    assert_eq!(
        all(paragraphs("One.\n\nThe drift of\na free\nvelocity, `drift`.")),
        [hit(3, "free velocity"), hit(3, "drift")]
    );
    assert_eq!(all(paragraphs("The drift tolerance and `free velocity`.")), []);
    let program =
        "// drift\nlet a = '\"';\nlet b = \"no {told} drift\";\n/// a\n/// remark\nfn c() { \"it broke\\noff\" }";
    assert_eq!(all(strings(program, &RUST)), [hit(3, "drift"), hit(6, "broke off")]);
    assert_eq!(all(strings(program, &RUST_WITH_HELP)), [hit(3, "drift"), hit(4, "remark"), hit(6, "broke off")]);
    assert_eq!(all(strings("x = 'a' # drift\n\"\"\"One\n\na remark.\"\"\"", &PYTHON)), [hit(2, "remark")]);
    assert_eq!(
        all(strings("const a = `a ${b} remark`; // drift\n/* it's\na */ 'no\\nnotice'", &TYPESCRIPT)),
        [hit(1, "remark"), hit(3, "notice")]
    );
}
