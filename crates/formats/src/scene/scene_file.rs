use crate::scene::body_file::{BodyFile, body, fixed};
use crate::scene::constraint_file::{CouplingFile, LoopFile, closure, coupling};
use crate::scene::document::Node;
use crate::scene::include_file::{IncludeFile, include};
use crate::scene::loaded_scene::Camera;
use crate::scene::material_file::{MaterialFile, MaterialPairFile, material_pair, materials};
use crate::scene::motor_file::{MotorFile, motor};
use crate::scene::place::{Fault, Place, Sources};
use crate::scene::schedule_file::{ForceFile, MotionFile, force, motion};
use crate::scene::setting;
use crate::scene::stepper_file::stepper;
use crate::scene::table::Table;
use crate::scene::value::{Field, Reference};
use crate::source::Source;
use crate::{FormatError, LONGEST_DURATION, SCENE_VERSION};
use stiction_linalg::space::Vector3;
use stiction_simulation::StepSettings;

/// The acceleration of free fall where a file gives none, m/s².
pub(super) const DEFAULT_GRAVITY: [f64; 3] = [0.0, 0.0, -9.81];

/// What a scene file says, before names are looked up and masses are computed.
#[derive(Clone, Debug)]
pub struct SceneFile {
    pub(super) name: Option<String>,
    pub(super) description: String,
    pub(super) gravity: Vector3,
    pub(super) duration: f64,
    /// Where redundant coordinates are asked for.
    pub(super) redundant: Option<Place>,
    pub(super) neighbours_touch: bool,
    pub(super) never_touch: Vec<[Reference; 2]>,
    pub(super) settings: StepSettings,
    pub(super) materials: Vec<MaterialFile>,
    pub(super) pairs: Vec<MaterialPairFile>,
    pub(super) includes: Vec<IncludeFile>,
    pub(super) bodies: Vec<BodyFile>,
    pub(super) loops: Vec<LoopFile>,
    pub(super) couplings: Vec<CouplingFile>,
    pub(super) forces: Vec<ForceFile>,
    pub(super) motions: Vec<MotionFile>,
    pub(super) motors: Vec<MotorFile>,
    pub(super) camera: Option<Camera>,
    pub(super) record_every: usize,
    pub(super) sources: Sources,
}

impl SceneFile {
    /// Reads a scene file in which settings, each `key.path=value`, have changed what they name.
    pub fn parse(name: &str, bytes: &[u8], settings: &[impl AsRef<str>]) -> Result<Self, FormatError> {
        let source = Source::new(name, bytes)?;
        let mut texts = vec![(name.to_owned(), source.text.to_owned())];
        let given = settings.iter().map(|setting| setting.as_ref());
        texts.extend(given.map(|setting| (format!("--set {setting}"), setting.to_owned())));
        let sources = Sources(texts);
        match decode(&sources) {
            Ok(file) => Ok(Self { sources, ..file }),
            Err(fault) => Err(sources.error(fault)),
        }
    }

    /// One line on what it shows; empty if the file has none.
    pub fn description(&self) -> &str {
        &self.description
    }
}

fn decode(sources: &Sources) -> Result<SceneFile, Fault> {
    let mut document = Node::document(&sources.0[0].1)?;
    for (k, (_, text)) in sources.0.iter().enumerate().skip(1) {
        setting::apply(&mut document, text, k)?;
    }
    scene(&Table::document(&document))
}

fn scene(table: &Table<'_>) -> Result<SceneFile, Fault> {
    table.known(&[
        "version",
        "name",
        "description",
        "gravity",
        "duration",
        "redundant",
        "neighbours_touch",
        "never_touch",
        "stepper",
        "material",
        "material_pair",
        "body",
        "fixed",
        "loop",
        "coupling",
        "include",
        "force",
        "motion",
        "motor",
        "camera",
        "record",
    ])?;
    table.required("version", version)?;
    let seconds = |field: &Field<'_>| {
        let fits = |value: f64| (0.0..=LONGEST_DURATION).contains(&value);
        field.number_within(&format!("a number of seconds from 0 to {LONGEST_DURATION:e}"), fits)
    };
    let redundant = table.optional("redundant", |field| Ok(field.flag()?.then_some(field.node.at)))?.flatten();
    let mut bodies = table.each("fixed", fixed)?;
    bodies.extend(table.each("body", body)?);
    Ok(SceneFile {
        name: table.optional("name", Field::name)?.map(|name| name.name),
        description: table.or("description", String::new(), Field::text)?,
        gravity: table.or("gravity", Vector3::from(DEFAULT_GRAVITY), gravity)?,
        duration: table.or("duration", 1.0, seconds)?,
        redundant,
        neighbours_touch: table.or("neighbours_touch", false, Field::flag)?,
        never_touch: table.or("never_touch", Vec::new(), never_touch)?,
        settings: table
            .or("stepper", StepSettings::default(), |field| stepper(&Table::of(field, "a table [stepper]")?))?,
        materials: materials(table)?,
        pairs: table.each("material_pair", material_pair)?,
        includes: table.each("include", include)?,
        bodies,
        loops: table.each("loop", closure)?,
        couplings: table.each("coupling", coupling)?,
        forces: table.each("force", force)?,
        motions: table.each("motion", motion)?,
        motors: table.each("motor", motor)?,
        camera: table.optional("camera", camera)?,
        record_every: table.or("record", 1, record)?,
        sources: Sources(Vec::new()),
    })
}

fn version(field: &Field<'_>) -> Result<(), Fault> {
    let found = field.number_within("the number of a version", |_| true)?;
    if found == f64::from(SCENE_VERSION) {
        return Ok(());
    }
    let newer = if found > f64::from(SCENE_VERSION) { "; a newer version of the program may read it" } else { "" };
    Err(field.fault(format!("expected version {SCENE_VERSION} of the format, found {}{newer}", field.node.describe())))
}

/// The acceleration of free fall, m/s².
fn gravity(field: &Field<'_>) -> Result<Vector3, Fault> {
    let [x, y, z] = field.array("three numbers [x, y, z]", |entry| {
        entry.number_within("a number from -1e6 to 1e6", |value| value.abs() <= 1e6)
    })?;
    Ok(Vector3::new(x, y, z))
}

fn never_touch(field: &Field<'_>) -> Result<Vec<[Reference; 2]>, Fault> {
    field.list()?.iter().map(|pair| pair.array("a pair of names of bodies", Field::name)).collect()
}

fn camera(field: &Field<'_>) -> Result<Camera, Fault> {
    let table = Table::of(field, "a table [camera]")?;
    table.known(&["position", "target"])?;
    Ok(Camera {
        position: table.required("position", Field::vector)?,
        target: table.or("target", Vector3::ZERO, Field::vector)?,
    })
}

fn record(field: &Field<'_>) -> Result<usize, Fault> {
    let table = Table::of(field, "a table [record]")?;
    table.known(&["every"])?;
    table.or("every", 1, |field| field.count(1, 1_000_000_000))
}
