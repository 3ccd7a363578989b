//! The only place that opens files.

use crate::source::Source;
use crate::{
    FclibFile, FormatError, LARGEST_FCLIB, LARGEST_JSON, LARGEST_MATRIX_MARKET, LoadedProblem, ProblemFile,
    ResolveError, parse_fclib, parse_matrix_market, parse_point,
};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use stiction_complementarity::Matrix;

/// Reads a problem file, and the Matrix Market file beside it if it names one.
pub fn read_problem(path: &Path) -> Result<LoadedProblem, FormatError> {
    let name = path.display().to_string();
    let bytes = read_bytes(path, LARGEST_JSON)?;
    let source = Source::new(&name, &bytes)?;
    let (file, value) = ProblemFile::parse_located(source)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    file.resolve(&mut |matrix| read_matrix_market(&folder.join(matrix))).map_err(|error| match error {
        ResolveError::Field(error) => source.error(value.locate(&error.path.0), &error),
        // A file that cannot be opened is a fault of the field that names it.
        ResolveError::Matrix(error) if error.position.is_none() => {
            let error = crate::FieldError::at("matrix", error.to_string());
            source.error(value.locate(&error.path.0), &error)
        }
        ResolveError::Matrix(error) => error,
    })
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

/// Reads an FCLIB file; see [`parse_fclib`].
pub fn read_fclib(path: &Path) -> Result<FclibFile, FormatError> {
    parse_fclib(&path.display().to_string(), &read_bytes(path, LARGEST_FCLIB)?)
}

pub(crate) fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, FormatError> {
    let mut bytes = Vec::new();
    // The limit is kept while reading, as a pipe or a device does not tell its length.
    let read = File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes));
    let name = path.display().to_string();
    match read {
        Err(error) => Err(FormatError::whole_file(&name, format!("cannot be read: {error}"))),
        Ok(length) if length as u64 > limit => {
            Err(FormatError::whole_file(&name, format!("expected at most {} MiB, found more", limit >> 20)))
        }
        Ok(_) => Ok(bytes),
    }
}
