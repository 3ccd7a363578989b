use super::value::{not_negative, positive, prox_scaling};
use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, Args, ValueEnum};
use std::path::PathBuf;
use stiction_complementarity::Method;
use stiction_contact::{Alignment, Method as ContactMethod, ProxScaling, Sweep};

const EXIT_CODES: &str = "\
Exit codes:
  0  solved; with --method all: by at least one method; with --enumerate: a solution is listed
  1  any other outcome, such as that only the law in the exact one's place holds (model-solved), or
     that a method broke off by a fault of its own (panicked)
  2  bad input or usage; the message on stderr names the file, line and field
130  stopped by a second Ctrl-C (the first stops the solver, which reports its best point)";

/// The two registries, and the exit codes.
pub fn after_help() -> String {
    let linear = names(Method::ALL.iter().map(|method| method.name()));
    let contact = names(ContactMethod::ALL.iter().map(|method| method.name()));
    format!(
        "What the file holds decides the kind of problem, and so the methods (see `stiction methods`):\n  \
         complementarity  {linear}\n  contact          {contact}\n\n{EXIT_CODES}"
    )
}

/// Names on lines of their own length, under each other.
fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    const WIDTH: usize = 80;
    let (mut text, mut length) = (String::new(), 0);
    for name in names.chain(["all"]) {
        let blank = if length == 0 { 0 } else { 2 };
        if length + blank + name.len() > WIDTH {
            text.push_str(",\n                   ");
            length = 0;
        } else if blank > 0 {
            text.push_str(", ");
            length += blank;
        }
        text.push_str(name);
        length += name.len();
    }
    text
}

#[derive(Args)]
#[command(group = ArgGroup::new("problem").required(true).args(["file", "example"]))]
pub struct SolveArguments {
    /// Problem file: complementarity or contact (JSON), or FCLIB's contact problems (HDF5)
    pub file: Option<PathBuf>,

    /// A built-in example instead of a file; see `stiction examples`
    #[arg(long, value_name = "NAME")]
    pub example: Option<String>,

    /// The method, or `all` to run every one on the same problem [default: auto, or none with --enumerate]
    #[arg(long, value_name = "NAME", value_parser = method_names(), hide_possible_values = true)]
    pub method: Option<String>,

    /// Largest residual that counts as solved: the scaled natural one [default: 1e-10], of contact the relative natural
    /// map [default: 1e-8]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = positive)]
    pub tolerance: Option<f64>,

    /// Limit on iterations, in place of the method's own
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_iterations: Option<u64>,

    /// Start point: a JSON list of numbers (of contact: impulses), or the --json answer of an earlier solve
    #[arg(long, value_name = "FILE")]
    pub start: Option<PathBuf>,

    /// Stop each method at its first iteration after so many seconds, and report its best point
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = positive)]
    pub time_limit: Option<f64>,

    /// List all solutions (small problems); the first 100, with --json all of them
    #[arg(long)]
    pub enumerate: bool,

    /// Print JSON: one object, or with `--method all` a list of one per method
    #[arg(long)]
    pub json: bool,

    /// Print a line per iteration to stderr
    #[arg(long)]
    pub log: bool,

    #[command(flatten)]
    pub contact: ContactArguments,
}

/// What only contact problems take.
#[derive(Args)]
#[command(next_help_heading = "Options for contact problems")]
pub struct ContactArguments {
    /// Facets of the friction pyramid, 3 to 64, for the methods mlcp-* [default: 8]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub facets: Option<usize>,

    /// Where the pyramid's first facet points: along the first tangent, or against the slip [default: slip]
    #[arg(long, value_enum, value_name = "fixed|slip", hide_possible_values = true)]
    pub alignment: Option<AlignmentChoice>,

    /// Solve with W + Z I instead, a change of model; the answer is judged against both [default: 0]
    #[arg(long, value_name = "Z", allow_hyphen_values = true, value_parser = not_negative)]
    pub relaxation: Option<f64>,

    /// How prox and the implicit variables of mncp-* choose r: fixed:R, global, contact or adaptive [default: contact]
    #[arg(long, value_name = "CHOICE", value_parser = prox_scaling)]
    pub prox_scaling: Option<ProxScaling>,

    /// Whether prox takes new impulses into account at once [default: gauss-seidel]
    #[arg(long, value_enum, value_name = "jacobi|gauss-seidel", hide_possible_values = true)]
    pub sweep: Option<SweepChoice>,

    /// Count the independent changes of impulses that leave every velocity as it is
    #[arg(long)]
    pub null_space: bool,

    /// How many contacts the table lists [default: 20]
    #[arg(long, value_name = "N")]
    pub contacts: Option<usize>,
}

impl ContactArguments {
    /// The first of these options that was given, by name.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--facets", self.facets.is_some()),
            ("--alignment", self.alignment.is_some()),
            ("--relaxation", self.relaxation.is_some()),
            ("--prox-scaling", self.prox_scaling.is_some()),
            ("--sweep", self.sweep.is_some()),
            ("--null-space", self.null_space),
            ("--contacts", self.contacts.is_some()),
        ];
        given.iter().find(|(_, given)| *given).map(|(name, _)| *name)
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub enum AlignmentChoice {
    /// Along the first tangent
    Fixed,
    /// Against the slip before the step
    Slip,
}

impl From<AlignmentChoice> for Alignment {
    fn from(choice: AlignmentChoice) -> Self {
        match choice {
            AlignmentChoice::Fixed => Self::Fixed,
            AlignmentChoice::Slip => Self::Slip,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub enum SweepChoice {
    /// All laws from the last velocities
    Jacobi,
    /// One law after the other, each from the newest velocities
    GaussSeidel,
}

impl From<SweepChoice> for Sweep {
    fn from(choice: SweepChoice) -> Self {
        match choice {
            SweepChoice::Jacobi => Self::Jacobi,
            SweepChoice::GaussSeidel => Self::GaussSeidel,
        }
    }
}

/// The names of both registries: which of them a problem takes is known once it is read.
fn method_names() -> PossibleValuesParser {
    let mut names: Vec<_> = Method::ALL.iter().map(|method| method.name()).collect();
    names.extend(ContactMethod::ALL.iter().map(|method| method.name()).filter(|name| name.parse::<Method>().is_err()));
    names.push("all");
    names.into()
}
