use clap::Args;
use std::path::PathBuf;

pub const AFTER_HELP: &str = "\
Numbers are kept to the last bit, and a problem given by mass matrix and Jacobian stays so. FCLIB
holds contacts with Coulomb friction, all planar or all in space, then equations; with mass matrix
and Jacobian also rolling friction. What the other format has no place for is said on stderr:
labels, slips, the scale of velocities and where one bilateral law ends in FCLIB; title,
description, solution and guesses in JSON.

Exit codes:
  0  written
  2  bad input or usage, a problem that the format cannot hold, or an OUT that exists";

#[derive(Args)]
pub struct ConvertArguments {
    /// Contact problem: JSON or FCLIB's HDF5, by content
    #[arg(value_name = "IN")]
    pub input: PathBuf,

    /// The file to write: .json, or .hdf5 (.h5) for FCLIB
    #[arg(value_name = "OUT")]
    pub output: PathBuf,

    /// Overwrite OUT if it exists
    #[arg(long)]
    pub force: bool,
}
