use super::value::{contact_method, positive};
use clap::Args;
use std::path::PathBuf;
use stiction_contact::Method;

pub const AFTER_HELP: &str = "\
OUT_DIR receives
  results.csv                 a line per problem and method, written as soon as it is known
  profile.svg                 performance profile by time (share of problems solved within a factor
                              of the fastest method)
  profile-factorizations.svg  performance profile by factorisations
  run.json                    settings and build of the program, common to all results
A repeated command continues where it stopped: results whose problem file is unchanged are kept.
(Matrices in separate files are not compared; after a change of one use --restart.)

A proof that a problem has no solution counts as an answer. A method that panics counts as a
failure; its message is recorded, and the other methods continue.

Exit codes:
  0  every method ran on every problem, whatever the outcomes
  2  bad input or usage, or no contact problem found
130  stopped by Ctrl-C; finished results are kept";

#[derive(Args)]
pub struct CompareArguments {
    /// Contact problem files, or folders to search for *.hdf5 and *.json
    #[arg(required = true, value_name = "DIR|FILE")]
    pub paths: Vec<PathBuf>,

    /// Solver methods [default: all that solve the exact friction cone]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = contact_method)]
    pub methods: Vec<Method>,

    /// Largest relative natural map that counts as solved [default: 1e-8]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = positive)]
    pub tolerance: Option<f64>,

    /// Time limit per problem and method in seconds, checked at each iteration
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = positive, default_value = "10")]
    pub time_limit: f64,

    /// Problems solved in parallel; more than one makes times less comparable
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,

    /// Folder for the results
    #[arg(long, value_name = "OUT_DIR")]
    pub output: PathBuf,

    /// Delete existing results
    #[arg(long)]
    pub restart: bool,
}
