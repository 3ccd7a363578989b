//! The only place that prints.

use crate::failure::Failure;
use std::io::{ErrorKind, IsTerminal, Write};

/// Writes an answer to stdout. A reader that has gone away (`| head`) is no fault.
pub fn answer(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

/// Writes to stderr, for people. Nobody may be reading: that must not stop a solve.
pub fn error(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Whether a person watches stderr.
pub fn error_is_terminal() -> bool {
    std::io::stderr().is_terminal()
}
