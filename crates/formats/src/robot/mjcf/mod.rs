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
use crate::read::read_bytes;
use crate::robot::Robot;
use crate::robot::xml::Element;
use crate::{FormatError, LARGEST_JSON};
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

/// Reads a model file, and the files beside it that it includes or takes meshes from.
pub fn read_mjcf(path: &Path) -> Result<Robot, FormatError> {
    let bytes = read_bytes(path, LARGEST_JSON)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    parse_mjcf(&path.display().to_string(), &bytes, &mut |file| read_bytes(&folder.join(file), LARGEST_JSON))
}

/// Reads a model file from its bytes. `files` gives the bytes of included files and meshes by their paths relative to
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
