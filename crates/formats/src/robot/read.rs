use crate::field::printable;
use crate::files::{Disk, Files};
use crate::read::read_bytes;
use crate::robot::urdf::{Meshes, WORLD, parse};
use crate::robot::xml::XmlFile;
use crate::robot::{Robot, RootJoint, mjcf, srdf};
use crate::source::Source;
use crate::{FormatError, LARGEST_ROBOT, Position};
use std::path::Path;

/// Reads a robot file of either format: URDF (`<robot>`) or MJCF (`<mujoco>`). Only of a URDF file can the
/// caller choose how its root is joined to the world; unless chosen, it is fixed.
pub fn read_robot(path: &Path, root: Option<RootJoint>) -> Result<Robot, FormatError> {
    read_robot_from(&mut Disk, path, root)
}

/// The same, from files that come from anywhere.
pub(crate) fn read_robot_from(
    files: &mut dyn Files,
    path: &Path,
    root: Option<RootJoint>,
) -> Result<Robot, FormatError> {
    let name = path.display().to_string();
    let bytes = files.read(path, LARGEST_ROBOT)?;
    let file = XmlFile::parse(Source::new(&name, &bytes)?);
    // What is no XML may still be URDF with undeclared macros, which its reader recognises.
    let outermost = file.as_ref().map_or("robot", |file| file.root().tag());
    match (outermost, root, &file) {
        ("robot", ..) | (_, _, Err(_)) => read(files, path, &name, &bytes, root.unwrap_or_default()),
        ("mujoco", None, _) => mjcf::read_beside(files, path, &bytes),
        ("mujoco", Some(_), Ok(file)) => {
            let message = "expected no choice of a root joint, since an MJCF file defines every joint, found one";
            Err(file.root().error("", message))
        }
        (other, _, Ok(file)) => {
            let message =
                format!("expected <robot> (URDF) or <mujoco> (MJCF) as the root element, found <{}>", printable(other));
            Err(file.root().error("", message))
        }
    }
}

/// What a file says of how its root is joined to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rooting {
    /// Its joints say it, as in MJCF.
    Given,
    /// Nothing: that is left to the reader, as in URDF.
    Open,
    /// It is fixed: the root is a link that stands for the world, here.
    World(Position),
}

impl Rooting {
    pub fn of(path: &Path) -> Result<Self, FormatError> {
        let name = path.display().to_string();
        let bytes = read_bytes(path, LARGEST_ROBOT)?;
        let Ok(file) = XmlFile::parse(Source::new(&name, &bytes)?) else { return Ok(Self::Open) };
        let root = file.root();
        if root.tag() == "mujoco" {
            return Ok(Self::Given);
        }
        // No other link may have this name.
        let world = root.children("link").into_iter().find(|link| link.attribute("name") == Some(WORLD));
        Ok(world.map_or(Self::Open, |link| Self::World(link.position())))
    }
}

/// Reads a URDF file, with the SRDF file of its name beside it or in a folder `srdf` beside its own, and looks for the meshes
/// that it names.
pub fn read_urdf(path: &Path, root: RootJoint) -> Result<Robot, FormatError> {
    read(&mut Disk, path, &path.display().to_string(), &read_bytes(path, LARGEST_ROBOT)?, root)
}

fn read(files: &mut dyn Files, path: &Path, name: &str, bytes: &[u8], root: RootJoint) -> Result<Robot, FormatError> {
    let folder = files.folder(path);
    let mut robot = parse(name, bytes, root, Meshes::new(&folder, &mut |mesh| files.is_file(mesh)))?;
    // What ROS adds stands beside it, or in a folder of its own beside the file's.
    let beside = path.with_extension("srdf");
    let name = beside.file_name().map(Path::new).unwrap_or(Path::new(""));
    let apart = folder.parent().unwrap_or(&folder).join("srdf").join(name);
    if let Some(found) = [beside.clone(), apart].into_iter().find(|path| files.is_file(path)) {
        srdf::add(&mut robot, &found.display().to_string(), &files.read(&found, LARGEST_ROBOT)?)?;
    }
    Ok(robot)
}
