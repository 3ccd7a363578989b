use crate::field::shown;
use crate::scene::document::Content;
use crate::scene::frame_file::{angle, either, quaternion};
use crate::scene::place::{Fault, Place};
use crate::scene::table::Table;
use crate::scene::value::{Field, Reference};
use stiction_linalg::space::Vector3;
use stiction_multibody::{FreedomProperties, JointKind};

const KINDS: [&str; 9] =
    ["free", "fixed", "revolute", "prismatic", "screw", "cylindrical", "universal", "spherical", "planar"];

/// What every joint that has coordinates takes.
const COMMON: [&str; 12] = [
    "kind",
    "name",
    "anchor",
    "position",
    "velocity",
    "limits",
    "damping",
    "stiffness",
    "rest",
    "friction",
    "armature",
    "effort_limit",
];

/// A joint between a body and its parent.
#[derive(Clone, Debug)]
pub(crate) struct JointFile {
    pub at: Place,
    pub path: String,
    pub name: Option<Reference>,
    /// Axes along the body's.
    pub kind: JointKind,
    /// The point of the body that the joint goes through.
    pub anchor: Vector3,
    pub properties: FreedomProperties,
    pub angle_limit: Option<f64>,
    /// Where it begins, in the layout of its configuration.
    pub position: Option<Vec<f64>>,
    pub velocity: Option<Vec<f64>>,
}

impl JointFile {
    /// A joint with nothing but a kind.
    pub fn plain(kind: JointKind, at: Place, path: &str) -> Self {
        Self {
            at,
            path: path.to_owned(),
            name: None,
            kind,
            anchor: Vector3::ZERO,
            properties: FreedomProperties::default(),
            angle_limit: None,
            position: None,
            velocity: None,
        }
    }
}

/// `joint`: a word, a table, or a list of tables for joints that are stacked.
pub(crate) fn joints(field: &Field<'_>) -> Result<Vec<JointFile>, Fault> {
    match &field.node.content {
        Content::List(list) if (1..=6).contains(&list.len()) => {
            let joints: Vec<JointFile> = field.list()?.iter().map(joint).collect::<Result<_, _>>()?;
            match joints
                .iter()
                .find(|joint| joints.len() > 1 && matches!(joint.kind, JointKind::Free | JointKind::Fixed))
            {
                Some(joint) => Err(Fault::new(
                    joint.at,
                    &joint.path,
                    format!("a {} joint cannot be stacked with other joints", joint.kind.name()),
                )),
                None => Ok(joints),
            }
        }
        Content::Text(_) | Content::Table(_) => Ok(vec![joint(field)?]),
        _ => Err(field.expected("the kind of a joint, a table { kind = … } or a list of 1 to 6 such tables")),
    }
}

