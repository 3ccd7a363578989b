use crate::contact::ContactRun;
use crate::guard::PANICKED;
use std::time::Duration;
use stiction_contact::{ContactProblem, Method};

/// Every outcome that a line may hold.
const OUTCOMES: [&str; 11] = [
    "solved",
    "model-solved",
    "no-solution",
    "ray-termination",
    "iteration-limit",
    "stalled",
    "diverged",
    "numerical-failure",
    "unsuited",
    "interrupted",
    PANICKED,
];

/// The longest note that is kept, in characters.
const LONGEST_NOTE: usize = 400;

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
    /// How it ended, by name: one of [`OUTCOMES`].
    pub outcome: &'static str,
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
    /// The fingerprint of the file.
    pub content: u64,
    /// What the program said when it broke off; else nothing.
    pub note: String,
}

impl Row {
    /// The names of the columns.
    pub const HEADER: &str = "file,contacts,rows,method,outcome,relative_residual,natural_m_per_s,fclib_measure,\
                              factorizations,iterations,wall_us,solved,no_solution,content,note";

    /// A finished run.
    pub fn new(file: &str, content: u64, problem: &ContactProblem, run: &ContactRun) -> Self {
        let solution = &run.solution;
        Self {
            outcome: solution.outcome.name(),
            relative: solution.residual.relative,
            natural: solution.residual.velocity,
            fclib: solution.residual.fclib,
            factorizations: solution.effort.factorizations,
            iterations: solution.effort.iterations,
            note: String::new(),
            ..Self::panicked(file, content, problem, run.method, run.wall, "")
        }
    }

    /// A method that broke off, and what it said.
    pub fn panicked(
        file: &str,
        content: u64,
        problem: &ContactProblem,
        method: Method,
        wall: Duration,
        note: &str,
    ) -> Self {
        // A line of results is one line.
        let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
        Self {
            file: file.to_owned(),
            contacts: problem.laws().iter().filter(|law| law.has_normal()).count(),
            rows: problem.order(),
            method,
            outcome: PANICKED,
            relative: f64::NAN,
            natural: f64::NAN,
            fclib: None,
            factorizations: 0,
            iterations: 0,
            wall_us: wall.as_secs_f64() * 1e6,
            content,
            note: note.chars().take(LONGEST_NOTE).map(plain).collect(),
        }
    }

    /// Whether the exact laws hold.
    pub fn is_solved(&self) -> bool {
        self.outcome == "solved"
    }

    /// Whether it was proved that nothing solves the problem.
    pub fn is_proved_empty(&self) -> bool {
        self.outcome == "no-solution"
    }

    /// Whether the method broke off.
    pub fn has_panicked(&self) -> bool {
        self.outcome == PANICKED
    }

    /// Neither an answer nor a proof, and not stopped by what the method is.
    pub fn has_failed(&self) -> bool {
        !["solved", "no-solution", "model-solved", "unsuited"].contains(&self.outcome)
    }

    /// The row as a line of comma-separated values; numbers keep every digit.
    pub fn to_line(&self) -> String {
        let fclib = self.fclib.map_or_else(String::new, |value| format!("{value:e}"));
        format!(
            "{},{},{},{},{},{:e},{:e},{fclib},{},{},{},{},{},{:016x},{}",
            cell(&self.file),
            self.contacts,
            self.rows,
            self.method,
            self.outcome,
            self.relative,
            self.natural,
            self.factorizations,
            self.iterations,
            self.wall_us,
            self.is_solved(),
            self.is_proved_empty(),
            self.content,
            cell(&self.note)
        )
    }

    /// The row that a line holds; or which column is at fault, and what was expected of it.
    pub fn parse(line: &str) -> Result<Self, String> {
        let names: Vec<_> = Self::HEADER.split(',').collect();
        let cells = cells(line).ok_or("expected a closing quote, and a comma or the end of the line behind it")?;
        if cells.len() != names.len() {
            return Err(format!("expected {} columns, found {}", names.len(), cells.len()));
        }
        let line = Line { names: &names, cells: &cells };
        let outcome = line.cell("outcome")?;
        let known = OUTCOMES.iter().find(|known| **known == outcome);
        let row = Self {
            file: line.cell("file")?.to_owned(),
            contacts: line.value("contacts", "a count")?,
            rows: line.value("rows", "a count")?,
            method: line.value("method", "the name of a method")?,
            outcome: known.ok_or_else(|| line.fault("outcome", &format!("one of {}", OUTCOMES.join(", "))))?,
            relative: line.value("relative_residual", "a number")?,
            natural: line.value("natural_m_per_s", "a number")?,
            fclib: match line.cell("fclib_measure")? {
                "" => None,
                _ => Some(line.value("fclib_measure", "a number or nothing")?),
            },
            factorizations: line.value("factorizations", "a count")?,
            iterations: line.value("iterations", "a count")?,
            wall_us: line.value("wall_us", "a time")?,
            content: u64::from_str_radix(line.cell("content")?, 16)
                .map_err(|_| line.fault("content", "sixteen hexadecimal digits"))?,
            note: line.cell("note")?.to_owned(),
        };
        if !(row.wall_us.is_finite() && row.wall_us >= 0.0) {
            return Err(line.fault("wall_us", "a time, zero or more"));
        }
        for (name, is) in [("solved", row.is_solved()), ("no_solution", row.is_proved_empty())] {
            if line.cell(name)? != is.to_string() {
                return Err(line.fault(name, &format!("{is}, as the outcome is {}", row.outcome)));
            }
        }
        Ok(row)
    }
}

