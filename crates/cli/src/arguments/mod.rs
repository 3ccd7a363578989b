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

/// Simulates rigid bodies with exact Coulomb friction, and solves complementarity and contact problems. Every answer is
/// checked by the problem's own residual.
#[derive(Parser)]
#[command(name = "stiction", version, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Solve a complementarity or contact problem from a file or a built-in example
    #[command(after_help = solve::after_help())]
    Solve(Box<SolveArguments>),
    /// Simulate a scene or a robot file, and report how accurately every time step was solved
    #[command(after_help = run::AFTER_HELP)]
    Run(Box<RunArguments>),
    /// Continue a run from its checkpoint, bit for bit as if it had never stopped
    #[command(after_help = resume::AFTER_HELP)]
    Resume(ResumeArguments),
    /// Show recordings or a running scene in a browser: bodies, forces, contact modes, residuals
    #[command(after_help = view::AFTER_HELP)]
    View(ViewArguments),
    /// Summarise a recording: how the run went, its worst step, its fallbacks and unsolved steps
    #[command(after_help = inspect::AFTER_HELP)]
    Inspect(InspectArguments),
    /// Convert a recording to tables (CSV), arrays (NumPy) or one page for a browser
    #[command(after_help = export::AFTER_HELP)]
    Export(ExportArguments),
    /// Measure the time per step of a scene, or of all built-in scenes
    Bench(BenchArguments),
    /// Compare methods on many contact problems: a table, performance profiles, and every failure
    #[command(after_help = compare::AFTER_HELP)]
    Compare(CompareArguments),
    /// Convert a contact problem between JSON and FCLIB's HDF5
    #[command(after_help = convert::AFTER_HELP)]
    Convert(ConvertArguments),
    /// Show a robot file (URDF or MJCF): bodies, joints, masses, ignored parts, and its dynamics at a state
    #[command(after_help = model::STATE_FILE)]
    Model(ModelArguments),
    /// Check scene files: what they contain and how they start, or what is wrong and where
    #[command(after_help = check::AFTER_HELP)]
    Check(CheckArguments),
    /// List the built-in scenes, or print the file of one
    Scenes {
        /// The scene to print
        name: Option<String>,
    },
    /// Reproduce papers: their figures, their numbers beside ours, explanations and checks
    #[command(after_help = study::AFTER_HELP)]
    Study(StudyArguments),
    /// List the solver methods with a description of each
    Methods,
    /// List the built-in problems, or print one as a problem file
    Examples {
        /// The example to print
        name: Option<String>,
    },
}
