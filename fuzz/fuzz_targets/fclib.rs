//! No bytes make the reader of FCLIB files panic, hang or ask for much memory; what it accepts is written and
//! read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stiction_formats::parse_fclib;

fuzz_target!(|bytes: &[u8]| {
    match parse_fclib("problem.hdf5", bytes) {
        Ok(file) => {
            let again = file.to_bytes("again.hdf5").and_then(|bytes| parse_fclib("again.hdf5", &bytes));
            assert_eq!(again.as_ref(), Ok(&file));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
