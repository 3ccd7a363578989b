use stiction_linalg::space::Vector3;

/// What resists one degree of freedom. Angles in rad, lengths in m, forces in N or N·m accordingly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreedomProperties {
    /// Inertia of the drive behind it, added to the mass matrix's diagonal: kg·m² or kg.
    pub armature: f64,
    /// Force per velocity.
    pub damping: f64,
    /// Spring force per displacement from `rest`.
    pub stiffness: f64,
    /// Where the spring is slack.
    pub rest: f64,
    /// Largest dry friction force.
    pub friction: f64,
    /// Lowest and highest coordinate.
    pub limits: Option<(f64, f64)>,
    /// Largest force of the drive.
    pub effort_limit: f64,
    /// Largest velocity of the drive.
    pub velocity_limit: f64,
}

impl Default for FreedomProperties {
    fn default() -> Self {
        Self {
            armature: 0.0,
            damping: 0.0,
            stiffness: 0.0,
            rest: 0.0,
            friction: 0.0,
            limits: None,
            effort_limit: f64::INFINITY,
            velocity_limit: f64::INFINITY,
        }
    }
}

/// The motion of a degree of freedom, about or along its axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FreedomKind {
    /// A turn about the axis through the link's origin.
    About,
    /// A shift along the axis.
    Along,
    /// A turn that advances by so many metres per radian.
    Screw(f64),
}

/// One degree of freedom: one number of a velocity.
#[derive(Clone, Debug)]
pub struct Freedom {
    /// What resists it.
    pub properties: FreedomProperties,
    pub(crate) kind: FreedomKind,
    pub(crate) link: usize,
    /// The next degree of freedom towards the root.
    pub(crate) parent: Option<usize>,
    /// Its place in a configuration, where it has one number of its own.
    pub(crate) coordinate: Option<usize>,
    /// How many degrees of freedom stand between it and the root.
    pub(crate) depth: usize,
}

impl FreedomKind {
    /// The part of a wrench (about the link's origin) that works on this motion.
    #[inline]
    pub fn project(self, axis: Vector3, wrench: &crate::spatial::Wrench) -> f64 {
        match self {
            Self::About => axis.dot(wrench.moment),
            Self::Along => axis.dot(wrench.force),
            Self::Screw(pitch) => axis.dot(wrench.moment) + pitch * axis.dot(wrench.force),
        }
    }

    /// Adds this motion at a rate.
    #[inline]
    pub fn add(self, axis: Vector3, rate: f64, motion: &mut crate::spatial::Motion) {
        match self {
            Self::About => motion.angular += axis * rate,
            Self::Along => motion.linear += axis * rate,
            Self::Screw(pitch) => {
                motion.angular += axis * rate;
                motion.linear += axis * (pitch * rate);
            }
        }
    }
}
