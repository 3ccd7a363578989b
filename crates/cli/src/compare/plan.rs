use super::results::Results;
use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stiction_contact::Method;
use stiction_formats::{find_problem_files, fingerprint};

/// A file and what is to be done with it.
pub struct Entry {
    /// Where it is.
    pub path: PathBuf,
    /// The same for tables.
    pub name: String,
    /// Its fingerprint.
    pub content: u64,
    /// The methods that are still to run.
    pub methods: Vec<Method>,
}

/// The files of a comparison, in order.
pub struct Plan {
    entries: Vec<Entry>,
    unreadable: Vec<(String, String)>,
}

impl Plan {
    /// Finds the files. The results' own settings are no problem, should their folder be searched too.
    pub fn new(paths: &[PathBuf], output: &Path) -> Result<Self, Failure> {
        let settings = output.join("run.json").canonicalize().ok();
        let mut plan = Self { entries: Vec::new(), unreadable: Vec::new() };
        for path in find_problem_files(paths)? {
            if settings.is_some() && path.canonicalize().ok() == settings {
                continue;
            }
            let name = path.display().to_string();
            if name.contains(['\n', '\r']) {
                plan.unreadable
                    .push((name, "its name has a line break, which a line of results cannot hold".to_owned()));
                continue;
            }
            match fingerprint(&path) {
                Ok(content) => plan.entries.push(Entry { path, name, content, methods: Vec::new() }),
                Err(error) => {
                    let reason = without_name(error.to_string(), &name);
                    plan.unreadable.push((name, reason));
                }
            }
        }
        Ok(plan)
    }

    /// Leaves to each file the methods without a result, and counts the others.
    pub fn leave_out_done(&mut self, results: &Results, methods: &[Method]) -> usize {
        let mut done = 0;
        for entry in &mut self.entries {
            let missing = |method: &&Method| !results.holds(&entry.name, entry.content, **method);
            entry.methods = methods.iter().filter(missing).copied().collect();
            done += methods.len() - entry.methods.len();
        }
        done
    }

    /// The fingerprint of a file, if it is one of these.
    pub fn content(&self, file: &str) -> Option<u64> {
        self.entries.iter().find(|entry| entry.name == file).map(|entry| entry.content)
    }

    /// The files with something to do.
    pub fn open_entries(&self) -> Vec<&Entry> {
        self.entries.iter().filter(|entry| !entry.methods.is_empty()).collect()
    }

    /// How many runs are left.
    pub fn pending(&self) -> usize {
        self.entries.iter().map(|entry| entry.methods.len()).sum()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.unreadable.is_empty()
    }

    /// How many files there are.
    pub fn files(&self) -> usize {
        self.entries.len()
    }

    /// The place of each file.
    pub fn order(&self) -> BTreeMap<String, usize> {
        self.entries.iter().enumerate().map(|(place, entry)| (entry.name.clone(), place)).collect()
    }

    /// Files that could not be looked at, and why.
    pub fn take_unreadable(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.unreadable)
    }
}

/// The list of skipped files names them already.
pub fn without_name(message: String, name: &str) -> String {
    match message.strip_prefix(name) {
        Some(rest) if rest.starts_with(": ") => rest[2..].to_owned(),
        Some(rest) if rest.starts_with(':') => format!("line {}", &rest[1..]),
        _ => message,
    }
}
