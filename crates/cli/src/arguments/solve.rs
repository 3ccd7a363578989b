use super::value::{named_number, not_negative, positive, prox_scaling};
use crate::failure::Failure;
use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, Args, ValueEnum};
use std::path::PathBuf;
use stiction_complementarity::Method;
use stiction_complementarity::solvers::LevenbergMarquardtOptions;
use stiction_contact::{Alignment, Method as ContactMethod, ProxScaling, Sweep};

const EXIT_CODES: &str = "\
Exit codes:
  0  solved; with --method all: by at least one method; with --enumerate: a solution is listed
  1  any other outcome, such as model-solved (the method's approximate law holds, the exact law does
     not) or panicked (an internal error)
  2  bad input or usage; the message on stderr names the file, line and field
130  stopped by a second Ctrl-C (the first one stops the solver, which reports its best point)";

/// The two registries, and the exit codes.
pub fn after_help() -> String {
    let linear = names(Method::ALL.iter().map(|method| method.name()));
    let contact = names(ContactMethod::ALL.iter().map(|method| method.name()));
    format!(
        "The kind of problem follows from the file's content. Methods of each kind (see `stiction methods`):\n  \
         complementarity  {linear}\n  contact          {contact}\n\n{EXIT_CODES}"
    )
}

/// Names, wrapped into lines.
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
    /// Problem file: complementarity or contact problem (JSON), or FCLIB contact problem (HDF5)
    pub file: Option<PathBuf>,

    /// Built-in problem instead of a file; see `stiction examples`
    #[arg(long, value_name = "NAME")]
    pub example: Option<String>,

    /// Solver method, or `all` to compare all of them [default: auto, or none with --enumerate]
    #[arg(long, value_name = "NAME", value_parser = method_names(), hide_possible_values = true)]
    pub method: Option<String>,

    /// Largest residual that counts as solved: scaled natural residual of complementarity problems [default: 1e-10],
    /// relative natural map of contact problems [default: 1e-8]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = positive)]
    pub tolerance: Option<f64>,

    /// Iteration limit [default: the method's]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_iterations: Option<u64>,

    /// Parameter of the Levenberg-Marquardt methods (rlm, plm), such as damping=1e-3; may be repeated; see
    /// `stiction methods`
    #[arg(long, visible_alias = "lm", value_name = "NAME=VALUE", value_parser = named_number)]
    pub levenberg_marquardt: Vec<(String, f64)>,

    /// Initial point: a JSON list of numbers (contact: impulses), or the --json output of an earlier solve
    #[arg(long, value_name = "FILE")]
    pub start: Option<PathBuf>,

    /// Time limit per method in seconds, checked at each iteration; the best point is reported
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = positive)]
    pub time_limit: Option<f64>,

    /// List all solutions of a small problem: the first 100, or all with --json
    #[arg(long)]
    pub enumerate: bool,

    /// Print JSON: one object, or a list with --method all
    #[arg(long)]
    pub json: bool,

    /// Print a line per iteration to stderr
    #[arg(long)]
    pub log: bool,

    #[command(flatten)]
    pub contact: ContactArguments,
}

/// Options of contact problems only.
#[derive(Args)]
#[command(next_help_heading = "Options for contact problems")]
pub struct ContactArguments {
    /// Facets of the friction pyramid, 3 to 64, for the mlcp-* methods [default: 8]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub facets: Option<usize>,

    /// Direction of the pyramid's first facet: the first tangent, or opposite to the slip [default: slip]
    #[arg(long, value_enum, value_name = "fixed|slip", hide_possible_values = true)]
    pub alignment: Option<AlignmentChoice>,

    /// Solve with W + Z I, a regularised model; residuals of both models are reported [default: 0]
    #[arg(long, value_name = "Z", allow_hyphen_values = true, value_parser = not_negative)]
    pub relaxation: Option<f64>,

    /// Parameter r of prox and of the mncp-* methods: fixed:R, global, contact (one r per contact; for
    /// complementarity problems per row) or adaptive [default: contact; for complementarity problems adaptive]
    #[arg(long, value_name = "CHOICE", value_parser = prox_scaling)]
    pub prox_scaling: Option<ProxScaling>,

    /// Whether prox updates all laws at once or one after the other [default: gauss-seidel]
    #[arg(long, value_enum, value_name = "jacobi|gauss-seidel", hide_possible_values = true)]
    pub sweep: Option<SweepChoice>,

    /// Report the dimension of the impulse null space (impulse changes that change no velocity)
    #[arg(long)]
    pub null_space: bool,

    /// Number of contacts in the table [default: 20]
    #[arg(long, value_name = "N")]
    pub contacts: Option<usize>,
}

impl SolveArguments {
    /// The parameters of the Levenberg-Marquardt methods that were given.
    pub fn levenberg_marquardt(&self) -> Result<LevenbergMarquardtOptions, Failure> {
        let mut options = LevenbergMarquardtOptions::default();
        for (name, value) in &self.levenberg_marquardt {
            let refused = |error| Failure::Request(format!("--levenberg-marquardt: {error}"));
            options.set(name, *value).map_err(refused)?;
        }
        Ok(options)
    }
}

impl ContactArguments {
    /// The first of these options that was given, by name.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--facets", self.facets.is_some()),
            ("--alignment", self.alignment.is_some()),
            ("--relaxation", self.relaxation.is_some()),
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
    /// Opposite to the slip before the step
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
