use crate::read::read_bytes;
use crate::scene::built_in::built_in_robot;
use crate::scene::{LoadedScene, SceneFile};
use crate::{
    FormatError, LARGEST_ROBOT, LARGEST_SCENE, Robot, RobotState, RootJoint, TriangleMesh, read_robot, read_state,
};
use std::path::{Path, PathBuf};

/// Where a scene finds the files that it names.
pub trait SceneFiles {
    /// A robot.
    fn robot(&mut self, file: &str, root: Option<RootJoint>) -> Result<Robot, FormatError>;
    /// A surface of triangles.
    fn mesh(&mut self, file: &Path) -> Result<TriangleMesh, FormatError>;
    /// A state of a robot.
    fn state(&mut self, file: &str, robot: &Robot) -> Result<RobotState, FormatError>;
}

/// The files of a folder.
#[derive(Clone, Debug)]
pub struct SceneFolder(pub PathBuf);

impl SceneFiles for SceneFolder {
    fn robot(&mut self, file: &str, root: Option<RootJoint>) -> Result<Robot, FormatError> {
        let path = self.0.join(file);
        match built_in_robot(file).filter(|_| !path.exists()) {
            Some(robot) => robot.parse(root),
            None => read_robot(&path, root),
        }
    }

    fn state(&mut self, file: &str, robot: &Robot) -> Result<RobotState, FormatError> {
        read_state(&self.0.join(file), robot)
    }

    fn mesh(&mut self, file: &Path) -> Result<TriangleMesh, FormatError> {
        // A package that the robot's reader did not find is still written as one.
        if file.to_string_lossy().contains("://") {
            return Err(FormatError::whole_file(&file.display().to_string(), "not found"));
        }
        let path = self.0.join(file);
        TriangleMesh::parse(&path.display().to_string(), &read_bytes(&path, LARGEST_ROBOT)?)
    }
}

/// No files but the robots that come with the program: for scenes that come from elsewhere than a folder.
#[derive(Clone, Copy, Debug)]
pub struct NoSceneFiles;

impl SceneFiles for NoSceneFiles {
    fn robot(&mut self, file: &str, root: Option<RootJoint>) -> Result<Robot, FormatError> {
        built_in_robot(file).map_or_else(|| Err(alone(file)), |robot| robot.parse(root))
    }

    fn state(&mut self, file: &str, _: &Robot) -> Result<RobotState, FormatError> {
        Err(alone(file))
    }

    fn mesh(&mut self, file: &Path) -> Result<TriangleMesh, FormatError> {
        Err(alone(&file.display().to_string()))
    }
}

fn alone(file: &str) -> FormatError {
    FormatError::whole_file(file, "expected a scene in one file, found the name of another")
}

/// Reads a scene file, with the files beside it that it names. Settings `key.path=value` change what they name first.
pub fn read_scene(path: &Path, settings: &[impl AsRef<str>]) -> Result<LoadedScene, FormatError> {
    let name = path.display().to_string();
    let file = SceneFile::parse(&name, &read_bytes(path, LARGEST_SCENE)?, settings)?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let stem = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    file.resolve(&stem, &mut SceneFolder(folder))
}
