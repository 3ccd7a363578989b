use clap::{Args, ValueEnum};
use std::path::PathBuf;
use stiction_formats::RootJoint;

pub const STATE_FILE: &str = "\
STATE.json, in which every field is optional (as the file draws the robot, at rest):
  {\"configuration\": {\"elbow\": 1.2, \"root\": [0, 0, 1, 1, 0, 0, 0]},
   \"velocity\": [0.1, 0, ...], \"force\": {\"elbow\": 3}, \"frames\": [\"hand\"]}
\"keyframe\": NAME starts from one of the file's keyframes instead.
Numbers stand in the order of the q and v columns of the listing, or by joint name. A free joint
has position and quaternion (w, x, y, z) in the configuration; in the velocity, first its angular
and then its linear velocity, both along the body's axes.

Exit codes:
  0  the model was read
  2  bad input or usage; the message on stderr names the file, line and element";

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
