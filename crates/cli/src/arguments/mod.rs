//! What was typed.

mod bench;
mod check;
mod compare;
mod convert;
mod export;
mod inspect;
mod model;
mod resume;
mod run;
mod solve;
mod study;
mod value;
mod view;

pub use bench::BenchArguments;
pub use check::CheckArguments;
pub use compare::CompareArguments;
pub use convert::ConvertArguments;
pub use export::ExportArguments;
pub use inspect::InspectArguments;
pub use model::ModelArguments;
pub use resume::ResumeArguments;
pub use run::{RobotArguments, RunArguments};
pub use solve::SolveArguments;
pub use study::StudyArguments;
pub use view::ViewArguments;

use clap::{Parser, Subcommand};

/// Solves complementarity problems and problems of contact with friction, and proves it when a linear one has no
/// solution; reads robot models and scenes.
#[derive(Parser)]
#[command(name = "stiction", version, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Solve a problem from a file or a built-in example
    #[command(after_help = solve::after_help())]
    Solve(Box<SolveArguments>),
    /// Simulate a scene: every step solved, judged and accounted for
    #[command(after_help = run::AFTER_HELP)]
    Run(Box<RunArguments>),
    /// Go on with a run from its checkpoint, bit for bit as if it had not been stopped
    #[command(after_help = resume::AFTER_HELP)]
    Resume(ResumeArguments),
    /// Look at recordings or a scene in a browser: bodies, forces, modes and residuals on one time line; and a lab
    #[command(after_help = view::AFTER_HELP)]
    View(ViewArguments),
    /// Say what is in a recording: how the run went, its worst step, the steps that fell back or failed
    #[command(after_help = inspect::AFTER_HELP)]
    Inspect(InspectArguments),
    /// Write a recording as tables (CSV), arrays (NumPy) or one page for a browser
    #[command(after_help = export::AFTER_HELP)]
    Export(ExportArguments),
    /// Time the steps of a scene, or of all built-in ones
    Bench(BenchArguments),
    /// Run several methods on many contact problems: a table, performance profiles, and every failure by name
    #[command(after_help = compare::AFTER_HELP)]
    Compare(CompareArguments),
    /// Write a contact problem in another format: JSON or FCLIB's HDF5
    #[command(after_help = convert::AFTER_HELP)]
    Convert(ConvertArguments),
    /// Show a robot file (URDF or MJCF): its tree, joints, masses, what of it is not used, and its dynamics at a state
    #[command(after_help = model::STATE_FILE)]
    Model(ModelArguments),
    /// Read scene files and say what is in them and how they start, or what is wrong and where
    #[command(after_help = check::AFTER_HELP)]
    Check(CheckArguments),
    /// List the built-in scenes, or print one as a scene file
    Scenes {
        /// The scene to print
        name: Option<String>,
    },
    /// Reproduce papers: their figures, their numbers beside ours, pages that explain them, and checks
    #[command(after_help = study::AFTER_HELP)]
    Study(StudyArguments),
    /// List the methods, one line on each
    Methods,
    /// List the built-in examples, or print one as a problem file
    Examples {
        /// The example to print
        name: Option<String>,
    },
}
