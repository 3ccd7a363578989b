//! The only place that opens files.

use crate::field::printable;
use crate::json::Value;
use crate::source::Source;
use crate::{
    AnyProblem, ContactFile, FclibFile, FieldError, FormatError, LARGEST_FCLIB, LARGEST_JSON, LARGEST_MATRIX_MARKET,
    LoadedContact, LoadedProblem, ProblemFile, ResolveError, decode, parse_fclib, parse_impulses, parse_matrix_market,
    parse_point,
};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use stiction_complementarity::Matrix;

/// The first bytes of an HDF5 file.
const HDF5_SIGNATURE: &[u8] = b"\x89HDF\r\n\x1a\n";

/// Reads a problem file of linear kind, and the Matrix Market file beside it if it names one.
pub fn read_problem(path: &Path) -> Result<LoadedProblem, FormatError> {
    let name = path.display().to_string();
    let bytes = read_bytes(path, LARGEST_JSON)?;
    let source = Source::new(&name, &bytes)?;
    linear(path, source, &decode::value(source)?)
}

/// Reads a contact problem file, and the Matrix Market files beside it if it names such.
pub fn read_contact(path: &Path) -> Result<LoadedContact, FormatError> {
    let name = path.display().to_string();
    let bytes = read_bytes(path, LARGEST_JSON)?;
    let source = Source::new(&name, &bytes)?;
    contact(path, source, &decode::value(source)?)
}

/// Reads a problem of any kind; what the file holds decides which, not its name.
pub fn read_any_problem(path: &Path) -> Result<AnyProblem, FormatError> {
    let name = path.display().to_string();
    let hdf5 = |head: &[u8]| head.starts_with(HDF5_SIGNATURE);
    let bytes = read_by_head(path, |head| if hdf5(head) { LARGEST_FCLIB } else { LARGEST_JSON })?;
    if hdf5(&bytes) {
        return parse_fclib(&name, &bytes).map(AnyProblem::Fclib);
    }
    let source = Source::new(&name, &bytes)?;
    let value = decode::value(source)?;
    match decode::kind(&value) {
        Some("contact") => contact(path, source, &value).map(AnyProblem::Contact),
        None | Some("lcp" | "mlcp") => linear(path, source, &value).map(AnyProblem::Linear),
        Some(other) => {
            let message = format!("expected \"lcp\", \"mlcp\" or \"contact\", found \"{}\"", printable(other));
            let error = FieldError::at("kind", message);
            Err(source.error(value.locate(&error.path.0), &error))
        }
    }
}

fn linear(path: &Path, source: Source<'_>, value: &Value) -> Result<LoadedProblem, FormatError> {
    let file = ProblemFile::from_value(source, value)?;
    file.resolve(&mut |matrix| read_beside(path, matrix)).map_err(|error| located(source, value, error))
}

fn contact(path: &Path, source: Source<'_>, value: &Value) -> Result<LoadedContact, FormatError> {
    let file = ContactFile::from_value(source, value)?;
    file.resolve(&mut |matrix| read_beside(path, matrix)).map_err(|error| located(source, value, error))
}

fn read_beside(path: &Path, matrix: &str) -> Result<Matrix, FormatError> {
    read_matrix_market(&path.parent().unwrap_or(Path::new("")).join(matrix))
}

fn located(source: Source<'_>, value: &Value, error: ResolveError) -> FormatError {
    match error {
        ResolveError::Field(error) => source.error(value.locate(&error.path.0), &error),
        ResolveError::Matrix(error) => error,
    }
}

/// Reads a Matrix Market file.
pub fn read_matrix_market(path: &Path) -> Result<Matrix, FormatError> {
    parse_matrix_market(&path.display().to_string(), &read_bytes(path, LARGEST_MATRIX_MARKET)?)
}

/// Refuses every matrix with a file of its own: for problem files that come from elsewhere than a folder.
pub fn no_matrix_files(name: &str) -> Result<Matrix, FormatError> {
    Err(FormatError::whole_file(name, "expected the matrix in the problem file itself, found the name of a file"))
}

/// Reads a start point for a problem of `rows` rows; see [`parse_point`].
pub fn read_point(path: &Path, rows: usize) -> Result<Vec<f64>, FormatError> {
    parse_point(&path.display().to_string(), &read_bytes(path, LARGEST_JSON)?, rows)
}

/// Reads impulses to start a contact problem of `rows` rows from; see [`parse_impulses`].
pub fn read_impulses(path: &Path, rows: usize) -> Result<Vec<f64>, FormatError> {
    parse_impulses(&path.display().to_string(), &read_bytes(path, LARGEST_JSON)?, rows)
}

/// Reads an FCLIB file; see [`parse_fclib`].
pub fn read_fclib(path: &Path) -> Result<FclibFile, FormatError> {
    parse_fclib(&path.display().to_string(), &read_bytes(path, LARGEST_FCLIB)?)
}

/// Reads a text of at most as many bytes as a JSON file may have.
pub fn read_text(path: &Path) -> Result<String, FormatError> {
    let bytes = read_bytes(path, LARGEST_JSON)?;
    Source::new(&path.display().to_string(), &bytes).map(|source| source.text.to_owned())
}

pub(crate) fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, FormatError> {
    read_by_head(path, |_| limit)
}

/// Reads a file whose first bytes tell how long it may be.
fn read_by_head(path: &Path, limit: impl Fn(&[u8]) -> u64) -> Result<Vec<u8>, FormatError> {
    let mut bytes = Vec::new();
    // The limit is kept while reading, as a pipe or a device does not tell its length.
    let read = File::open(path).and_then(|mut file| {
        file.by_ref().take(HDF5_SIGNATURE.len() as u64).read_to_end(&mut bytes)?;
        let limit = limit(&bytes);
        file.take((limit + 1).saturating_sub(bytes.len() as u64)).read_to_end(&mut bytes)?;
        Ok(limit)
    });
    let name = path.display().to_string();
    match read {
        Err(error) => Err(FormatError::whole_file(&name, format!("cannot be read: {error}"))),
        Ok(limit) if bytes.len() as u64 > limit => {
            Err(FormatError::whole_file(&name, format!("expected at most {} MiB, found more", limit >> 20)))
        }
        Ok(_) => Ok(bytes),
    }
}
