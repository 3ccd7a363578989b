//! MJCF, the model files of MuJoCo.

mod actuator;
mod assembly;
mod asset;
mod compiler;
mod defaults;
mod documents;
mod equality;
mod geom;
mod inertial;
mod joint;
mod keyframe;
mod layered;
mod names;
mod placement;
mod tree;
mod vocabulary;

use crate::field::printable;
use crate::files::{Disk, Files};
use crate::read::read_bytes;
use crate::robot::Robot;
use crate::robot::xml::Element;
use crate::{FormatError, LARGEST_JSON, LARGEST_ROBOT};
use assembly::Assembly;
use asset::Assets;
use compiler::{Compiler, Options};
use defaults::Defaults;
use documents::{Documents, Texts};
use layered::Layered;
use std::collections::BTreeMap;
use std::path::Path;
use tree::TreeReader;

/// An element of any of the files.
type Node<'f> = Element<'f, 'f>;

/// Gives the bytes of a file by its path, relative to the main file.
type FileSource<'a> = dyn FnMut(&str) -> Result<Vec<u8>, FormatError> + 'a;

/// Reads a MuJoCo model file (MJCF), and the files beside it that it includes or takes meshes from.
///
/// Every element and attribute that is not used is listed in [`Robot::notices`] with its line; what is wrong is an
/// error with its line. The meaning is MuJoCo's, checked against version 4.0:
///
/// | element | what is used |
/// |---|---|
/// | `include` | anywhere; relative to the main file or else to the including one, each file once |
/// | `compiler` | `angle`, `coordinate="local"`, `eulerseq`, `meshdir`, `assetdir`, `strippath`, `autolimits`, `inertiafromgeom`, `inertiagrouprange`, `boundmass`, `boundinertia`, `settotalmass`, `balanceinertia` |
/// | `option` | `timestep`, `gravity`, `flag gravity` |
/// | `default` | nested classes, `childclass` and `class`, for `joint`, `geom`, `site`, `mesh`, `material`, `equality` and drives |
/// | `asset` | `mesh` (STL, OBJ and MSH files, or `vertex` and `face`) with `scale`, `refpos`, `refquat`; the colour of `material` |
/// | `body`, `frame` | `pos` with `quat`, `axisangle`, `euler`, `xyaxes` or `zaxis` |
/// | `inertial` | `pos`, orientation, `mass`, `diaginertia`, `fullinertia`; without it, the mass of the geoms |
/// | `joint`, `freejoint` | all four types, stacked as well; `range`, `ref`, `damping`, `armature`, `stiffness`, `springref`, `frictionloss`, `actuatorfrcrange` |
/// | `geom` | all types but `hfield` and `sdf`; masses, masks, sliding friction, colour |
/// | `site` | as a frame of the model |
/// | `contact` | `exclude` |
/// | `equality` | `connect`, `weld` and `joint`, which are rigid here |
/// | `actuator` | `motor`, `position`, `velocity`, and `general` where it reduces to one of these, on hinges and slides |
/// | `keyframe` | `time`, `qpos`, `qvel`, `ctrl` |
///
/// Not supported, and listed where they occur: `replicate`, `composite`, `flexcomp`, `attach`, tendons, sensors,
/// plugins, cameras, lights, contact pairs, height fields, shapes fitted to meshes (an error).
///
/// A configuration is MuJoCo's `qpos`, number by number: angles in rad and displacements in m count from the
/// joint's zero, and at its `ref` the body stands as the file draws it; the quaternion of a free or ball joint has its
/// scalar part first. That drawn place is [`Robot::initial`] (MuJoCo's `qpos0`). Velocities differ for free joints: ours
/// are angular, then linear, both along the body's axes; MuJoCo's are linear along the world's axes, then angular along
/// the body's. Keyframes are converted.
///
/// The mass of a mesh is that of the volume inside its triangles (MuJoCo's `inertia="exact"`), whatever the file
/// says; a notice says so. Bodies and joints without a name are called by their place, as "body 3".
pub fn read_mjcf(path: &Path) -> Result<Robot, FormatError> {
    read_beside(&mut Disk, path, &read_bytes(path, LARGEST_ROBOT)?)
}

/// As [`read_mjcf`], with the bytes of the file at hand: what comes through a pipe can be read once only.
pub(super) fn read_beside(files: &mut dyn Files, path: &Path, bytes: &[u8]) -> Result<Robot, FormatError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    parse_mjcf(&path.display().to_string(), bytes, &mut |file| files.read(&folder.join(file), LARGEST_JSON))
}

/// As [`read_mjcf`], from bytes. `files` gives the bytes of included files and meshes by their paths relative to
/// the file; nothing else is opened.
pub fn parse_mjcf(
    name: &str,
    bytes: &[u8],
    files: &mut dyn FnMut(&str) -> Result<Vec<u8>, FormatError>,
) -> Result<Robot, FormatError> {
    let texts = Texts::load(name, bytes, files)?;
    let documents = texts.parse()?;
    assemble(&documents, files)
}

fn assemble<'f>(documents: &'f Documents<'f>, files: &mut FileSource<'_>) -> Result<Robot, FormatError> {
    let root = documents.root();
    if root.tag() != "mujoco" {
        return Err(root.error("", format!("expected <mujoco>, found <{}>", printable(root.tag()))));
    }
    let mut sections: BTreeMap<&str, Vec<Node<'f>>> = BTreeMap::new();
    const KNOWN: [&str; 9] =
        ["compiler", "option", "default", "asset", "worldbody", "contact", "equality", "actuator", "keyframe"];
    for section in documents.children(root).into_iter().filter(|section| KNOWN.contains(&section.tag())) {
        section.accept();
        sections.entry(section.tag()).or_default().push(section);
    }
    let mut take = |tag: &str| sections.remove(tag).unwrap_or_default();
    let compiler = Compiler::read(&take("compiler"))?;
    let options = Options::read(documents, &take("option"))?;
    let defaults = Defaults::read(documents, take("default"))?;
    let mut assets = Assets::read(documents, &take("asset"), &defaults, &compiler)?;
    let worlds = take("worldbody");
    let mut reader = TreeReader { documents, compiler: &compiler, defaults: &defaults, assets: &mut assets, files };
    let tree = reader.read(root, &worlds)?;

    let model_name = root.attribute("model").unwrap_or("MuJoCo Model");
    let mut assembly = Assembly::new(model_name, documents, &compiler, &defaults, tree);
    assembly.bodies()?;
    assembly.equalities(&take("equality"))?;
    assembly.actuators(&take("actuator"))?;
    assembly.exclusions(&take("contact"))?;
    assembly.finish(&options, &take("keyframe"))
}
