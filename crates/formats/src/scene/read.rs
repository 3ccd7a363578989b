use crate::files::{Disk, Files};
use crate::robot::read_robot_from;
use crate::scene::{LoadedScene, SceneBundle};
use crate::{FormatError, LARGEST_ROBOT, Robot, RootJoint, TriangleMesh};
use std::path::{Path, PathBuf};

/// Where a scene finds the files that it names.
pub trait SceneFiles {
    /// A robot.
    fn robot(&mut self, file: &str, root: Option<RootJoint>) -> Result<Robot, FormatError>;
    /// A surface of triangles.
    fn mesh(&mut self, file: &Path) -> Result<TriangleMesh, FormatError>;
}

/// The files of a folder.
#[derive(Clone, Debug)]
pub struct SceneFolder(pub PathBuf);

impl SceneFiles for SceneFolder {
    fn robot(&mut self, file: &str, root: Option<RootJoint>) -> Result<Robot, FormatError> {
        FolderOf { folder: &self.0, files: &mut Disk }.robot(file, root)
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
        read_robot_from(self.files, &self.folder.join(file), root)
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

/// No files: for scenes that come from elsewhere than a folder.
#[derive(Clone, Copy, Debug)]
pub struct NoSceneFiles;

impl SceneFiles for NoSceneFiles {
    fn robot(&mut self, file: &str, _: Option<RootJoint>) -> Result<Robot, FormatError> {
        Err(FormatError::whole_file(file, "expected a scene in one file, found the name of another"))
    }

    fn mesh(&mut self, file: &Path) -> Result<TriangleMesh, FormatError> {
        let message = "expected a scene in one file, found the name of another";
        Err(FormatError::whole_file(&file.display().to_string(), message))
    }
}

/// Reads a scene file, with the files beside it that it names. Settings `key.path=value` change what they name first.
pub fn read_scene(path: &Path, settings: &[impl AsRef<str>]) -> Result<LoadedScene, FormatError> {
    SceneBundle::read(path, settings).map(|(_, loaded)| loaded)
}
