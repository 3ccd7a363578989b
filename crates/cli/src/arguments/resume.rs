use super::value::{threads, until};
use clap::Args;
use std::path::PathBuf;

pub const AFTER_HELP: &str = "\
Examples:
  stiction run ball-pit --checkpoint pit.checkpoint --record pit.stiction
  stiction resume pit.checkpoint
  stiction resume pit.checkpoint --until 20

States, contacts, impulses and the summary are bit for bit those of a run that was not stopped, but for times of the clock,
which are those since the checkpoint. The recording goes on where the checkpoint was. The scene is in the checkpoint, with
the files that it names: what became of those does not matter. With --budget-us, steps depend on the clock, and so do
the bits.

Exit codes:
  as those of `stiction run`";

#[derive(Args)]
pub struct ResumeArguments {
    /// The checkpoint, which goes on to be written
    pub file: PathBuf,

    /// How long to run, s of the scene's time from its start [default: as the run was to]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = until)]
    pub until: Option<f64>,

    /// Where the run's recording is now, if it was moved; of a run that was not recorded, where to write it from here on
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Overwrite a new recording if it exists
    #[arg(long)]
    pub force: bool,

    /// Write the checkpoint every so many seconds of the scene's time [default: as the run did]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = until)]
    pub checkpoint_every: Option<f64>,

    /// How many threads may work at once on groups of contacts that do not act on each other; the bits do not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub threads: usize,

    /// Where problems that were not solved are saved [default: as the run did]
    #[arg(long, value_name = "DIR")]
    pub failures: Option<PathBuf>,

    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,
}
