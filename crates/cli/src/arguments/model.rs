use clap::{Args, ValueEnum};
use std::path::PathBuf;
use stiction_formats::RootJoint;

pub const STATE_FILE: &str = "\
STATE.json; every field is optional (default: the robot at rest in the file's own pose):
  {\"configuration\": {\"elbow\": 1.2, \"root\": [0, 0, 1, 1, 0, 0, 0]},
   \"velocity\": [0.1, 0, ...], \"force\": {\"elbow\": 3}, \"frames\": [\"hand\"]}
\"keyframe\": NAME starts from one of the file's keyframes instead.
Lists are in the order of the q and v columns of the listing; objects go by joint name. A free joint
has its position and quaternion (w, x, y, z) in the configuration. In the velocity it has its
angular and then its linear velocity, both in body axes.

Exit codes:
  0  the model was read
  2  bad input or usage; the message on stderr names the file, line and element";

#[derive(Args)]
pub struct ModelArguments {
    /// Robot file (URDF or MJCF)
    pub file: PathBuf,

    /// URDF file: joint between the root link and the world [default: fixed]
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
