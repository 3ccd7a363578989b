use super::model::RootChoice;
use super::value::{budget, contact_method, scheme, threads, time_step, until};
use clap::Args;
use std::path::PathBuf;
use stiction_contact::Method;
use stiction_simulation::Scheme;

pub const AFTER_HELP: &str = "\
Examples:
  stiction run twelve-link-pendulum
  stiction run sphere-on-plane --method mlcp-lemke --set stepper.facets=4
  stiction run my-scene.toml --until 10 --record my-scene.stiction
  stiction run ball-pit --html pit.html
  stiction run ball-pit --checkpoint pit.checkpoint
  stiction run ball-pit --budget-us 5000
  stiction run robot.urdf --on-ground --hold

A robot file is run as a scene of its own: --set include.robot.lenient=true leaves out shapes whose meshes are nowhere.
Bodies of it that overlap at the start never touch, unless --set include.robot.overlapping_never_touch=false.

Exit codes:
  0  every step was solved, or with a pyramid of friction the problem that it makes of it
  1  a step was not solved (also: not within its budget), an overlap or loop was left open, or the run stopped before its
     end
  2  bad input or usage
130  stopped by Ctrl-C; the recording is valid up to there, and the checkpoint is of the last step";

#[derive(Args)]
pub struct RunArguments {
    /// A scene file (TOML), the name of a built-in scene, or a robot file (URDF or MJCF)
    pub scene: String,

    #[command(flatten)]
    pub robot: RobotArguments,

    /// The method that solves each step's contact problem [default: the scene's]
    #[arg(long, value_name = "NAME", value_parser = contact_method)]
    pub method: Option<Method>,

    /// The time-stepping scheme [default: the scene's]
    #[arg(long, value_name = "NAME", value_parser = scheme)]
    pub stepper: Option<Scheme>,

    /// The length of a step, s [default: the scene's]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = time_step)]
    pub time_step: Option<f64>,

    /// How long to run, s of the scene's time [default: the scene's]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = until)]
    pub until: Option<f64>,

    /// Change a value of the scene file, such as material.default.friction=0.3; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub changes: Vec<String>,

    /// Write the run to a file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Record every so many steps [default: the scene's, or 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub every: Option<u32>,

    /// Write one page to look at the run in a browser, offline; a long run is thinned out, and the page says so
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Overwrite the recording, the page and the checkpoint if they exist
    #[arg(long)]
    pub force: bool,

    /// Write a checkpoint now and then, from which `stiction resume` goes on after whatever ended the run
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Write it every so many seconds of the scene's time [default: every 10 s of the clock]
    #[arg(long, value_name = "S", requires = "checkpoint", allow_hyphen_values = true, value_parser = until)]
    pub checkpoint_every: Option<f64>,

    /// What a step may take, µs of the clock: where a solve would take more, the step goes on with the best impulses found
    /// so far, and the answer counts it as `best-in-budget`, with its residual. Such runs depend on the clock: two of them
    /// need not agree in a single digit
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = budget)]
    pub budget_us: Option<f64>,

    /// How many threads may work at once on groups of contacts that do not act on each other; the bits do not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub threads: usize,

    /// Where problems that were not solved are saved
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub failures: PathBuf,

    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What is asked of a robot that is run from its file alone.
#[derive(Args, Default)]
pub struct RobotArguments {
    /// Of a robot file: put a floor under it, on which its lowest shape stands; its root is free. A robot whose root link is
    /// the world is fixed, and stays where its file has it
    #[arg(long)]
    pub on_ground: bool,

    /// Of a robot file: begin in a pose, by its name there, zero, or a file as `stiction model --at` takes it (.json)
    #[arg(long, value_name = "NAME|FILE")]
    pub pose: Option<String>,

    /// Of a robot file: motors hold the pose, by gains from the inertia that they move and within the file's effort limits
    #[arg(long)]
    pub hold: bool,

    /// Of a URDF file: how its root link is joined to the world [default: free on the ground, else fixed]
    #[arg(long, value_enum, value_name = "JOINT")]
    pub root: Option<RootChoice>,
}
