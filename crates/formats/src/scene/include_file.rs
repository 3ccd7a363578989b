use crate::RootJoint;
use crate::scene::document::Content;
use crate::scene::frame_file;
use crate::scene::place::{Fault, Place};
use crate::scene::shape_file::{GroupsFile, groups};
use crate::scene::table::Table;
use crate::scene::value::{Field, Reference};
use stiction_linalg::space::Pose;

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
    /// Whether geometries that cannot be made are left out, with a notice.
    pub lenient: bool,
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
        "lenient",
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
        lenient: table.or("lenient", false, Field::flag)?,
        positions: table.or("positions", Vec::new(), by_joint)?,
        velocities: table.or("velocities", Vec::new(), by_joint)?,
    })
}

/// Numbers by the names of joints, as the robot's file calls them.
fn by_joint(field: &Field<'_>) -> Result<Vec<(Reference, Vec<f64>)>, Fault> {
    let table = Table::of(field, "a table from joints to numbers")?;
    let joint = |(entry, value): (&crate::scene::document::Entry, Field<'_>)| {
        let numbers = match value.node.content {
            Content::List(_) => value.numbers()?,
            _ => vec![value.number()?],
        };
        Ok((Reference { name: entry.key.clone(), at: entry.at, path: value.path }, numbers))
    };
    table.all().map(joint).collect()
}
