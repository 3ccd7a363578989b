//! A fault in one run must not end the others.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Once;

/// The outcome of a method that broke off by a fault of its own.
pub const PANICKED: &str = "panicked";

thread_local! {
    /// Whether this thread is in guarded work.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// Where the last panic came from.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// What the work gives; or, if it panics, what it said and where. Nothing is printed meanwhile: the message is told in
/// the results.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| if GUARDED.get() { note(info) } else { usual(info) }));
    });
    GUARDED.set(true);
    // What a panic leaves half done is dropped with the work: nobody sees it.
    let done = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(false);
    done.map_err(|payload| {
        let place = PLACE.take();
        if place.is_empty() { words(&*payload) } else { format!("{} ({place})", words(&*payload)) }
    })
}

fn note(info: &PanicHookInfo<'_>) {
    PLACE.set(info.location().map(ToString::to_string).unwrap_or_default());
}

fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().cloned();
    text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "unknown panic".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_reported_and_ends_nothing() {
        assert_eq!(guarded(|| 3), Ok(3));
        let empty: &[f64] = &[];
        let said = guarded(|| empty[std::hint::black_box(2)]).err().unwrap_or_default();
        assert!(said.starts_with("index out of bounds: the len is 0 but the index is 2 ("), "{said}");
        assert!(said.contains("guard.rs:"), "{said}");
        assert_eq!(guarded(|| 4), Ok(4));
    }
}
