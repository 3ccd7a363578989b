//! Ctrl-C: the first stops the solver at its next iteration, the second ends the program. While no
//! solver listens, the first ends the program too.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static LISTENING: AtomicBool = AtomicBool::new(false);

/// The exit code of programs that end on Ctrl-C, by custom 128 + SIGINT.
pub const EXIT_CODE: u8 = 130;

/// Catches Ctrl-C from now on. Where it cannot be caught, it ends the program as ever.
pub fn install() {
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::SeqCst) || !LISTENING.load(Ordering::SeqCst) {
            std::process::exit(i32::from(EXIT_CODE));
        }
    });
}

/// Whether Ctrl-C was pressed.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// While this lives, a solver asks [`requested`] at every iteration.
pub struct Listening(());

impl Listening {
    pub fn start() -> Self {
        LISTENING.store(true, Ordering::SeqCst);
        Self(())
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENING.store(false, Ordering::SeqCst);
    }
}
