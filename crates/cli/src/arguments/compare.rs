use super::value::{contact_method, positive};
use clap::Args;
use std::path::PathBuf;
use stiction_contact::Method;

pub const AFTER_HELP: &str = "\
OUT_DIR gets
  results.csv                 a line per problem and method, written as soon as it is known
  profile.svg                 share of the problems settled within a factor of the least time
  profile-factorizations.svg  the same by factorisations
  run.json                    the settings and the build of the program, one for all the results
The same command again goes on where it was stopped: lines whose file is unchanged are kept and
not run again. (A matrix in a file of its own is not looked at: after a change of it, --restart.)

A proof that a problem has no solution settles it, and is no failure. A method that panics is one:
it is recorded with what it said, and the others go on.

Exit codes:
  0  every method was run on every problem, whatever the outcomes
  2  bad input or usage, or no contact problem found
130  stopped by Ctrl-C; what was done is kept";

#[derive(Args)]
pub struct CompareArguments {
    /// Contact problems: files, or directories that are searched for *.hdf5 and *.json
    #[arg(required = true, value_name = "DIR|FILE")]
    pub paths: Vec<PathBuf>,

    /// The methods, by name [default: all but those that put a pyramid in the cone's place]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = contact_method)]
    pub methods: Vec<Method>,

    /// Largest relative natural map that counts as solved [default: 1e-8]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = positive)]
    pub tolerance: Option<f64>,

    /// Stop a method on a problem at its first iteration after so many seconds
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = positive, default_value = "10")]
    pub time_limit: f64,

    /// Problems solved at the same time; more than one makes times less comparable
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,

    /// Where the results go
    #[arg(long, value_name = "OUT_DIR")]
    pub output: PathBuf,

    /// Forget the results that are there
    #[arg(long)]
    pub restart: bool,
}
