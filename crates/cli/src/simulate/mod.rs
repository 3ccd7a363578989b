//! `stiction run` and `stiction bench`.

mod bench;
mod progress;
mod request;
mod run;
mod timing;

pub use bench::{Bench, bench};
pub use request::{RunRequest, find_scene};
pub use run::{End, Finished, run};
pub use timing::Timing;
