use crate::model::{BodyId, FreedomProperties};
use std::ops::Range;
use stiction_linalg::space::{Pose, Vector3};

/// How a joint lets a body move. Axes are given in the joint's frame and need not be of length one.
#[derive(Clone, Debug, PartialEq)]
pub enum JointKind {
    /// Not at all: the body is part of its parent.
    Fixed,
    /// A turn about an axis. Configuration: angle, rad; it counts turns, and without limits the joint is
    /// what URDF calls continuous.
    Revolute {
        /// The axis.
        axis: Vector3,
    },
    /// A shift along an axis. Configuration: displacement, m.
    Prismatic {
        /// The axis.
        axis: Vector3,
    },
    /// A turn that advances along its axis. Configuration: angle, rad.
    Screw {
        /// The axis.
        axis: Vector3,
        /// Advance per radian, m/rad.
        pitch: f64,
    },
    /// A turn about and a shift along one axis. Configuration: angle, displacement.
    Cylindrical {
        /// The axis.
        axis: Vector3,
    },
    /// Two turns, the second about an axis that the first carries along. Configuration: both angles.
    Universal {
        /// The axis fixed in the parent.
        first: Vector3,
        /// The axis fixed in the body, as it stands when the first angle is zero.
        second: Vector3,
    },
    /// Any turn about a point. Configuration: unit quaternion (w, x, y, z); velocity: angular velocity
    /// along the body's axes.
    Spherical,
    /// Shifts in a plane and a turn about its normal. Configuration: two displacements along the plane's
    /// axes, angle. For the normal z the axes are x and y.
    Planar {
        /// The normal of the plane.
        normal: Vector3,
    },
    /// Any motion. Configuration: position, unit quaternion; velocity: angular, then linear velocity of the
    /// body's origin, both along the body's axes.
    Free,
}

impl JointKind {
    /// The name, as files and messages use it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Revolute { .. } => "revolute",
            Self::Prismatic { .. } => "prismatic",
            Self::Screw { .. } => "screw",
            Self::Cylindrical { .. } => "cylindrical",
            Self::Universal { .. } => "universal",
            Self::Spherical => "spherical",
            Self::Planar { .. } => "planar",
            Self::Free => "free",
        }
    }

    /// How many numbers give its place.
    pub fn configuration_size(&self) -> usize {
        match self {
            Self::Spherical => 4,
            Self::Free => 7,
            _ => self.velocity_size(),
        }
    }

    /// How many numbers give its velocity: its degrees of freedom.
    pub fn velocity_size(&self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute { .. } | Self::Prismatic { .. } | Self::Screw { .. } => 1,
            Self::Cylindrical { .. } | Self::Universal { .. } => 2,
            Self::Spherical | Self::Planar { .. } => 3,
            Self::Free => 6,
        }
    }
}

/// A joint as a builder takes it: how it moves, where it sits, what resists it.
#[derive(Clone, Debug, PartialEq)]
pub struct JointDescription {
    /// A name of its own among the model's joints.
    pub name: String,
    /// How it moves.
    pub kind: JointKind,
    /// The joint's frame in the parent body's frame; of a further joint on the same body, in the frame of
    /// the joint before it.
    pub placement: Pose,
    /// What resists it: none, one for all its degrees of freedom, or one for each. Nothing resists a fixed
    /// joint: what is given is ignored.
    pub properties: Vec<FreedomProperties>,
    /// Of a spherical joint: the largest angle from its neutral place, rad.
    pub angle_limit: Option<f64>,
}

impl JointDescription {
    /// A joint at the parent's origin, with nothing that resists it.
    pub fn new(name: impl Into<String>, kind: JointKind) -> Self {
        Self { name: name.into(), kind, placement: Pose::IDENTITY, properties: Vec::new(), angle_limit: None }
    }

    /// A joint that does not move.
    pub fn fixed(name: impl Into<String>) -> Self {
        Self::new(name, JointKind::Fixed)
    }

    /// A joint that leaves its body free.
    pub fn free(name: impl Into<String>) -> Self {
        Self::new(name, JointKind::Free)
    }

    /// A turn about an axis.
    pub fn revolute(name: impl Into<String>, axis: Vector3) -> Self {
        Self::new(name, JointKind::Revolute { axis })
    }

    /// A shift along an axis.
    pub fn prismatic(name: impl Into<String>, axis: Vector3) -> Self {
        Self::new(name, JointKind::Prismatic { axis })
    }

    /// Any turn about a point.
    pub fn spherical(name: impl Into<String>) -> Self {
        Self::new(name, JointKind::Spherical)
    }

    /// The same joint elsewhere.
    #[must_use]
    pub fn at(mut self, placement: Pose) -> Self {
        self.placement = placement;
        self
    }

    /// The same joint with the same resistance in each degree of freedom.
    #[must_use]
    pub fn with(mut self, properties: FreedomProperties) -> Self {
        self.properties = vec![properties];
        self
    }
}

/// Which joint of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(pub(crate) usize);

impl JointId {
    /// Its place among the model's joints.
    pub fn index(self) -> usize {
        self.0
    }
}

/// A joint of a model.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// How it moves; axes are of length one.
    pub kind: JointKind,
    /// The body that it carries.
    pub body: BodyId,
    /// Where it sits: in the parent body's frame or, after another joint of the same body, in that one's.
    pub placement: Pose,
    /// Its place in a configuration.
    pub configuration: Range<usize>,
    /// Its place in a velocity.
    pub velocity: Range<usize>,
    /// Of a spherical joint: the largest angle from its neutral place, rad.
    pub angle_limit: Option<f64>,
    /// The links that it is made of.
    pub(crate) links: Range<usize>,
}
