/// A law of contact or of another constraint, as it is written in a file. Rows are counted per law.
#[derive(Clone, Debug, PartialEq)]
pub enum LawFile {
    /// `"coulomb"`: a contact in space, the normal and two tangents.
    Coulomb {
        /// The coefficient of friction.
        friction: f64,
    },
    /// `"planar-coulomb"`: a contact in the plane, the normal and the tangent.
    PlanarCoulomb {
        /// The coefficient of friction.
        friction: f64,
    },
    /// `"rolling"`: a contact in space that resists rolling, the normal, two tangents, two rolling directions.
    Rolling {
        /// The coefficient of friction.
        friction: f64,
        /// The coefficient of rolling friction, a length.
        rolling_friction: f64,
    },
    /// `"unilateral"`: a contact without friction, the normal alone.
    Unilateral,
    /// `"bilateral"`: equations `u = 0`.
    Bilateral {
        /// How many.
        rows: usize,
    },
    /// `"bounded"`: `u ≥ 0` where the impulse is at its lower bound, `u ≤ 0` at its upper, `u = 0` between.
    Bounded {
        /// The lower bound, `None` where there is none.
        lower: Option<f64>,
        /// The upper bound, `None` where there is none.
        upper: Option<f64>,
    },
}

impl LawFile {
    /// How many rows the law takes.
    pub fn rows(&self) -> usize {
        match self {
            Self::Coulomb { .. } => 3,
            Self::PlanarCoulomb { .. } => 2,
            Self::Rolling { .. } => 5,
            Self::Unilateral | Self::Bounded { .. } => 1,
            Self::Bilateral { rows } => *rows,
        }
    }

    /// How many tangents the law has, along which there may be slip.
    pub fn tangents(&self) -> usize {
        match self {
            Self::Coulomb { .. } | Self::Rolling { .. } => 2,
            Self::PlanarCoulomb { .. } => 1,
            Self::Unilateral | Self::Bilateral { .. } | Self::Bounded { .. } => 0,
        }
    }
}
