use crate::files::{Disk, Files};
use crate::robot::read_robot_from;
use crate::scene::built_in::built_in_robot;
use crate::scene::{LoadedScene, SceneBundle};
use crate::{FormatError, LARGEST_JSON, LARGEST_ROBOT, Robot, RobotState, RootJoint, Shape, TriangleMesh, parse_state};
use std::path::{Path, PathBuf};

/// Where a scene finds the files that it names.
pub trait SceneFiles {
    /// A robot; the meshes that its shapes name are where [`Self::mesh`] finds them.
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
        FolderOf { folder: &self.0, files: &mut Disk }.robot(file, root)
    }

    fn state(&mut self, file: &str, robot: &Robot) -> Result<RobotState, FormatError> {
        FolderOf { folder: &self.0, files: &mut Disk }.state(file, robot)
    }

    fn mesh(&mut self, file: &Path) -> Result<TriangleMesh, FormatError> {
        FolderOf { folder: &self.0, files: &mut Disk }.mesh(file)
    }
}

/// The same, of files that come from anywhere.
pub(crate) struct FolderOf<'f> {
    folder: &'f Path,
    files: &'f mut dyn Files,
}

impl<'f> FolderOf<'f> {
    /// The folder that a scene file is in.
    pub fn file(scene: &'f Path, files: &'f mut dyn Files) -> Self {
        Self { folder: scene.parent().unwrap_or(Path::new("")), files }
    }
}

impl SceneFiles for FolderOf<'_> {
    fn robot(&mut self, file: &str, root: Option<RootJoint>) -> Result<Robot, FormatError> {
        let path = self.folder.join(file);
        match built_in_robot(file).filter(|_| !self.files.is_file(&path)) {
            Some(robot) => robot.parse(root),
            None => {
                let mut robot = read_robot_from(self.files, &path, root)?;
                robot.geometries.iter_mut().for_each(|geometry| within(self.folder, &mut geometry.shape));
                Ok(robot)
            }
        }
    }

    fn state(&mut self, file: &str, robot: &Robot) -> Result<RobotState, FormatError> {
        let path = self.folder.join(file);
        parse_state(&path.display().to_string(), &self.files.read(&path, LARGEST_JSON)?, robot)
    }

    fn mesh(&mut self, file: &Path) -> Result<TriangleMesh, FormatError> {
        // A package that the robot's reader did not find is still written as one.
        if file.to_string_lossy().contains("://") {
            return Err(FormatError::whole_file(&file.display().to_string(), "not found"));
        }
        let path = self.folder.join(file);
        TriangleMesh::parse(&path.display().to_string(), &self.files.read(&path, LARGEST_ROBOT)?)
    }
}

/// The mesh of a robot that was read from a path of the folder, as a path in the folder.
fn within(folder: &Path, shape: &mut Shape) {
    if let Shape::Mesh { file, .. } = shape
        && let Ok(inner) = file.strip_prefix(folder)
    {
        *file = inner.to_owned();
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
    FormatError::whole_file(file, "expected a scene in a single file, found the name of another file")
}

/// Reads a scene file, with the files beside it that it names. Settings `key.path=value` change what they name first.
pub fn read_scene(path: &Path, settings: &[impl AsRef<str>]) -> Result<LoadedScene, FormatError> {
    SceneBundle::read(path, settings).map(|(_, loaded)| loaded)
}
