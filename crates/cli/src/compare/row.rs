use crate::contact::ContactRun;
use stiction_contact::{ContactProblem, Method};

/// One method on one problem: a line of the results.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The file, as it was found.
    pub file: String,
    /// Laws with a normal.
    pub contacts: usize,
    /// Rows of the problem.
    pub rows: usize,
    /// The method.
    pub method: Method,
    /// How it ended, by name.
    pub outcome: String,
    /// The natural map over the largest free velocity.
    pub relative: f64,
    /// The natural map, m/s.
    pub natural: f64,
    /// FCLIB's measure, where there is one.
    pub fclib: Option<f64>,
    /// Matrix factorisations.
    pub factorizations: usize,
    /// Iterations.
    pub iterations: usize,
    /// Microseconds.
    pub wall_us: f64,
    /// Whether the exact laws hold.
    pub solved: bool,
    /// The fingerprint of the file.
    pub content: u64,
}

impl Row {
    /// The names of the columns.
    pub const HEADER: &str = "file,contacts,rows,method,outcome,relative_residual,natural_m_per_s,fclib_measure,\
                              factorizations,iterations,wall_us,solved,content";

    /// A finished run.
    pub fn new(file: &str, content: u64, problem: &ContactProblem, run: &ContactRun) -> Self {
        let solution = &run.solution;
        Self {
            file: file.to_owned(),
            contacts: problem.laws().iter().filter(|law| law.has_normal()).count(),
            rows: problem.order(),
            method: run.method,
            outcome: solution.outcome.name().to_owned(),
            relative: solution.residual.relative,
            natural: solution.residual.velocity,
            fclib: solution.residual.fclib,
            factorizations: solution.effort.factorizations,
            iterations: solution.effort.iterations,
            wall_us: run.wall.as_secs_f64() * 1e6,
            solved: solution.is_solved(),
            content,
        }
    }

    /// The row as a line of comma-separated values; numbers keep every digit.
    pub fn to_line(&self) -> String {
        let file = if self.file.contains([',', '"']) {
            format!("\"{}\"", self.file.replace('"', "\"\""))
        } else {
            self.file.clone()
        };
        let fclib = self.fclib.map_or_else(String::new, |value| format!("{value:e}"));
        format!(
            "{file},{},{},{},{},{:e},{:e},{fclib},{},{},{},{},{:016x}",
            self.contacts,
            self.rows,
            self.method,
            self.outcome,
            self.relative,
            self.natural,
            self.factorizations,
            self.iterations,
            self.wall_us,
            self.solved,
            self.content
        )
    }

    /// The row that a line holds, if it is one.
    pub fn parse(line: &str) -> Option<Self> {
        let (file, rest) = match line.strip_prefix('"') {
            Some(quoted) => quoted_field(quoted)?,
            None => line.split_once(',').map(|(file, rest)| (file.to_owned(), rest))?,
        };
        let cells: Vec<_> = rest.split(',').collect();
        let [
            contacts,
            rows,
            method,
            outcome,
            relative,
            natural,
            fclib,
            factorizations,
            iterations,
            wall_us,
            solved,
            content,
        ] = cells.as_slice()
        else {
            return None;
        };
        Some(Self {
            file,
            contacts: contacts.parse().ok()?,
            rows: rows.parse().ok()?,
            method: method.parse().ok()?,
            outcome: (*outcome).to_owned(),
            relative: relative.parse().ok()?,
            natural: natural.parse().ok()?,
            fclib: if fclib.is_empty() { None } else { Some(fclib.parse().ok()?) },
            factorizations: factorizations.parse().ok()?,
            iterations: iterations.parse().ok()?,
            wall_us: wall_us.parse().ok().filter(|time: &f64| time.is_finite() && *time >= 0.0)?,
            solved: solved.parse().ok()?,
            content: u64::from_str_radix(content, 16).ok()?,
        })
    }
}

/// A field up to its closing quote, and what follows the comma behind it.
fn quoted_field(text: &str) -> Option<(String, &str)> {
    let (mut field, mut rest) = (String::new(), text);
    loop {
        let (part, behind) = rest.split_once('"')?;
        field.push_str(part);
        match behind.strip_prefix('"') {
            Some(more) => {
                field.push('"');
                rest = more;
            }
            None => return Some((field, behind.strip_prefix(',')?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_back_as_the_same_row() {
        let row = Row {
            file: "odd, \"name\".json".to_owned(),
            contacts: 3,
            rows: 9,
            method: Method::Nsgs,
            outcome: "solved".to_owned(),
            relative: 1.0 / 3.0 * 1e-9,
            natural: f64::INFINITY,
            fclib: None,
            factorizations: 4,
            iterations: 5,
            wall_us: 12.345,
            solved: true,
            content: 7,
        };
        assert_eq!(Row::parse(&row.to_line()), Some(row.clone()));
        assert_eq!(row.to_line().matches(',').count(), Row::HEADER.matches(',').count() + 1);
        let plain = Row { file: "plain.json".to_owned(), fclib: Some(2e-17), ..row };
        assert_eq!(Row::parse(&plain.to_line()), Some(plain.clone()));
        let line = plain.to_line();
        assert_eq!(Row::parse(&line[..line.len() - 20]), None);
        assert_eq!(Row::parse("\"no end"), None);
    }
}
