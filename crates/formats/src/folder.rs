//! Which files are there.

use crate::FormatError;
use std::collections::BTreeSet;
use std::fs::{FileType, read_dir};
use std::path::{Path, PathBuf};

/// How the names of problem files end.
const ENDINGS: [&str; 3] = ["hdf5", "h5", "json"];

/// The problem files at the paths, each once: a file by itself, a folder with all below it that end in `.hdf5`, `.h5` or
/// `.json`, by name. Below a folder, links to files are followed, and links to folders are not: they may lead round in
/// circles. A link that leads nowhere is listed, as whoever reads it can say why.
pub fn find_problem_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, FormatError> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for path in paths {
        let kind = std::fs::metadata(path).map_err(|error| unreadable(path, &error))?.file_type();
        let mut below = Vec::new();
        collect(path, kind, &mut below)?;
        // The same file by two ways is one problem.
        found.extend(below.into_iter().filter(|path| seen.insert(path.canonicalize().unwrap_or(path.clone()))));
    }
    Ok(found)
}

/// Makes a folder, and those above it.
pub fn make_folder(path: &Path) -> Result<(), FormatError> {
    std::fs::create_dir_all(path)
        .map_err(|error| FormatError::whole_file(&path.display().to_string(), format!("cannot be created: {error}")))
}

fn collect(path: &Path, kind: FileType, found: &mut Vec<PathBuf>) -> Result<(), FormatError> {
    if !kind.is_dir() {
        if !kind.is_file() {
            let name = path.display().to_string();
            return Err(FormatError::whole_file(&name, "expected a file or a folder, found a device or a pipe"));
        }
        found.push(path.to_owned());
        return Ok(());
    }
    let mut entries = Vec::new();
    for entry in read_dir(path).map_err(|error| unreadable(path, &error))? {
        let entry = entry.map_err(|error| unreadable(path, &error))?;
        entries.push((entry.path(), entry.file_type().map_err(|error| unreadable(&entry.path(), &error))?));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    for (path, kind) in entries {
        if kind.is_dir() {
            collect(&path, kind, found)?;
        } else if has_ending(&path) && std::fs::metadata(&path).map_or(true, |target| target.is_file()) {
            found.push(path);
        }
    }
    Ok(())
}

fn has_ending(path: &Path) -> bool {
    let ending = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

fn unreadable(path: &Path, error: &std::io::Error) -> FormatError {
    FormatError::whole_file(&path.display().to_string(), format!("cannot be read: {error}"))
}
