//! What was typed.

use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use stiction_complementarity::Method;
use stiction_formats::RootJoint;

const EXIT_CODES: &str = "\
Exit codes:
  0  solved; with --method all: solved by at least one method; with --enumerate: at least one solution listed
  1  any other outcome
  2  bad input or usage; the message on stderr names the file, line and field
130  stopped by a second Ctrl-C (the first one stops the solver and reports its best point)";

const STATE_FILE: &str = "\
STATE.json, in which every field is optional (as the file draws the robot, at rest):
  {\"configuration\": {\"elbow\": 1.2, \"root\": [0, 0, 1, 1, 0, 0, 0]},
   \"velocity\": [0.1, 0, ...], \"force\": {\"elbow\": 3}, \"frames\": [\"hand\"]}
\"keyframe\": NAME starts from one of the file's keyframes instead.
Numbers stand in the order of the q and v columns of the listing, or by joint name. A free joint has position and
quaternion (w, x, y, z) in the configuration; in the velocity, first its angular and then its linear velocity, both
along the body's axes.

Exit codes:
  0  the model was read
  2  bad input or usage; the message on stderr names the file, line and element";

/// Solves complementarity problems, and proves it when there is no solution; reads robot models.
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
    /// Show a robot file (URDF or MJCF): its tree, joints, masses, what of it is not used, and its dynamics at a state
    #[command(after_help = STATE_FILE)]
    Model(ModelArguments),
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

#[derive(Args)]
pub struct ModelArguments {
    /// Robot file (URDF or MJCF)
    pub file: PathBuf,

    /// How the root link of a URDF file is joined to the world [default: fixed]
    #[arg(long, value_enum, value_name = "JOINT")]
    pub root: Option<RootChoice>,

    /// Print mass matrix, forces, accelerations, energies and Jacobians at the state in this file
    #[arg(long, value_name = "STATE.json")]
    pub at: Option<PathBuf>,

    /// Print JSON, with every digit
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum RootChoice {
    /// The root link is part of the world
    Fixed,
    /// The root link moves freely
    Free,
}

impl From<RootChoice> for RootJoint {
    fn from(choice: RootChoice) -> Self {
        match choice {
            RootChoice::Fixed => Self::Fixed,
            RootChoice::Free => Self::Free,
        }
    }
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
