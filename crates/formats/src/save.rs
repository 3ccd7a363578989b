//! The only place that writes files.

use crate::{ContactFile, FclibFile, FormatError, ResolveError, no_matrix_files};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Writes an FCLIB file; see [`FclibFile::to_bytes`]. An interrupted write leaves the old file as it was.
pub fn write_fclib(path: &Path, file: &FclibFile) -> Result<(), FormatError> {
    let bytes = file.to_bytes(&path.display().to_string())?;
    write_whole(path, &bytes)
}

/// Writes a contact problem in JSON. What reading it back would object to is an error here, with the same words.
pub fn write_contact(path: &Path, file: &ContactFile) -> Result<(), FormatError> {
    let name = path.display().to_string();
    let text = file.to_json();
    let read = ContactFile::parse(&name, text.as_bytes())?;
    read.resolve(&mut no_matrix_files).map_err(|error| match error {
        ResolveError::Field(error) => FormatError::whole_file(&name, error.to_string()),
        ResolveError::Matrix(error) => error,
    })?;
    write_whole(path, text.as_bytes())
}

/// Writes a text. An interrupted write leaves the old file as it was.
pub fn write_text(path: &Path, text: &str) -> Result<(), FormatError> {
    write_whole(path, text.as_bytes())
}

/// Writes bytes. An interrupted write leaves the old file as it was.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), FormatError> {
    write_whole(path, bytes)
}

/// Writes beside the file, then renames: nobody ever sees half a file.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FormatError> {
    // Two processes that write the same file must not share the one beside it.
    write_whole_by(path, &format!(".{}.part", std::process::id()), bytes)
}

/// The same, by a file beside it whose name has this ending more.
pub(crate) fn write_whole_by(path: &Path, ending: &str, bytes: &[u8]) -> Result<(), FormatError> {
    let failed = |error| FormatError::whole_file(&path.display().to_string(), format!("cannot be written: {error}"));
    let Some(name) = path.file_name() else {
        return Err(FormatError::whole_file(&path.display().to_string(), "expected the name of a file"));
    };
    let mut beside = name.to_owned();
    beside.push(ending);
    let beside = path.with_file_name(beside);
    let written = File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = std::fs::remove_file(&beside);
    }
    written.map_err(failed)
}
