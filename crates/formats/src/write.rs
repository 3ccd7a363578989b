//! Problems → text, one matrix row per line. Reading it back gives the same bits.

use crate::{FORMAT, MatrixFile, ProblemFile, ProblemKind};
use std::fmt::Write;

impl ProblemFile {
    /// The file's text. A number that is not finite has no JSON form: it is written as `null`, which
    /// only bounds may be, so that reading the text names the entry.
    pub fn to_json(&self) -> String {
        let (kind, bounds) = match &self.kind {
            ProblemKind::Lcp => ("lcp", None),
            ProblemKind::MixedLcp { lower, upper } => ("mlcp", Some((lower, upper))),
        };
        let mut text = format!("{{\n  \"format\": {FORMAT},\n  \"kind\": \"{kind}\"");
        // Writing to a string cannot fail.
        let _ = write!(text, ",\n  \"matrix\": {}", matrix(&self.matrix));
        let _ = write!(text, ",\n  \"vector\": {}", list(&self.vector, number));
        if let Some((lower, upper)) = bounds {
            let bound = |bound: &Option<f64>| number(&bound.unwrap_or(f64::NAN));
            let _ = write!(text, ",\n  \"lower\": {},\n  \"upper\": {}", list(lower, bound), list(upper, bound));
        }
        if !self.names.is_empty() {
            let _ = write!(text, ",\n  \"names\": {}", list(&self.names, |name| quoted(name)));
        }
        text.push_str("\n}\n");
        text
    }
}

/// A matrix as the value of a field of the file itself.
pub(crate) fn matrix(file: &MatrixFile) -> String {
    match file {
        MatrixFile::Dense(rows) => {
            let rows: Vec<_> = rows.iter().map(|row| format!("    {}", list(row, number))).collect();
            format!("[\n{}\n  ]", rows.join(",\n"))
        }
        MatrixFile::Sparse { rows, columns, values, shape } => format!(
            "{{\n    \"shape\": [{}, {}],\n    \"rows\": {},\n    \"columns\": {},\n    \"values\": {}\n  }}",
            shape.0,
            shape.1,
            list(rows, usize::to_string),
            list(columns, usize::to_string),
            list(values, number)
        ),
        MatrixFile::Named(name) => quoted(name),
    }
}

pub(crate) fn list<T>(entries: &[T], write: impl Fn(&T) -> String) -> String {
    format!("[{}]", entries.iter().map(write).collect::<Vec<_>>().join(", "))
}

/// The shortest decimal that reads back as the same double.
pub(crate) fn number(value: &f64) -> String {
    if value.is_finite() { format!("{value:?}") } else { "null".to_owned() }
}

pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\0'..='\x1f' => quoted.push_str(&format!("\\u{:04x}", u32::from(letter))),
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
