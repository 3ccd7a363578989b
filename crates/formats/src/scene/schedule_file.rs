use crate::field::shown;
use crate::scene::document::Content;
use crate::scene::frame_file::angle;
use crate::scene::place::{Fault, Place};
use crate::scene::table::Table;
use crate::scene::value::{Field, LARGEST_NUMBER, Reference};
use stiction_linalg::space::Vector3;
use stiction_simulation::Signal;

/// `[[force]]`.
#[derive(Clone, Debug)]
pub(crate) struct ForceFile {
    pub on: ForceTarget,
    pub factor: Signal,
    pub from: f64,
    pub until: f64,
}

/// What a force acts on.
#[derive(Clone, Debug)]
pub(crate) enum ForceTarget {
    /// A body, at a point of its frame.
    Body { body: Reference, point: Vector3, force: Vector3, torque: Vector3 },
    /// A degree of freedom of a joint.
    Joint { joint: Reference, freedom: usize, value: f64 },
}

/// `[[motion]]`: a coordinate that is prescribed.
#[derive(Clone, Debug)]
pub(crate) struct MotionFile {
    pub at: Place,
    pub path: String,
    pub joint: Reference,
    pub freedom: usize,
    pub position: Signal,
}

pub(crate) fn force(table: &Table<'_>) -> Result<ForceFile, Fault> {
    let common = ["name", "factor", "from", "until"];
    let on = match (table.find("body"), table.find("joint")) {
        (Some(body), None) => {
            table.known(&[&common, &["body", "point", "force", "torque"][..]].concat())?;
            ForceTarget::Body {
                body: body.name()?,
                point: table.or("point", Vector3::ZERO, Field::vector)?,
                force: table.or("force", Vector3::ZERO, Field::vector)?,
                torque: table.or("torque", Vector3::ZERO, Field::vector)?,
            }
        }
        (None, Some(joint)) => {
            table.known(&[&common, &["joint", "freedom", "force"][..]].concat())?;
            ForceTarget::Joint {
                joint: joint.name()?,
                freedom: table.or("freedom", 0, |field| field.count(0, 5))?,
                value: table.required("force", Field::number)?,
            }
        }
        _ => {
            table.known(&[&common, &["body", "joint", "freedom", "point", "force", "torque"][..]].concat())?;
            return Err(table.fault("expected either 'body' or 'joint'"));
        }
    };
    let file = ForceFile {
        on,
        factor: table.or("factor", Signal::Constant(1.0), signal)?,
        from: table.or("from", 0.0, Field::not_negative)?,
        until: table.or("until", LARGEST_NUMBER, Field::not_negative)?,
    };
    if file.from > file.until {
        let [from, until] = [file.from, file.until].map(shown);
        return Err(table.fault(format!("expected 'until' after 'from', found {until} and {from}")));
    }
    Ok(file)
}

pub(crate) fn motion(table: &Table<'_>) -> Result<MotionFile, Fault> {
    table.known(&["name", "joint", "freedom", "position"])?;
    Ok(MotionFile {
        at: table.at,
        path: table.path.clone(),
        joint: table.required("joint", Field::name)?,
        freedom: table.or("freedom", 0, |field| field.count(0, 5))?,
        position: table.required("position", signal)?,
    })
}

/// A number, or a table with a kind.
pub(crate) fn signal(field: &Field<'_>) -> Result<Signal, Fault> {
    if let Content::Number(_) = field.node.content {
        return field.number().map(Signal::Constant);
    }
    let table = Table::of(field, "a number, or a table { kind = \"sine\", … }")?;
    let kinds = ["sine", "ramp", "table"];
    let kind = table.required("kind", |field| {
        field.choice("kind of schedule", &kinds, |word| kinds.into_iter().find(|kind| *kind == word))
    })?;
    let signal = match kind {
        "sine" => {
            table.known(&["kind", "offset", "amplitude", "frequency", "phase", "phase_deg"])?;
            Signal::Sine {
                offset: table.or("offset", 0.0, Field::number)?,
                amplitude: table.or("amplitude", 1.0, Field::number)?,
                frequency: table.required("frequency", Field::number)?,
                phase: angle(&table, "phase")?.unwrap_or(0.0),
            }
        }
        "ramp" => {
            table.known(&["kind", "offset", "slope"])?;
            Signal::Ramp {
                offset: table.or("offset", 0.0, Field::number)?,
                slope: table.required("slope", Field::number)?,
            }
        }
        _ => {
            table.known(&["kind", "points"])?;
            let point = |field: &Field<'_>| {
                let [time, value] = field.array("a pair [time, value]", Field::number)?;
                Ok((time, value))
            };
            Signal::Table(table.required("points", |field| field.list()?.iter().map(point).collect())?)
        }
    };
    signal.fault().map_or(Ok(signal), |expected| Err(field.fault(format!("expected {expected}"))))
}