fn joint(field: &Field<'_>) -> Result<JointFile, Fault> {
    let known = |word: &str| KINDS.into_iter().find(|kind| *kind == word);
    if let Content::Text(_) = field.node.content {
        return match field.choice("kind of joint", &KINDS, known)? {
            "free" => Ok(JointFile::plain(JointKind::Free, field.node.at, &field.path)),
            "fixed" => Ok(JointFile::plain(JointKind::Fixed, field.node.at, &field.path)),
            "spherical" => Ok(JointFile::plain(JointKind::Spherical, field.node.at, &field.path)),
            "planar" => Ok(JointFile::plain(JointKind::Planar { normal: Vector3::Z }, field.node.at, &field.path)),
            kind => {
                Err(field.fault(format!("expected a table with an axis: {{ kind = \"{kind}\", axis = [0, 0, 1] }}")))
            }
        };
    }
    let table = Table::of(field, "a table { kind = … }")?;
    let word = table.required("kind", |field| field.choice("kind of joint", &KINDS, known))?;
    let mut keys = COMMON.to_vec();
    match word {
        "free" => keys = vec!["kind", "name", "damping"],
        "fixed" => keys = vec!["kind", "name"],
        "revolute" | "screw" => keys.extend(["axis", "position_deg", "velocity_deg", "limits_deg", "rest_deg"]),
        "prismatic" | "cylindrical" => keys.push("axis"),
        "universal" => keys.extend(["axes", "position_deg", "velocity_deg", "limits_deg", "rest_deg"]),
        "spherical" => {
            keys.retain(|key| !["limits", "stiffness", "rest"].contains(key));
            keys.extend(["angle_limit", "angle_limit_deg"]);
        }
        _ => keys.push("normal"),
    }
    if word == "screw" {
        keys.push("pitch");
    }
    table.known(&keys)?;
    let axis = || table.required("axis", Field::direction);
    let kind = match word {
        "free" => JointKind::Free,
        "fixed" => JointKind::Fixed,
        "revolute" => JointKind::Revolute { axis: axis()? },
        "prismatic" => JointKind::Prismatic { axis: axis()? },
        "screw" => JointKind::Screw { axis: axis()?, pitch: table.required("pitch", Field::number)? },
        "cylindrical" => JointKind::Cylindrical { axis: axis()? },
        "universal" => {
            let [first, second] = table
                .required("axes", |field| field.array("two directions [[x, y, z], [x, y, z]]", Field::direction))?;
            JointKind::Universal { first, second }
        }
        "spherical" => JointKind::Spherical,
        _ => JointKind::Planar { normal: table.or("normal", Vector3::Z, Field::direction)? },
    };
    let mut joint = JointFile::plain(kind, field.node.at, &field.path);
    joint.name = table.optional("name", Field::name)?;
    joint.anchor = table.or("anchor", Vector3::ZERO, Field::vector)?;
    joint.properties = properties(&table)?;
    joint.angle_limit = angle(&table, "angle_limit")?;
    let in_radians = |values: Vec<f64>| values.into_iter().map(f64::to_radians).collect();
    let freedoms = joint.kind.velocity_size();
    joint.velocity = either(&table, "velocity", |field| as_many(field, freedoms), in_radians)?;
    joint.position = match joint.kind {
        JointKind::Spherical => table.optional("position", |field| Ok(quaternion(field)?.to_array().to_vec()))?,
        _ => either(&table, "position", |field| as_many(field, freedoms), in_radians)?,
    };
    Ok(joint)
}

fn properties(table: &Table<'_>) -> Result<FreedomProperties, Fault> {
    let range = |field: &Field<'_>| {
        let [low, high] = field.array("two numbers [lowest, highest]", Field::number)?;
        if low > high {
            return Err(field.fault(format!("expected the lowest first, found [{}, {}]", shown(low), shown(high))));
        }
        Ok((low, high))
    };
    let default = FreedomProperties::default();
    Ok(FreedomProperties {
        armature: table.or("armature", 0.0, Field::not_negative)?,
        damping: table.or("damping", 0.0, Field::not_negative)?,
        stiffness: table.or("stiffness", 0.0, Field::not_negative)?,
        rest: angle(table, "rest")?.unwrap_or(0.0),
        friction: table.or("friction", 0.0, Field::not_negative)?,
        limits: either(table, "limits", range, |(low, high)| (low.to_radians(), high.to_radians()))?,
        effort_limit: table.or("effort_limit", default.effort_limit, Field::not_negative)?,
        velocity_limit: default.velocity_limit,
    })
}

/// One number where one is wanted, or a list.
pub(crate) fn as_many(field: &Field<'_>, wanted: usize) -> Result<Vec<f64>, Fault> {
    let values = match (&field.node.content, wanted) {
        (Content::Number(_), 1) => vec![field.number()?],
        (Content::List(list), _) if list.len() == wanted => field.numbers()?,
        (_, 1) => return Err(field.expected("a number")),
        _ => return Err(field.expected(&format!("a list of {wanted} numbers"))),
    };
    Ok(values)
}
