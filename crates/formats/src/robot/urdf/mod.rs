//! URDF, the robot format of ROS: what is written (`*File`) → a [`Robot`].
//!
//! Links become bodies and joints become joints, depth first from the root link, the joints of a link in
//! the order of the file; configurations and velocities are laid out in that order. A link called `world`
//! at the root is the world itself.

mod assembly;
mod geometry_file;
mod joint_file;
mod link_file;
mod materials;
mod meshes;
mod origin;
mod tree;

pub(super) use assembly::WORLD;
pub(super) use meshes::Meshes;

use crate::FormatError;
use crate::robot::xml::XmlFile;
use crate::robot::{Robot, RootJoint};
use crate::source::Source;
use assembly::Assembly;
use joint_file::JointFile;
use link_file::LinkFile;
use materials::Materials;
use std::path::Path;
use tree::Tree;

/// Reads the text of a URDF file. `mesh_exists` is asked for every place where a mesh may be; meshes that
/// are nowhere get a notice.
///
/// ```
/// use stiction_formats::{RootJoint, parse_urdf};
///
/// let text = r#"<robot name="pendulum">
///   <link name="base"/>
///   <link name="arm"><inertial>
///     <origin xyz="0 0 -0.5"/> <mass value="1"/> <inertia ixx="0.1" iyy="0.1" izz="0.01"/>
///   </inertial></link>
///   <joint name="hinge" type="continuous"> <parent link="base"/> <child link="arm"/> <axis xyz="0 1 0"/> </joint>
/// </robot>"#;
/// let robot = parse_urdf("pendulum.urdf", text.as_bytes(), RootJoint::Fixed, &mut |_| false)?;
/// assert_eq!(robot.model.velocity_size(), 1);
/// # Ok::<(), stiction_formats::FormatError>(())
/// ```
pub fn parse_urdf(
    name: &str,
    bytes: &[u8],
    root: RootJoint,
    mesh_exists: &mut dyn FnMut(&Path) -> bool,
) -> Result<Robot, FormatError> {
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    parse(name, bytes, root, Meshes::new(folder, mesh_exists))
}

pub(super) fn parse(name: &str, bytes: &[u8], root: RootJoint, mut meshes: Meshes) -> Result<Robot, FormatError> {
    let source = Source::new(name, bytes)?;
    let file = XmlFile::parse(source).map_err(|error| undeclared_xacro(source).unwrap_or(error))?;
    if let Some(element) = file.find_namespace("xacro") {
        return Err(element.error("", EXPAND));
    }
    let robot = file.root();
    if robot.tag() != "robot" {
        return Err(robot.error("", format!("expected <robot>, the root element of URDF, found <{}>", robot.tag())));
    }
    robot.attribute("version");
    let materials = Materials::read(&robot)?;
    let links = robot.children("link").into_iter().map(|element| LinkFile::read(element, &materials, &mut meshes));
    let links = links.collect::<Result<Vec<_>, _>>()?;
    let joints = robot.children("joint").into_iter().map(JointFile::read).collect::<Result<Vec<_>, _>>()?;
    let tree = Tree::new(&robot, &links, &joints)?;
    let mut robot = Assembly::new(&robot, &links, &joints).robot(&tree, root)?;
    robot.notices = file.notices();
    Ok(robot)
}

const EXPAND: &str = "expected plain URDF, found a xacro macro; expand the file first: xacro FILE > robot.urdf";

/// Where the namespace of xacro is not declared, the text is not even XML.
fn undeclared_xacro(source: Source<'_>) -> Option<FormatError> {
    let place = source.text.find("<xacro:")?;
    Some(source.error(place, &crate::FieldError::here(EXPAND)))
}
