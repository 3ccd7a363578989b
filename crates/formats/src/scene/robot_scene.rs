use crate::files::Disk;
use crate::robot::Rooting;
use crate::scene::overlaps::rounded;
use crate::scene::read::FolderOf;
use crate::scene::{LoadedScene, SceneBundle, SceneFile};
use crate::{FormatError, Notice, RootJoint, Shape, read_robot};
use std::path::{Path, PathBuf};
use stiction_multibody::BodyId;

/// A scene with one robot, from its file alone.
#[derive(Clone, Debug, Default)]
pub struct RobotScene {
    /// URDF or MJCF.
    pub file: PathBuf,
    /// How the root of a URDF file is joined to the world; unless chosen, free on the ground and else fixed. A root that
    /// is the world itself is fixed always.
    pub root: Option<RootJoint>,
    /// Whether it stands on a floor at z = 0: set down on it, unless its file fixes it to the world; then it stays where it
    /// is, and the floor is no higher than its lowest shape.
    pub on_ground: bool,
    /// A pose by name, or a file with one.
    pub pose: Option<String>,
    /// Whether motors hold its pose.
    pub hold: bool,
}

const NOT_SET_DOWN: &str =
    "the root link is the world: the robot stays fixed where its file places it and is not set down on the floor";

/// Whether a file is a robot's, by its ending.
pub fn is_robot_file(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    ["urdf", "xml", "mjcf"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

impl RobotScene {
    /// Reads the robot and makes the scene, in which settings `key.path=value` have changed what they name; with all that it was
    /// made of.
    pub fn read(&self, settings: &[impl AsRef<str>]) -> Result<(SceneBundle, LoadedScene), FormatError> {
        let stem = self.file.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        let file = self.file.file_name().unwrap_or_default().to_string_lossy();
        let name = self.file.with_file_name(format!("{file} (generated scene)"));
        let rooting = Rooting::of(&self.file)?;
        let mut text = self.text(rooting, 0.0)?;
        let (Rooting::World(position), true) = (rooting, self.on_ground) else {
            return SceneBundle::keep(&name, stem, text.into_bytes(), settings);
        };
        let scene = SceneFile::parse(&name.display().to_string(), text.as_bytes(), settings)?;
        if scene.includes.iter().any(|include| include.on_ground) {
            // A setting asks for it.
            return SceneBundle::keep(&name, stem, text.into_bytes(), settings);
        }
        let mut message = NOT_SET_DOWN.to_owned();
        let lowest = scene.lowest(&mut FolderOf::file(&name, &mut Disk))?;
        if let Some(lowest) = lowest.filter(|lowest| *lowest < 0.0) {
            text = self.text(rooting, lowest)?;
            message.push_str(&format!(
                "; the floor is at z = {} m, the height of the robot's lowest shape",
                rounded(lowest)
            ));
        }
        let (bundle, mut loaded) = SceneBundle::keep(&name, stem, text.into_bytes(), settings)?;
        let file = self.file.display().to_string();
        loaded.notices.push(Notice { file, position, message, count: 1 });
        Ok((bundle, loaded))
    }

    /// The scene as a file beside the robot's, with a floor at a height.
    fn text(&self, rooting: Rooting, floor: f64) -> Result<String, FormatError> {
        let mut text = "version = 1\nduration = 10.0\n".to_owned();
        let robot = read_robot(&self.file, self.root)?;
        let is_floor = |shape: &Shape| matches!(shape, Shape::HalfSpace);
        let has_floor =
            robot.geometries.iter().any(|geometry| geometry.body == BodyId::WORLD && is_floor(&geometry.shape));
        if self.on_ground && !has_floor {
            text.push_str("[[fixed]]\nname = \"floor\"\nshape = { kind = \"plane\" }\n");
            if floor != 0.0 {
                text.push_str(&format!("position = [0, 0, {floor:?}]\n"));
            }
        }
        let file = self.file.file_name().unwrap_or_default().to_string_lossy();
        text.push_str(&format!("[[include]]\nname = \"robot\"\nfile = {}\n", quoted(&file)));
        let free = self.on_ground && rooting == Rooting::Open;
        let root = self.root.or(free.then_some(RootJoint::Free));
        match root {
            Some(RootJoint::Free) => text.push_str("root = \"free\"\n"),
            Some(RootJoint::Fixed) => text.push_str("root = \"fixed\"\n"),
            None => {}
        }
        if let Some(pose) = &self.pose {
            // A file is given from where the program runs, not from the robot's folder.
            let path = Path::new(pose);
            let full = pose.ends_with(".json").then(|| std::path::absolute(path).ok()).flatten();
            text.push_str(&format!("pose = {}\n", quoted(&full.unwrap_or(path.to_owned()).to_string_lossy())));
        }
        let set_down = self.on_ground && !matches!(rooting, Rooting::World(_));
        text.push_str(&format!("on_ground = {set_down}\nhold = {}\noverlapping_never_touch = true\n", self.hold));
        Ok(text)
    }
}

/// As a string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
