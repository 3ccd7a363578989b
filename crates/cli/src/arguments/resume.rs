use super::value::{threads, until};
use clap::Args;
use std::path::PathBuf;

pub const AFTER_HELP: &str = "\
Examples:
  stiction run ball-pit --checkpoint pit.checkpoint --record pit.stiction
  stiction resume pit.checkpoint
  stiction resume pit.checkpoint --until 20

States, contacts, impulses and summary are bit for bit those of an uninterrupted run. Measured
times count from the checkpoint. The recording continues at the checkpoint. The checkpoint contains
the scene and every file that it names, so later changes of these files have no effect. With
--budget-us, steps depend on the clock, and so do the bits.

Exit codes:
  those of `stiction run`";

#[derive(Args)]
pub struct ResumeArguments {
    /// Checkpoint file; the run keeps updating it
    pub file: PathBuf,

    /// End of the run in seconds of simulated time [default: the original end]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = until)]
    pub until: Option<f64>,

    /// New path of the recording if it was moved; for a run without recording, where to record from here on
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Overwrite an existing file with a new recording
    #[arg(long)]
    pub force: bool,

    /// Simulated time between checkpoints, in seconds [default: as before]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = until)]
    pub checkpoint_every: Option<f64>,

    /// Threads that solve independent groups of contacts (islands); results do not depend on their number
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub threads: usize,

    /// Folder for contact problems of unsolved steps [default: as before]
    #[arg(long, value_name = "DIR")]
    pub failures: Option<PathBuf>,

    /// Print everything that the run measured
    #[arg(long)]
    pub details: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
