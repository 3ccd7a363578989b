use clap::Args;
use std::path::PathBuf;

pub const AFTER_HELP: &str = "\
A recording that broke off is read as far as it is whole, and the answer says how many bytes are not.

Examples:
  stiction run box-stack --record stack.stiction
  stiction inspect stack.stiction
  stiction inspect stack.stiction --step 120 --json

Exit codes:
  0  read
  2  bad input or usage, or no recording";

#[derive(Args)]
pub struct InspectArguments {
    /// A recording, as `stiction run --record` writes it
    pub file: PathBuf,

    /// Also show the frame of this step, or the last before it: state, bodies, contacts
    #[arg(long, value_name = "N")]
    pub step: Option<u64>,

    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,
}
