//! No bytes make the readers panic; what they accept is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stiction_formats::{
    ContactFile, ProblemFile, no_matrix_files, parse_matrix_market, parse_point, write_matrix_market,
};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(file) = ProblemFile::parse("problem.json", bytes) {
        let again = ProblemFile::parse("again.json", file.to_json().as_bytes());
        assert_eq!(again.as_ref(), Ok(&file));
        let _ = file.resolve(&mut no_matrix_files);
    }
    if let Ok(file) = ContactFile::parse("contact.json", bytes) {
        let again = ContactFile::parse("again.json", file.to_json().as_bytes());
        assert_eq!(again.as_ref(), Ok(&file));
        let _ = file.resolve(&mut no_matrix_files);
    }
    if let Ok(matrix) = parse_matrix_market("matrix.mtx", bytes)
        // A shape alone is cheap to ask for and dear to write.
        && matrix.rows() * matrix.columns() <= 1 << 16
    {
        let again = parse_matrix_market("again.mtx", write_matrix_market(&matrix).as_bytes());
        assert_eq!(again.as_ref(), Ok(&matrix));
    }
    let _ = parse_point("point.json", bytes, 2);
});
