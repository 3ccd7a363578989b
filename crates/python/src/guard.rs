//! A fault of the library must reach Python as an exception, and nothing else must be printed of it.

use crate::errors;
use pyo3::PyResult;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<usize> = const { Cell::new(0) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The result of the work; if it panics, an `InternalError` with the message and its place.
pub fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    caught(work).map_err(|fault| errors::internal(format!("stopped early by an internal error: {fault}")))
}

/// As `guarded`, for threads that Python does not know.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| match GUARDED.get() {
            0 => usual(info),
            _ => PLACE.set(info.location().map(ToString::to_string).unwrap_or_default()),
        }));
    });
    GUARDED.set(GUARDED.get() + 1);
    // What a panic leaves half done is not looked at again: answers are made anew, worlds refuse to go on.
    let done = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(GUARDED.get() - 1);
    done.map_err(|payload| format!("{} ({})", words(&*payload), PLACE.take()))
}

fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().cloned();
    text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "no message".into())
}
