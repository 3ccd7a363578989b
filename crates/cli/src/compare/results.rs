use super::plan::Plan;
use super::row::Row;
use super::settings::CompareSettings;
use crate::failure::Failure;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use stiction_contact::Method;
use stiction_formats::{FormatError, Journal, make_folder, read_text, write_text};

/// The lines of `results.csv`: each is in the file as soon as it is known.
pub struct Results {
    path: PathBuf,
    journal: Journal,
    rows: Vec<Row>,
    held: BTreeSet<(String, u64, Method)>,
}

impl Results {
    /// Opens the results in a folder, or begins anew. A last line that was cut short is dropped, and so are lines whose
    /// file has changed; what else is no line of results is an error, as nobody knows what it should be.
    pub fn open(folder: &Path, settings: &CompareSettings, restart: bool, plan: &Plan) -> Result<Self, Failure> {
        make_folder(folder)?;
        let (path, guard) = (folder.join("results.csv"), folder.join("run.json"));
        let (mut journal, mut lines) = Journal::open(&path)?;
        if restart {
            journal.clear()?;
            lines.clear();
        }
        match lines.first() {
            // Nothing is there, or the program was stopped before the first line was whole.
            None => {
                let text = serde_json::to_string_pretty(settings).map_err(|error| Failure::Output(error.into()))?;
                write_text(&guard, &(text + "\n"))?;
                journal.append(Row::HEADER)?;
            }
            Some(header) if header == Row::HEADER => check_guard(folder, &guard, settings)?,
            Some(_) => {
                let message = "the first line has other columns than this program writes";
                return Err(Failure::Request(format!("{}: {message}; --restart deletes the results", path.display())));
            }
        }
        let mut results = Self { path, journal, rows: Vec::new(), held: BTreeSet::new() };
        let current = |row: &Row| plan.content(&row.file).is_none_or(|content| content == row.content);
        for (number, line) in lines.iter().enumerate().skip(1) {
            let row = Row::parse(line).map_err(|fault| {
                let path = results.path.display();
                Failure::Request(format!("{path}:{}: {fault}; --restart deletes the results", number + 1))
            })?;
            if current(&row) {
                results.keep(row);
            }
        }
        Ok(results)
    }

    /// Adds a line.
    pub fn add(&mut self, row: Row) -> Result<(), Failure> {
        self.journal.append(&row.to_line())?;
        self.keep(row);
        Ok(())
    }

    fn keep(&mut self, row: Row) {
        if self.held.insert((row.file.clone(), row.content, row.method)) {
            self.rows.push(row);
        }
    }

    /// Whether there is a result for a file of this content.
    pub fn holds(&self, file: &str, content: u64, method: Method) -> bool {
        self.held.contains(&(file.to_owned(), content, method))
    }

    /// Puts the lines in the order of the files and of the registry, whichever was finished first; those of other files
    /// stand at the end. Gives the rows.
    pub fn finish(self, order: &BTreeMap<String, usize>) -> Result<Vec<Row>, Failure> {
        let Self { path, journal, mut rows, .. } = self;
        // Some systems replace no file that is open.
        drop(journal);
        rows.sort_by_key(|row| (order.get(&row.file).copied().unwrap_or(usize::MAX), row.method));
        let lines = rows.iter().map(Row::to_line);
        let text: String = [Row::HEADER.to_owned()].into_iter().chain(lines).map(|line| line + "\n").collect();
        write_text(&path, &text)?;
        Ok(rows)
    }
}

/// Results of other settings must not be mixed with these.
fn check_guard(folder: &Path, guard: &Path, settings: &CompareSettings) -> Result<(), Failure> {
    let unknown = |error: String| {
        let path = guard.display();
        let expected = "expected the settings of the results beside it";
        Failure::Request(format!("{path}: {expected}: {error}; --restart deletes them"))
    };
    // The path is in the message already.
    let bare = |error: FormatError| error.to_string().replacen(&format!("{}: ", guard.display()), "", 1);
    let text = read_text(guard).map_err(|error| unknown(bare(error)))?;
    let there: CompareSettings = serde_json::from_str(&text).map_err(|error| unknown(error.to_string()))?;
    match settings.differences(&there) {
        differences if differences.is_empty() => Ok(()),
        differences => Err(Failure::OtherSettings(folder.to_owned(), differences)),
    }
}
