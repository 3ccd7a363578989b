//! A world or a solver is one thread's at a time.

use crate::errors;
use pyo3::PyResult;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// Takes it, unless another thread has it. Waiting would be a deadlock: the other thread may wait for Python.
pub fn take<'m, T>(mutex: &'m Mutex<T>, what: &str) -> PyResult<MutexGuard<'m, T>> {
    match mutex.try_lock() {
        Ok(guard) => Ok(guard),
        // What a panic left is refused or made anew by whoever asks.
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => Err(errors::step(format!("{what} is in use by another thread"))),
    }
}
