//! `stiction run`, `stiction resume` and `stiction bench`.

mod bench;
mod checkpoints;
mod progress;
mod recorder;
mod request;
mod resume;
mod run;
mod step_budget;
mod timing;

pub use bench::{Bench, bench};
pub use request::find_scene;
pub use resume::resume;
pub use run::{End, Finished, run};
pub use timing::Timing;
