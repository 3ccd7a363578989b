use clap::{Args, value_parser};
use std::path::PathBuf;

pub const AFTER_HELP: &str = "\
Examples:
  stiction export stack.stiction --csv tables
  stiction export stack.stiction --npz stack.npz        # numpy.load('stack.npz')['contact_impulse']
  stiction export stack.stiction --html stack.html      # opens from disk, without network

A page holds 32 MB of frames; of a longer recording it has one in so many, and says so.

Exit codes:
  0  written
  2  bad input or usage, no recording, or an output that exists";

#[derive(Args)]
pub struct ExportArguments {
    /// A recording, as `stiction run --record` writes it
    pub file: PathBuf,

    #[command(flatten)]
    pub target: ExportTarget,

    /// Of a page: one in so many frames [default: as many as 32 MB hold]
    #[arg(long, value_name = "N", requires = "html", value_parser = value_parser!(u32).range(1..))]
    pub every: Option<u32>,

    /// Overwrite what exists
    #[arg(long)]
    pub force: bool,
}

#[derive(Args)]
#[group(required = true, multiple = true)]
pub struct ExportTarget {
    /// Tables into a folder: steps, states, bodies, contacts, events
    #[arg(long, value_name = "DIR")]
    pub csv: Option<PathBuf>,

    /// Arrays for NumPy
    #[arg(long, value_name = "OUT")]
    pub npz: Option<PathBuf>,

    /// One page that shows it in a browser, offline
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
}
