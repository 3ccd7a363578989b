use crate::robot::Rooting;
use crate::scene::{BUILT_IN_SCENES, LoadedScene, RobotScene, SceneBundle, built_in_scene, is_robot_file};
use crate::{FormatError, Position, RootJoint, nearest};
use std::fmt;
use std::path::Path;

/// Why no scene was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindSceneError {
    /// A file at fault.
    File(FormatError),
    /// A name that is none, or an option that does not go with it, in words.
    Name(String),
}

impl fmt::Display for FindSceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Name(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for FindSceneError {}

impl From<FormatError> for FindSceneError {
    fn from(error: FormatError) -> Self {
        Self::File(error)
    }
}

/// A built-in scene, one from a file, or that of a robot alone, with all that it was made of. `robot` says how a robot stands
/// in its scene; its file is the name. `option` is what a caller calls a field of it: `--on-ground`, `on_ground`.
pub fn find_scene(
    name: &str,
    settings: &[impl AsRef<str>],
    robot: RobotScene,
    option: impl Fn(&str) -> String,
) -> Result<(SceneBundle, LoadedScene), FindSceneError> {
    if is_robot_file(Path::new(name)) {
        let free = robot.root == Some(RootJoint::Free);
        if free && let Rooting::World(Position { line, column }) = Rooting::of(Path::new(name))? {
            return Err(FindSceneError::Name(format!(
                "{} free: expected 'fixed' or no choice, since the root link of the file is the world \
                 ({name}:{line}:{column}), found 'free'",
                option("root")
            )));
        }
        return Ok(RobotScene { file: name.into(), ..robot }.read(settings)?);
    }
    let given = [
        (robot.on_ground, "on-ground"),
        (robot.pose.is_some(), "pose"),
        (robot.hold, "hold"),
        (robot.root.is_some(), "root"),
    ];
    if let Some((_, field)) = given.iter().find(|(given, _)| *given) {
        let option = option(field);
        return Err(FindSceneError::Name(format!(
            "{option}: expected a robot file (.urdf, .xml, .mjcf), found '{name}'"
        )));
    }
    if let Some(scene) = built_in_scene(name) {
        let bundle = SceneBundle::built_in(scene, settings);
        let loaded = bundle.load()?;
        return Ok((bundle, loaded));
    }
    let path = Path::new(name);
    let plain = path.extension().is_none() && path.components().count() == 1;
    if plain && !path.exists() {
        let near = nearest(name, BUILT_IN_SCENES.iter().map(|scene| scene.name));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
        return Err(FindSceneError::Name(format!(
            "expected a scene file or a name listed by `stiction scenes`, found '{name}'{hint}"
        )));
    }
    Ok(SceneBundle::read(path, settings)?)
}
