use clap::Args;
use std::path::PathBuf;

pub const AFTER_HELP: &str = "\
Numbers keep every bit, and a problem given by mass matrix and Jacobian stays in that form. FCLIB
holds contacts with Coulomb friction, all planar or all in space, followed by equations; with mass
matrix and Jacobian also rolling friction. Warnings on stderr list what the target format cannot
hold: in FCLIB labels, slips, the velocity scale and the ends of bilateral laws; in JSON title,
description, solution and guesses.

Exit codes:
  0  written
  2  bad input or usage, a problem that the format cannot hold, or an OUT that exists";

#[derive(Args)]
pub struct ConvertArguments {
    /// Contact problem: JSON or FCLIB's HDF5, detected by content
    #[arg(value_name = "IN")]
    pub input: PathBuf,

    /// The file to write: .json, or .hdf5 (.h5) for FCLIB
    #[arg(value_name = "OUT")]
    pub output: PathBuf,

    /// Overwrite OUT if it exists
    #[arg(long)]
    pub force: bool,
}
