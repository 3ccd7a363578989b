use crate::RootJoint;
use crate::scene::document::Content;
use crate::scene::frame_file;
use crate::scene::motor_file::tuning;
use crate::scene::place::{Fault, Place};
use crate::scene::shape_file::{GroupsFile, groups};
use crate::scene::table::Table;
use crate::scene::value::{Field, Reference};
use stiction_linalg::space::Pose;
use stiction_simulation::Tuning;

/// `[[include]]`: a robot from a file of its own.
#[derive(Clone, Debug)]
pub(crate) struct IncludeFile {
    pub at: Place,
    pub path: String,
    pub file: Reference,
    /// Put before every name of the file.
    pub prefix: String,
    pub root: Option<RootJoint>,
    pub placement: Pose,
    pub material: Option<Reference>,
    pub groups: GroupsFile,
    /// Whether pairs of its bodies that overlap at the start never touch.
    pub overlapping_never_touch: bool,
    /// Whether geometries that cannot be made are left out, with a notice.
    pub lenient: bool,
    /// A named pose, or a file with one.
    pub pose: Option<Reference>,
    /// Whether its lowest shape is put where the placement says, and not its frame.
    pub on_ground: bool,
    /// How motors hold it in the pose that it begins in, if they do.
    pub hold: Option<Tuning>,
    pub positions: Vec<(Reference, Vec<f64>)>,
    pub velocities: Vec<(Reference, Vec<f64>)>,
}

pub(crate) fn include(table: &Table<'_>) -> Result<IncludeFile, Fault> {
    table.known(&[
        "name",
        "file",
        "prefix",
        "root",
        "position",
        "orientation",
        "material",
        "groups",
        "collides_with",
        "overlapping_never_touch",
        "lenient",
        "pose",
        "on_ground",
        "hold",
        "positions",
        "velocities",
    ])?;
    let root = |field: &Field<'_>| {
        field.choice("root", &["fixed", "free"], |word| match word {
            "fixed" => Some(RootJoint::Fixed),
            "free" => Some(RootJoint::Free),
            _ => None,
        })
    };
    Ok(IncludeFile {
        at: table.at,
        path: table.path.clone(),
        file: table.required("file", Field::name)?,
        prefix: table.or("prefix", String::new(), Field::text)?,
        root: table.optional("root", root)?,
        placement: frame_file::pose(table)?,
        material: table.optional("material", Field::name)?,
        groups: groups(table)?,
        overlapping_never_touch: table.or("overlapping_never_touch", false, Field::flag)?,
        lenient: table.or("lenient", false, Field::flag)?,
        pose: table.optional("pose", Field::name)?,
        on_ground: table.or("on_ground", false, Field::flag)?,
        hold: table.optional("hold", hold)?.flatten(),
        positions: table.or("positions", Vec::new(), by_joint)?,
        velocities: table.or("velocities", Vec::new(), by_joint)?,
    })
}

/// `true`, or a table with the tuning.
fn hold(field: &Field<'_>) -> Result<Option<Tuning>, Fault> {
    if let Content::Flag(flag) = field.node.content {
        return Ok(flag.then(Tuning::default));
    }
    let table = Table::of(field, "true, false or a table { frequency = … }")?;
    table.known(&["frequency", "damping_ratio"])?;
    tuning(&table).map(|tuning| Some(tuning.unwrap_or_default()))
}

/// Numbers by the names of joints, as the robot's file calls them.
fn by_joint(field: &Field<'_>) -> Result<Vec<(Reference, Vec<f64>)>, Fault> {
    let table = Table::of(field, "a table of joint names and numbers")?;
    let joint = |(entry, value): (&crate::scene::document::Entry, Field<'_>)| {
        let numbers = match value.node.content {
            Content::List(_) => value.numbers()?,
            _ => vec![value.number()?],
        };
        Ok((Reference { name: entry.key.clone(), at: entry.at, path: value.path }, numbers))
    };
    table.all().map(joint).collect()
}
