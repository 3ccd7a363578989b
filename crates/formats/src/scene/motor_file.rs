use crate::field::shown;
use crate::scene::place::{Fault, Place};
use crate::scene::schedule_file::signal;
use crate::scene::table::Table;
use crate::scene::value::{Field, Reference};
use stiction_simulation::{Signal, Tuning};

/// `[[motor]]`: a drive of a joint.
#[derive(Clone, Debug)]
pub(crate) struct MotorFile {
    pub at: Place,
    pub path: String,
    pub joint: Reference,
    pub freedom: usize,
    /// Where the joint begins, if missing.
    pub position: Option<Signal>,
    pub velocity: Signal,
    pub force: Signal,
    pub gains: GainsFile,
    /// The joint's effort limit both ways, if missing.
    pub limits: Option<(f64, f64)>,
}

/// How hard a motor pulls.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GainsFile {
    Given {
        stiffness: f64,
        damping: f64,
    },
    /// By what the joint moves at the start.
    Tuned(Tuning),
}

pub(crate) fn motor(table: &Table<'_>) -> Result<MotorFile, Fault> {
    table.known(&[
        "name",
        "joint",
        "freedom",
        "position",
        "velocity",
        "force",
        "stiffness",
        "damping",
        "frequency",
        "damping_ratio",
        "limits",
    ])?;
    let given = ["position", "velocity", "force", "stiffness", "frequency"];
    if given.iter().all(|key| table.find(key).is_none()) {
        return Err(
            table.fault("expected 'position', 'velocity', 'force', 'stiffness' or 'frequency', found none of them")
        );
    }
    let gains = match (tuning(table)?, ["stiffness", "damping"].into_iter().find_map(|key| table.find(key))) {
        (Some(_), Some(field)) => {
            return Err(field.fault("expected either 'frequency', or 'stiffness' and 'damping', found both"));
        }
        (Some(tuning), None) => GainsFile::Tuned(tuning),
        (None, _) => GainsFile::Given {
            stiffness: table.or("stiffness", 0.0, Field::not_negative)?,
            damping: table.or("damping", 0.0, Field::not_negative)?,
        },
    };
    if let GainsFile::Given { stiffness, damping } = gains {
        let idle = |key: &str, gain: f64, wanted: &str| match table.find(key) {
            Some(field) if gain == 0.0 => Err(field.fault(format!("expected {wanted} above zero beside it"))),
            _ => Ok(()),
        };
        idle("position", stiffness, "'stiffness' or 'frequency'")?;
        idle("velocity", damping, "'damping'")?;
    }
    Ok(MotorFile {
        at: table.at,
        path: table.path.clone(),
        joint: table.required("joint", Field::name)?,
        freedom: table.or("freedom", 0, |field| field.count(0, 5))?,
        position: table.optional("position", signal)?,
        velocity: table.or("velocity", Signal::Constant(0.0), signal)?,
        force: table.or("force", Signal::Constant(0.0), signal)?,
        gains,
        limits: table.optional("limits", limits)?,
    })
}

/// `frequency` and `damping_ratio`.
pub(crate) fn tuning(table: &Table<'_>) -> Result<Option<Tuning>, Fault> {
    let default = Tuning::default();
    let frequency = table.optional("frequency", Field::positive)?;
    let ratio = table.optional("damping_ratio", Field::not_negative)?;
    match (frequency, ratio) {
        (None, None) => Ok(None),
        (frequency, ratio) => Ok(Some(Tuning {
            frequency: frequency.unwrap_or(default.frequency),
            damping_ratio: ratio.unwrap_or(default.damping_ratio),
        })),
    }
}

fn limits(field: &Field<'_>) -> Result<(f64, f64), Fault> {
    let [low, high] = field.array("two forces [lowest, highest]", Field::number)?;
    if low <= 0.0 && high >= 0.0 {
        return Ok((low, high));
    }
    Err(field.fault(format!("expected a range that includes zero, found [{}, {}]", shown(low), shown(high))))
}
