//! What is one of several things: a byte that says which, then its fields.

use super::pack::{Fault, Packed, Unpacker};
use stiction_contact::{Law, Method};
use stiction_simulation::{Event, ImpulseReason, Source};

impl Packed for Source {
    fn pack(&self, into: &mut Vec<u8>) {
        match self {
            Self::Closure(index) => (0_u8, *index).pack(into),
            Self::Coupling(index) => (1_u8, *index).pack(into),
            Self::Drive(index) => (2_u8, *index).pack(into),
            Self::Friction(freedom) => (3_u8, *freedom).pack(into),
            Self::Limit(freedom, upper) => (4_u8, *freedom, *upper).pack(into),
            Self::Contact(first, second, feature) => (5_u8, (*first, *second, *feature)).pack(into),
            Self::Motor(index) => (6_u8, *index).pack(into),
        }
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        Ok(match u8::unpack(from)? {
            0 => Self::Closure(Packed::unpack(from)?),
            1 => Self::Coupling(Packed::unpack(from)?),
            2 => Self::Drive(Packed::unpack(from)?),
            3 => Self::Friction(Packed::unpack(from)?),
            4 => Self::Limit(Packed::unpack(from)?, Packed::unpack(from)?),
            5 => Self::Contact(Packed::unpack(from)?, Packed::unpack(from)?, Packed::unpack(from)?),
            6 => Self::Motor(Packed::unpack(from)?),
            other => return Err(from.fault("a source of a law, 0 to 6", other)),
        })
    }
}

impl Packed for Law {
    fn pack(&self, into: &mut Vec<u8>) {
        match self {
            Self::Bilateral { rows } => (0_u8, *rows).pack(into),
            Self::Unilateral => 1_u8.pack(into),
            Self::Coulomb { friction } => (2_u8, *friction).pack(into),
            Self::PlanarCoulomb { friction } => (3_u8, *friction).pack(into),
            Self::Rolling { friction, rolling_friction } => (4_u8, *friction, *rolling_friction).pack(into),
            Self::Bounded { lower, upper } => (5_u8, *lower, *upper).pack(into),
        }
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        Ok(match u8::unpack(from)? {
            0 => Self::Bilateral { rows: Packed::unpack(from)? },
            1 => Self::Unilateral,
            2 => Self::Coulomb { friction: Packed::unpack(from)? },
            3 => Self::PlanarCoulomb { friction: Packed::unpack(from)? },
            4 => Self::Rolling { friction: Packed::unpack(from)?, rolling_friction: Packed::unpack(from)? },
            5 => Self::Bounded { lower: Packed::unpack(from)?, upper: Packed::unpack(from)? },
            other => return Err(from.fault("a law, 0 to 5", other)),
        })
    }
}

/// By its name.
impl Packed for Method {
    fn pack(&self, into: &mut Vec<u8>) {
        self.name().to_owned().pack(into);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        let name = String::unpack(from)?;
        name.parse().map_err(|_| from.fault("the name of a method", name))
    }
}

const REASONS: [ImpulseReason; 5] = [
    ImpulseReason::Impact,
    ImpulseReason::NoSolution,
    ImpulseReason::NotFound,
    ImpulseReason::SlideEnds,
    ImpulseReason::BudgetSpent,
];

impl Packed for ImpulseReason {
    fn pack(&self, into: &mut Vec<u8>) {
        let place = match self {
            Self::Impact => 0_u8,
            Self::NoSolution => 1,
            Self::NotFound => 2,
            Self::SlideEnds => 3,
            Self::BudgetSpent => 4,
        };
        place.pack(into);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        let place = u8::unpack(from)?;
        REASONS
            .get(usize::from(place))
            .copied()
            .ok_or_else(|| from.fault("a reason for an impulse step, 0 to 4", place))
    }
}

impl Packed for Event {
    fn pack(&self, into: &mut Vec<u8>) {
        match self {
            Self::NextMethod { from, outcome, to } => (0_u8, (*from, outcome.clone(), *to)).pack(into),
            Self::Accepted { outcome, residual } => (1_u8, outcome.clone(), *residual).pack(into),
            Self::BestInBudget { residual } => (2_u8, *residual).pack(into),
            Self::ProjectionCut { offset } => (3_u8, *offset).pack(into),
            Self::Blended { share, avoided } => (4_u8, *share, *avoided).pack(into),
            Self::PoissonMissed(miss) => (5_u8, *miss).pack(into),
            Self::ImpulseStep { reason } => (6_u8, *reason).pack(into),
            Self::Projected { before, after, energy } => (7_u8, [*before, *after, *energy]).pack(into),
            Self::LeftOpen { offset, what } => (8_u8, *offset, what.clone()).pack(into),
            Self::Halved { pieces } => (9_u8, *pieces).pack(into),
        }
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        Ok(match u8::unpack(from)? {
            0 => {
                let (method, outcome, to) = Packed::unpack(from)?;
                Self::NextMethod { from: method, outcome, to }
            }
            1 => Self::Accepted { outcome: Packed::unpack(from)?, residual: Packed::unpack(from)? },
            2 => Self::BestInBudget { residual: Packed::unpack(from)? },
            3 => Self::ProjectionCut { offset: Packed::unpack(from)? },
            4 => Self::Blended { share: Packed::unpack(from)?, avoided: Packed::unpack(from)? },
            5 => Self::PoissonMissed(Packed::unpack(from)?),
            6 => Self::ImpulseStep { reason: Packed::unpack(from)? },
            7 => {
                let [before, after, energy] = Packed::unpack(from)?;
                Self::Projected { before, after, energy }
            }
            8 => Self::LeftOpen { offset: Packed::unpack(from)?, what: Packed::unpack(from)? },
            9 => Self::Halved { pieces: Packed::unpack(from)? },
            other => return Err(from.fault("an event, 0 to 9", other)),
        })
    }
}
