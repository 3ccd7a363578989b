use clap::Args;
use std::path::PathBuf;

pub const AFTER_HELP: &str = "\
A truncated recording is read up to its last complete record; the rest is reported in bytes.

Examples:
  stiction run box-stack --record stack.stiction
  stiction inspect stack.stiction
  stiction inspect stack.stiction --step 120 --json

Exit codes:
  0  read
  2  bad input or usage, or not a recording";

#[derive(Args)]
pub struct InspectArguments {
    /// Recording written by `stiction run --record`
    pub file: PathBuf,

    /// Also print the frame at this step, or the last one before it: state, bodies, contacts
    #[arg(long, value_name = "N")]
    pub step: Option<u64>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
