use crate::scene::document::Content;
use crate::scene::frame_file;
use crate::scene::place::{Fault, Place};
use crate::scene::table::Table;
use crate::scene::value::{Field, Reference};
use stiction_linalg::space::{Matrix3, Pose, Vector3};

const KINDS: [&str; 10] =
    ["sphere", "box", "ellipsoid", "capsule", "cylinder", "cone", "plane", "hull", "mesh", "heightfield"];

/// The most points that a hull may be written with.
const MOST_POINTS: usize = 10_000;

/// A shape on a body.
#[derive(Clone, Debug)]
pub(crate) struct ShapeFile {
    pub at: Place,
    pub path: String,
    pub name: Option<Reference>,
    pub form: Form,
    pub placement: Pose,
    pub material: Option<Reference>,
    pub groups: GroupsFile,
}

/// Which shapes it may touch, by the names of groups; not given: all.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroupsFile {
    pub member: Option<Vec<Reference>>,
    pub with: Option<Vec<Reference>>,
}

/// The shape itself, about its own frame, along z.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Sphere {
        radius: f64,
    },
    Box {
        half: Vector3,
    },
    Ellipsoid {
        half: Vector3,
    },
    Capsule {
        radius: f64,
        half_length: f64,
    },
    Cylinder {
        radius: f64,
        half_length: f64,
    },
    Cone {
        radius: f64,
        half_length: f64,
    },
    Plane,
    Hull {
        points: Vec<Vector3>,
    },
    /// Row by row.
    Heightfield {
        columns: usize,
        half: [f64; 2],
        heights: Vec<f64>,
    },
    Mesh {
        file: Reference,
        scale: Vector3,
        convex: bool,
    },
}

/// `shape`: one table, or several as `[[body.shape]]`.
pub(crate) fn shapes(field: &Field<'_>) -> Result<Vec<ShapeFile>, Fault> {
    match field.node.content {
        Content::List(_) => field.list()?.iter().map(shape).collect(),
        _ => Ok(vec![shape(field)?]),
    }
}

fn shape(field: &Field<'_>) -> Result<ShapeFile, Fault> {
    let table = Table::of(field, "a table { kind = … }")?;
    let kind = table.required("kind", |field| {
        field.choice("kind of shape", &KINDS, |word| KINDS.into_iter().find(|kind| *kind == word))
    })?;
    let own: &[&str] = match kind {
        "sphere" => &["radius"],
        "box" | "ellipsoid" => &["size"],
        "capsule" | "cylinder" | "cone" => &["radius", "length"],
        "plane" => &["normal"],
        "hull" => &["points"],
        "heightfield" => &["size", "heights"],
        _ => &["file", "scale", "convex"],
    };
    let common = ["kind", "name", "position", "orientation", "material", "groups", "collides_with"];
    table.known(&[&common, own].concat())?;
    let mut placement = frame_file::pose(&table)?;
    let form = match kind {
        "sphere" => Form::Sphere { radius: table.required("radius", Field::length)? },
        "box" | "ellipsoid" => {
            let [x, y, z] = table.required("size", |field| field.array("three lengths [x, y, z]", Field::length))?;
            let half = Vector3::new(0.5 * x, 0.5 * y, 0.5 * z);
            if kind == "box" { Form::Box { half } } else { Form::Ellipsoid { half } }
        }
        "capsule" | "cylinder" | "cone" => {
            let radius = table.required("radius", Field::length)?;
            let half_length = 0.5 * table.required("length", Field::length)?;
            match kind {
                "capsule" => Form::Capsule { radius, half_length },
                "cylinder" => Form::Cylinder { radius, half_length },
                _ => Form::Cone { radius, half_length },
            }
        }
        "plane" => {
            if let Some(normal) = table.optional("normal", Field::direction)? {
                if let Some(orientation) = table.find("orientation") {
                    return Err(orientation.fault("expected either 'normal' or 'orientation', found both"));
                }
                let (x, y) = normal.tangents();
                placement.rotation = Matrix3::from_columns(x, y, normal);
            }
            Form::Plane
        }
        "hull" => Form::Hull { points: table.required("points", points)? },
        "heightfield" => {
            let [x, y] = table.required("size", |field| field.array("two lengths [x, y]", Field::length))?;
            let (columns, heights) = table.required("heights", heights)?;
            Form::Heightfield { columns, half: [0.5 * x, 0.5 * y], heights }
        }
        _ => {
            let [x, y, z] =
                table.or("scale", [1.0; 3], |field| field.array("three numbers [x, y, z]", Field::length))?;
            Form::Mesh {
                file: table.required("file", Field::name)?,
                scale: Vector3::new(x, y, z),
                convex: table.or("convex", false, Field::flag)?,
            }
        }
    };
    Ok(ShapeFile {
        at: field.node.at,
        path: field.path.clone(),
        name: table.optional("name", Field::name)?,
        form,
        placement,
        material: table.optional("material", Field::name)?,
        groups: groups(&table)?,
    })
}

fn points(field: &Field<'_>) -> Result<Vec<Vector3>, Fault> {
    let points: Vec<Vector3> = field.list()?.iter().map(Field::vector).collect::<Result<_, _>>()?;
    if !(4..=MOST_POINTS).contains(&points.len()) {
        return Err(field.expected(&format!("4 to {MOST_POINTS} points")));
    }
    Ok(points)
}

/// Rows of heights, all of one length.
fn heights(field: &Field<'_>) -> Result<(usize, Vec<f64>), Fault> {
    let rows: Vec<Field<'_>> = field.list()?;
    let mut heights = Vec::new();
    let mut columns = 0;
    for (k, row) in rows.iter().enumerate() {
        let before = heights.len();
        for height in row.list()? {
            heights.push(height.coordinate()?);
        }
        match heights.len() - before {
            found if k == 0 => columns = found,
            found if found != columns => {
                return Err(row.fault(format!("expected {columns} heights as in the first row, found {found}")));
            }
            _ => {}
        }
    }
    if columns < 2 || rows.len() < 2 {
        return Err(field.expected("at least two rows of at least two heights"));
    }
    Ok((columns, heights))
}

pub(crate) fn groups(table: &Table<'_>) -> Result<GroupsFile, Fault> {
    let names = |field: &Field<'_>| field.list()?.iter().map(Field::name).collect();
    Ok(GroupsFile { member: table.optional("groups", names)?, with: table.optional("collides_with", names)? })
}
