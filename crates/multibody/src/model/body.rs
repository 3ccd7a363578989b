use crate::spatial::Inertia;
use std::ops::Range;
use stiction_linalg::space::Pose;

/// Which body of a model; the world is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub(crate) usize);

impl BodyId {
    /// The world: the body that never moves.
    pub const WORLD: Self = Self(0);

    /// Its place among the model's bodies.
    pub fn index(self) -> usize {
        self.0
    }
}

/// A rigid body of a model.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// The body that carries it; the world carries itself.
    pub parent: BodyId,
    /// The joints between its parent and it, by their places among the model's; more than one where they
    /// are stacked.
    pub joints: Range<usize>,
    /// Its own mass, in its own frame.
    pub inertia: Inertia,
    /// The link that it is part of.
    pub(crate) link: usize,
    /// Its frame in the link's frame.
    pub(crate) placement: Pose,
    /// Its frame in the frame of its last joint.
    pub(crate) in_joint: Pose,
}

impl Body {
    /// Its frame in the frame of its last joint; without joints, in its parent's frame.
    pub fn in_joint(&self) -> Pose {
        self.in_joint
    }
}

/// A named frame on a body.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Its name.
    pub name: String,
    /// The body that it is fixed to.
    pub body: BodyId,
    /// Its pose in the body's frame.
    pub placement: Pose,
}