/// The cells of a line, by the names of their columns.
struct Line<'a> {
    names: &'a [&'a str],
    cells: &'a [String],
}

impl Line<'_> {
    fn cell(&self, name: &str) -> Result<&str, String> {
        let cell = self.names.iter().position(|known| *known == name).and_then(|place| self.cells.get(place));
        cell.map(String::as_str).ok_or_else(|| format!("{name}: expected this column, found none"))
    }

    fn value<T: std::str::FromStr>(&self, name: &str, expected: &str) -> Result<T, String> {
        self.cell(name)?.parse().map_err(|_| self.fault(name, expected))
    }

    fn fault(&self, name: &str, expected: &str) -> String {
        let found: String = self.cell(name).unwrap_or_default().chars().take(40).collect();
        format!("{name}: expected {expected}, found '{}'", found.escape_debug())
    }
}

/// A text as a cell.
fn cell(text: &str) -> String {
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// The cells of a line; none if a quote does not end.
fn cells(line: &str) -> Option<Vec<String>> {
    let (mut cells, mut rest) = (Vec::new(), line);
    loop {
        let (cell, behind) = match rest.strip_prefix('"') {
            Some(quoted) => quoted_cell(quoted)?,
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (rest[..end].to_owned(), &rest[end..])
            }
        };
        cells.push(cell);
        match behind.strip_prefix(',') {
            Some(more) => rest = more,
            None => return behind.is_empty().then_some(cells),
        }
    }
}

/// A cell up to its closing quote, and what follows.
fn quoted_cell(text: &str) -> Option<(String, &str)> {
    let (mut cell, mut rest) = (String::new(), text);
    loop {
        let (part, behind) = rest.split_once('"')?;
        cell.push_str(part);
        match behind.strip_prefix('"') {
            Some(more) => {
                cell.push('"');
                rest = more;
            }
            None => return Some((cell, behind)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_contact::Outcome;

    fn row() -> Row {
        Row {
            file: "odd, \"name\".json".to_owned(),
            contacts: 3,
            rows: 9,
            method: Method::Nsgs,
            outcome: "solved",
            relative: 1.0 / 3.0 * 1e-9,
            natural: f64::INFINITY,
            fclib: None,
            factorizations: 4,
            iterations: 5,
            wall_us: 12.345,
            content: 7,
            note: String::new(),
        }
    }

    #[test]
    fn a_line_reads_back_as_the_same_row() {
        let plain = Row { file: "plain.json".to_owned(), fclib: Some(2e-17), ..row() };
        let proof = Row { outcome: "no-solution", ..row() };
        let broken = Row { outcome: PANICKED, note: "index 3, \"of\" 2".to_owned(), ..row() };
        for row in [row(), plain, proof, broken] {
            assert_eq!(Row::parse(&row.to_line()), Ok(row.clone()));
            assert_eq!(cells(&row.to_line()).map(|cells| cells.len()), Some(Row::HEADER.split(',').count()));
        }
    }

    #[test]
    fn a_garbled_line_is_refused_by_column() {
        let line = row().to_line();
        for (from, to, fault) in [
            (",solved,", ",slved,", "outcome: expected one of solved, model-solved, "),
            (",solved,", ",stalled,", "solved: expected false, as the outcome is stalled, found 'true'"),
            (",false,", ",true,", "no_solution: expected false, as the outcome is solved, found 'true'"),
            (",nsgs,", ",nsg,", "method: expected the name of a method, found 'nsg'"),
            (",12.345,", ",-1,", "wall_us: expected a time, zero or more, found '-1'"),
            (",9,", ",,", "rows: expected a count, found ''"),
            (",9,", ",", "expected 15 columns, found 14"),
            ("\"\"", "\"", "expected a closing quote, and a comma"),
        ] {
            let fault_found = Row::parse(&line.replacen(from, to, 1)).err();
            assert!(fault_found.as_ref().is_some_and(|found| found.starts_with(fault)), "{fault_found:?}: {fault}");
        }
    }

    #[test]
    fn every_outcome_may_stand_in_a_line() {
        // A new outcome does not compile here until it has a place in the list.
        let place = |outcome: &Outcome| match outcome {
            Outcome::Solved => 0,
            Outcome::ModelSolved => 1,
            Outcome::NoSolution(_) => 2,
            Outcome::RayTermination => 3,
            Outcome::IterationLimit => 4,
            Outcome::Stalled => 5,
            Outcome::Diverged => 6,
            Outcome::NumericalFailure => 7,
            Outcome::Unsuited(_) => 8,
            Outcome::Interrupted => 9,
        };
        for outcome in [
            Outcome::Solved,
            Outcome::ModelSolved,
            Outcome::RayTermination,
            Outcome::IterationLimit,
            Outcome::Stalled,
            Outcome::Diverged,
            Outcome::NumericalFailure,
            Outcome::Unsuited(""),
            Outcome::Interrupted,
        ] {
            assert_eq!(OUTCOMES[place(&outcome)], outcome.name());
        }
    }
}
