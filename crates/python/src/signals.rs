//! Ctrl-C while Rust is at work: Python is asked now and then whether it was pressed.

use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use stiction_complementarity::{Iteration, Observer};

/// Time between two checks for signals.
const PAUSE: Duration = Duration::from_millis(50);

/// Watches a solve: ends it on Ctrl-C, and when its time is up.
pub struct Watch {
    next: Instant,
    deadline: Option<Instant>,
    error: Option<PyErr>,
}

impl Watch {
    pub fn new(time_limit: Option<f64>) -> Self {
        let now = Instant::now();
        let limit = time_limit.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Self { next: now + PAUSE, deadline: limit.and_then(|limit| now.checked_add(limit)), error: None }
    }

    /// The exception that ended the solve, if one did.
    pub fn finish(self) -> PyResult<()> {
        self.error.map_or(Ok(()), Err)
    }
}

impl Observer for Watch {
    fn iteration(&mut self, _: &Iteration<'_>) -> ControlFlow<()> {
        if self.stops() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn stops(&mut self) -> bool {
        let now = Instant::now();
        if now >= self.next && self.error.is_none() {
            self.next = now + PAUSE;
            self.error = Python::attach(|py| py.check_signals()).err();
        }
        self.error.is_some() || self.deadline.is_some_and(|deadline| now >= deadline)
    }
}

thread_local! {
    /// When this thread next calls Python, the calls until the clock is looked at, and what Python answered.
    static NEXT: Cell<Option<Instant>> = const { Cell::new(None) };
    static CALLS: Cell<u8> = const { Cell::new(0) };
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Whether a step must end. Every sweep calls this, so that it reads the clock only now and then. Python reports a signal once;
/// here the answer stays true until `take_raised`, because a signal in the last sweep of a step does not end that step.
pub fn requested() -> bool {
    const CALLS_PER_LOOK: u8 = 8;
    let calls = CALLS.get();
    CALLS.set((calls + 1) % CALLS_PER_LOOK);
    calls == 0 && requested_now()
}

/// The same between two steps.
pub fn requested_now() -> bool {
    if RAISED.with_borrow(Option::is_some) {
        return true;
    }
    let now = Instant::now();
    match NEXT.get() {
        Some(next) if now < next => return false,
        Some(_) => {}
        // The first look of a thread only sets the clock.
        None => {
            NEXT.set(Some(now + PAUSE));
            return false;
        }
    }
    NEXT.set(Some(now + PAUSE));
    match Python::attach(|py| py.check_signals()) {
        Ok(()) => false,
        Err(error) => {
            RAISED.set(Some(error));
            true
        }
    }
}

/// The exception behind the last yes, once.
pub fn take_raised() -> Option<PyErr> {
    RAISED.take()
}
