use super::model::RootChoice;
use super::value::{budget, contact_method, scheme, threads, time_step, until};
use clap::Args;
use std::path::PathBuf;
use stiction_contact::Method;
use stiction_simulation::Scheme;

pub const AFTER_HELP: &str = "\
Examples:
  stiction run quadruped-standing --html standing.html
  stiction run robot.urdf --on-ground --hold
  stiction run sphere-on-plane --method mlcp-lemke --set stepper.facets=4
  stiction run my-scene.toml --until 10 --record my-scene.stiction
  stiction run ball-pit --checkpoint pit.checkpoint
  stiction run ball-pit --budget-us 5000

Robot files: --set include.robot.lenient=true ignores shapes whose mesh files are missing. Bodies of
the robot that overlap at the start never collide, unless --set
include.robot.overlapping_never_touch=false.

Exit codes:
  0  every step was solved (with a friction pyramid: the problem with the pyramid)
  1  a step was not solved, or not within its time budget; a constraint violation remains; or the
     run stopped early
  2  bad input or usage
130  stopped by Ctrl-C: the recording is valid up to the last step, and so is the checkpoint";

#[derive(Args)]
pub struct RunArguments {
    /// A scene file (TOML), the name of a built-in scene, or a robot file (URDF or MJCF)
    pub scene: String,

    #[command(flatten)]
    pub robot: RobotArguments,

    /// Solver method for the contact problem of each step [default: the scene's]
    #[arg(long, value_name = "NAME", value_parser = contact_method)]
    pub method: Option<Method>,

    /// Time-stepping scheme: stewart-trinkle, moreau-jean or acceleration [default: the scene's]
    #[arg(long, value_name = "NAME", value_parser = scheme)]
    pub stepper: Option<Scheme>,

    /// Time step in seconds [default: the scene's]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = time_step)]
    pub time_step: Option<f64>,

    /// Simulated time in seconds [default: the scene's]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = until)]
    pub until: Option<f64>,

    /// Change a value of the scene file, such as material.default.friction=0.3; repeatable
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub changes: Vec<String>,

    /// Record the run in a file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Record every Nth step [default: the scene's, or 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub every: Option<u32>,

    /// Write a page that shows the run in a browser, offline; of a long run it holds every nth step
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Overwrite an existing recording, page or checkpoint
    #[arg(long)]
    pub force: bool,

    /// Write checkpoints, from which `stiction resume` continues after a stop or a crash
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Simulated time between checkpoints, in seconds [default: 10 s of elapsed time]
    #[arg(long, value_name = "S", requires = "checkpoint", allow_hyphen_values = true, value_parser = until)]
    pub checkpoint_every: Option<f64>,

    /// Time budget of a step in microseconds. A step that is not solved in time uses the best impulses found, and is
    /// reported as `best-in-budget` with its residual. Such runs depend on the clock and are not reproducible
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = budget)]
    pub budget_us: Option<f64>,

    /// Threads that solve independent groups of contacts (islands); results do not depend on their number
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub threads: usize,

    /// Folder for contact problems of unsolved steps
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub failures: PathBuf,

    /// Print everything that the run measured
    #[arg(long)]
    pub details: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Options of a robot file that is run without a scene.
#[derive(Args, Default)]
pub struct RobotArguments {
    /// Robot file: let the root move freely and put the robot with its lowest shape on a floor. A robot that its file
    /// fixes to the world keeps its position
    #[arg(long)]
    pub on_ground: bool,

    /// Robot file: initial pose, a name from the file, `zero`, or a state file as for `stiction model --at` (.json)
    #[arg(long, value_name = "NAME|FILE")]
    pub pose: Option<String>,

    /// Robot file: hold the initial pose by a motor in every joint, with gains from the inertia that it moves and the
    /// file's effort limits
    #[arg(long)]
    pub hold: bool,

    /// URDF file: joint between the root link and the world [default: free with --on-ground, else fixed]
    #[arg(long, value_enum, value_name = "JOINT")]
    pub root: Option<RootChoice>,
}
