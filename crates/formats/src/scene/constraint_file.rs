use crate::scene::document::Content;
use crate::scene::frame_file;
use crate::scene::place::{Fault, Place};
use crate::scene::table::Table;
use crate::scene::value::{Field, Reference};
use stiction_linalg::space::{Matrix3, Pose};
use stiction_multibody::constraint::ClosureKind;

const KINDS: [&str; 11] = [
    "point",
    "axis",
    "orientation",
    "weld",
    "distance",
    "revolute",
    "prismatic",
    "cylindrical",
    "screw",
    "universal",
    "planar",
];

/// `[[loop]]`: a joint that closes a loop.
#[derive(Clone, Debug)]
pub(crate) struct LoopFile {
    pub at: Place,
    pub path: String,
    pub name: Reference,
    pub kind: ClosureKind,
    pub ends: [EndFile; 2],
}

/// A frame on a body.
#[derive(Clone, Debug)]
pub(crate) struct EndFile {
    pub body: Reference,
    pub frame: Pose,
}

/// `[[coupling]]`: a joint coordinate that is a polynomial of another.
#[derive(Clone, Debug)]
pub(crate) struct CouplingFile {
    pub at: Place,
    pub path: String,
    pub name: Option<Reference>,
    pub follower: Reference,
    pub leader: Option<Reference>,
    pub coefficients: [f64; 5],
}

pub(crate) fn closure(table: &Table<'_>) -> Result<LoopFile, Fault> {
    let word = table.required("kind", |field| {
        field.choice("kind of loop", &KINDS, |word| KINDS.into_iter().find(|kind| *kind == word))
    })?;
    let mut keys = vec!["name", "kind", "first", "second"];
    keys.extend(match word {
        "distance" => Some("distance"),
        "screw" => Some("pitch"),
        "universal" => Some("angle_deg"),
        _ => None,
    });
    table.known(&keys)?;
    let kind = match word {
        "point" => ClosureKind::Point,
        "axis" => ClosureKind::Axis,
        "orientation" => ClosureKind::Orientation,
        "weld" => ClosureKind::Weld,
        "distance" => ClosureKind::Distance(table.required("distance", Field::length)?),
        "revolute" => ClosureKind::Revolute,
        "prismatic" => ClosureKind::Prismatic,
        "cylindrical" => ClosureKind::Cylindrical,
        "screw" => ClosureKind::Screw { pitch: table.required("pitch", Field::number)? },
        "universal" => {
            let between = |value: f64| value > 0.0 && value < 180.0;
            let angle =
                table.or("angle_deg", 90.0, |field| field.number_within("a number between 0 and 180", between))?;
            // A right angle has no cosine, to the last digit.
            ClosureKind::Universal { cosine: if angle == 90.0 { 0.0 } else { angle.to_radians().cos() } }
        }
        _ => ClosureKind::Planar,
    };
    let ends = [table.required("first", end)?, table.required("second", end)?];
    Ok(LoopFile { at: table.at, path: table.path.clone(), name: table.required("name", Field::name)?, kind, ends })
}

fn end(field: &Field<'_>) -> Result<EndFile, Fault> {
    if let Content::Text(_) = field.node.content {
        return Ok(EndFile { body: field.name()?, frame: Pose::IDENTITY });
    }
    let table = Table::of(field, "the name of a body, or { body = …, position = [x, y, z], axis = [x, y, z] }")?;
    table.known(&["body", "position", "orientation", "axis"])?;
    let mut frame = frame_file::pose(&table)?;
    if let Some(axis) = table.optional("axis", Field::direction)? {
        if let Some(orientation) = table.find("orientation") {
            return Err(orientation.fault("expected either 'axis' or 'orientation', found both"));
        }
        let (x, y) = axis.tangents();
        frame.rotation = Matrix3::from_columns(x, y, axis);
    }
    Ok(EndFile { body: table.required("body", Field::name)?, frame })
}

pub(crate) fn coupling(table: &Table<'_>) -> Result<CouplingFile, Fault> {
    table.known(&["name", "follower", "leader", "coefficients", "ratio", "offset"])?;
    let mut coefficients = [0.0; 5];
    if let Some(field) = table.find("coefficients") {
        if let Some(other) = ["ratio", "offset"].into_iter().find_map(|key| table.find(key)) {
            return Err(other.fault("expected either 'coefficients', or 'ratio' and 'offset', found both"));
        }
        let given = field.numbers()?;
        if !(1..=5).contains(&given.len()) {
            return Err(field.expected("one to five numbers, the constant first"));
        }
        coefficients[..given.len()].copy_from_slice(&given);
    } else {
        coefficients[0] = table.or("offset", 0.0, Field::number)?;
        coefficients[1] = table.or("ratio", 1.0, Field::number)?;
    }
    Ok(CouplingFile {
        at: table.at,
        path: table.path.clone(),
        name: table.optional("name", Field::name)?,
        follower: table.required("follower", Field::name)?,
        leader: table.optional("leader", Field::name)?,
        coefficients,
    })
}
