use clap::{Args, value_parser};
use std::path::PathBuf;

pub const AFTER_HELP: &str = "\
Examples:
  stiction export stack.stiction --csv tables
  stiction export stack.stiction --npz stack.npz        # numpy.load('stack.npz')['contact_impulse']
  stiction export stack.stiction --html stack.html      # opens from disk, without network

A page holds at most 32 MB of frames. Of a longer recording it holds every nth frame.

Exit codes:
  0  written
  2  bad input or usage, not a recording, or an output that exists";

#[derive(Args)]
pub struct ExportArguments {
    /// Recording written by `stiction run --record`
    pub file: PathBuf,

    #[command(flatten)]
    pub target: ExportTarget,

    /// Page: write every Nth frame [default: as many frames as 32 MB hold]
    #[arg(long, value_name = "N", requires = "html", value_parser = value_parser!(u32).range(1..))]
    pub every: Option<u32>,

    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
}

#[derive(Args)]
#[group(required = true, multiple = true)]
pub struct ExportTarget {
    /// Folder for tables: steps, states, bodies, contacts, events
    #[arg(long, value_name = "DIR")]
    pub csv: Option<PathBuf>,

    /// NumPy arrays
    #[arg(long, value_name = "OUT")]
    pub npz: Option<PathBuf>,

    /// Page that shows the run in a browser, offline
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
}
