use crate::FormatError;
use crate::scene::{LoadedScene, NoSceneFiles, SceneFile};

/// A scene that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltInScene {
    /// Its name.
    pub name: &'static str,
    /// The scene file.
    pub text: &'static str,
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
