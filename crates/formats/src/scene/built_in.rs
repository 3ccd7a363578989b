use crate::scene::{LoadedScene, NoSceneFiles, SceneFile};
use crate::{FormatError, Robot, RootJoint, parse_urdf};

/// A scene that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltInScene {
    /// Its name.
    pub name: &'static str,
    /// The scene file.
    pub text: &'static str,
}

/// A robot file that comes with the program.
pub(super) struct BuiltInRobot {
    name: &'static str,
    text: &'static str,
}

/// URDF files, without meshes.
const ROBOTS: &[BuiltInRobot] = &[
    BuiltInRobot { name: "anymal_c.urdf", text: include_str!("built_in/anymal_c.urdf") },
    BuiltInRobot { name: "humanoid.urdf", text: include_str!("built_in/humanoid.urdf") },
];

pub(super) fn built_in_robot(name: &str) -> Option<&'static BuiltInRobot> {
    ROBOTS.iter().find(|robot| robot.name == name)
}

impl BuiltInRobot {
    pub fn parse(&self, root: Option<RootJoint>) -> Result<Robot, FormatError> {
        parse_urdf(self.name, self.text.as_bytes(), root.unwrap_or_default(), &mut |_| false)
    }
}

macro_rules! built_in {
    ($($name:literal),+ $(,)?) => {
        /// The scenes that come with the program.
        pub const BUILT_IN_SCENES: &[BuiltInScene] =
            &[$(BuiltInScene { name: $name, text: include_str!(concat!("built_in/", $name, ".toml")) }),+];
    };
}

built_in!(
    "falling-block",
    "sliding-block",
    "point-mass",
    "painleve-rod",
    "particle-on-plane",
    "sphere-on-plane",
    "twelve-link-pendulum",
    "twelve-link-pendulum-redundant",
    "box-on-slope",
    "box-stack",
    "bouncing-ball",
    "newton-cradle",
    "spinning-top",
    "four-bar-loop",
    "ball-pit",
    "ball-pit-1000",
    "quadruped-standing",
    "humanoid-standing",
    "gripper-holding-object",
    "parallel-robot",
    "planar-walker",
    "capstan",
    "rattleback",
    "table",
    "wedge",
    "domino-run",
    "card-house",
    "stone-arch",
    "stone-arch-101",
);

/// The scene of that name, if one comes with the program.
pub fn built_in_scene(name: &str) -> Option<&'static BuiltInScene> {
    BUILT_IN_SCENES.iter().find(|scene| scene.name == name)
}

impl BuiltInScene {
    /// The scene, ready to run, in which settings `key.path=value` have changed what they name.
    pub fn load(&self, settings: &[impl AsRef<str>]) -> Result<LoadedScene, FormatError> {
        SceneFile::parse(self.name, self.text.as_bytes(), settings)?.resolve(self.name, &mut NoSceneFiles)
    }
}
