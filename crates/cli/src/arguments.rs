//! What was typed.

use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, Args, Parser, Subcommand};
use std::path::PathBuf;
use stiction_complementarity::Method;

const EXIT_CODES: &str = "\
Exit codes:
  0  solved; with --method all: solved by at least one method; with --enumerate: at least one solution listed
  1  any other outcome
  2  bad input or usage; the message on stderr names the file, line and field
130  stopped by a second Ctrl-C (the first one stops the solver and reports its best point)";

/// Solves complementarity problems, and proves it when there is no solution.
#[derive(Parser)]
#[command(name = "stiction", version, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Solve a problem from a file or a built-in example
    #[command(after_help = EXIT_CODES)]
    Solve(SolveArguments),
    /// List the methods, one line on each
    Methods,
    /// List the built-in examples, or print one as a problem file
    Examples {
        /// The example to print
        name: Option<String>,
    },
}

#[derive(Args)]
#[command(group = ArgGroup::new("problem").required(true).args(["file", "example"]))]
pub struct SolveArguments {
    /// Problem file (JSON)
    pub file: Option<PathBuf>,

    /// A built-in example instead of a file; see `stiction examples`
    #[arg(long, value_name = "NAME")]
    pub example: Option<String>,

    /// The method, or `all` to run every one on the same problem [default: auto, or none with --enumerate]
    #[arg(long, value_name = "NAME", value_parser = method_names(), hide_possible_values = true)]
    pub method: Option<String>,

    /// Largest scaled natural residual that counts as solved [default: 1e-10]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = positive)]
    pub tolerance: Option<f64>,

    /// Limit on iterations, in place of the method's own
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_iterations: Option<u64>,

    /// Start point: a JSON list of numbers, or the --json answer of an earlier solve
    #[arg(long, value_name = "FILE")]
    pub start: Option<PathBuf>,

    /// Stop each method after so many seconds and report its best point
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = positive)]
    pub time_limit: Option<f64>,

    /// List all solutions (small linear problems)
    #[arg(long)]
    pub enumerate: bool,

    /// Print JSON: one object, or with `--method all` a list of one per method
    #[arg(long)]
    pub json: bool,

    /// Print a line per iteration to stderr
    #[arg(long)]
    pub log: bool,
}

fn method_names() -> PossibleValuesParser {
    Method::ALL.iter().map(|method| method.name()).chain(["all"]).collect::<Vec<_>>().into()
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("expected a finite number above zero".to_owned()),
    }
}
