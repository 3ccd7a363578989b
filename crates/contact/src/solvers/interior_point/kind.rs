use crate::Law;
use crate::law::rows_of_node;

/// Bounds closer than this, relative to their size, are one value.
const EQUAL: f64 = 1e-12;

/// What stands at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// A Lorentz cone: a normal and tangents.
    Cone,
    /// A half line; tangents without friction carry no impulse.
    HalfLine,
    /// Equations in this many rows.
    Free(usize),
    /// A single value: bounds that are equal.
    Pinned(f64),
    /// An interval, possibly half infinite.
    Interval { lower: f64, upper: f64 },
}

impl Kind {
    /// What stands at each node of a law, and `T` of its normal row.
    pub fn of(law: &Law) -> impl Iterator<Item = (Self, f64)> {
        let law = *law;
        (0..law.nodes()).map(move |node| match law {
            Law::Coulomb { friction } | Law::PlanarCoulomb { friction } if friction > 0.0 => (Self::Cone, friction),
            Law::Bilateral { rows } => (Self::Free(rows_of_node(rows, node)), 1.0),
            Law::Bounded { lower, upper } => {
                let kind = match (lower.is_finite(), upper.is_finite()) {
                    (false, false) => Self::Free(1),
                    (true, true) if upper - lower <= EQUAL * (1.0 + lower.abs()) => Self::Pinned(lower),
                    _ => Self::Interval { lower, upper },
                };
                (kind, 1.0)
            }
            _ => (Self::HalfLine, 1.0),
        })
    }
}
