use crate::model::BodyId;
use stiction_linalg::space::Pose;

/// What a loop closure holds together, in terms of a frame on each of its two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClosureKind {
    /// The origins coincide: a ball joint. 3 rows.
    Point,
    /// The z axes point the same way. 2 rows.
    Axis,
    /// The axes agree, the origins do as they like. 3 rows.
    Orientation,
    /// The frames coincide. 6 rows.
    Weld,
    /// The origins stay at a distance, m: a rod with a ball at each end. 1 row.
    Distance(f64),
    /// The origins coincide and the z axes point the same way: a hinge. 5 rows.
    Revolute,
    /// The axes agree, the second origin lies on the first z axis: a slide. 5 rows.
    Prismatic,
    /// The z axes lie on one line. 4 rows.
    Cylindrical,
    /// As cylindrical, and the shift along z is `pitch` (m/rad) times the turn about it. 5 rows.
    Screw {
        /// m/rad.
        pitch: f64,
    },
    /// The origins coincide and the z axes keep the cosine of their angle: a universal joint. 4 rows.
    Universal {
        /// Zero, for axes at right angles.
        cosine: f64,
    },
    /// The second origin stays in the first xy plane, the z axes point the same way. 3 rows.
    Planar,
}

impl ClosureKind {
    /// The name, as files and messages use it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Axis => "axis",
            Self::Orientation => "orientation",
            Self::Weld => "weld",
            Self::Distance(_) => "distance",
            Self::Revolute => "revolute",
            Self::Prismatic => "prismatic",
            Self::Cylindrical => "cylindrical",
            Self::Screw { .. } => "screw",
            Self::Universal { .. } => "universal",
            Self::Planar => "planar",
        }
    }

    /// How many equations it is.
    pub fn rows(&self) -> usize {
        match self {
            Self::Distance(_) => 1,
            Self::Axis => 2,
            Self::Point | Self::Planar | Self::Orientation => 3,
            Self::Cylindrical | Self::Universal { .. } => 4,
            Self::Revolute | Self::Prismatic | Self::Screw { .. } => 5,
            Self::Weld => 6,
        }
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        match *self {
            Self::Distance(distance) if !(distance > 0.0 && distance.is_finite()) => {
                Err(format!("distance: expected a finite number above zero, found {distance}"))
            }
            Self::Screw { pitch } if !pitch.is_finite() => {
                Err(format!("pitch: expected a finite number, found {pitch}"))
            }
            Self::Universal { cosine } if cosine.abs() >= 1.0 || cosine.is_nan() => {
                Err(format!("cosine: expected a number between -1 and 1, found {cosine}"))
            }
            _ => Ok(()),
        }
    }
}

/// A joint that closes a loop of the tree: equations between two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopClosure {
    /// A name of its own among the model's constraints.
    pub name: String,
    /// What it holds together.
    pub kind: ClosureKind,
    /// A body and a frame on it.
    pub first: (BodyId, Pose),
    /// Another body and a frame on it.
    pub second: (BodyId, Pose),
}
