use crate::{Check, StudyError};

/// A table in a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// The names of the columns.
    pub fn new(columns: &[&str]) -> Self {
        Self { columns: columns.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row<Cell: Into<String>>(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Of all checks.
    pub fn of_checks(checks: &[Check]) -> Self {
        let mut table = Self::new(&["check", "expected", "got", "tolerance", ""]);
        for check in checks {
            let mark = if check.passes { "✓" } else { "✗ fails" };
            table.row([&*check.what, &*check.expected, &*check.got, &*check.tolerance, mark]);
        }
        table
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = line(&self.columns);
        text.push_str(&format!("|{}\n", " --- |".repeat(self.columns.len())));
        text.extend(self.rows.iter().map(|row| line(row)));
        text
    }
}

/// The rows of a Markdown table, without its head; another number of columns is an error.
pub fn rows<const COLUMNS: usize>(markdown: &str) -> impl Iterator<Item = Result<[&str; COLUMNS], StudyError>> {
    let body = markdown.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    body.filter(|line| line.starts_with('|')).map(|line| {
        let cells: Vec<_> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let wrong = || StudyError::Broken(format!("a row needs {COLUMNS} columns: {line}"));
        cells.try_into().map_err(|_| wrong())
    })
}
