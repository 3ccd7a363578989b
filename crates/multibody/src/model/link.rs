use crate::model::Axis;
use crate::spatial::CompositeInertia;
use std::ops::Range;
use stiction_linalg::space::Pose;

/// The one motion of a link relative to its parent. Joints of other kinds are chains of these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LinkKind {
    Revolute(Axis),
    Prismatic(Axis),
    Screw(Axis, f64),
    Spherical,
    Free,
}

/// A node of the dynamics: all bodies that move as one, behind one elementary joint. Link 0 is the world.
/// Its frame has the joint's point as origin, so that a turn leaves the origin where it is.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub parent: usize,
    pub kind: LinkKind,
    /// The joint's frame before its motion, in the parent link's frame.
    pub placement: Pose,
    /// Whether the placement turns: most do not.
    pub turned: bool,
    /// First number of the configuration.
    pub configuration: usize,
    /// Its numbers in a velocity.
    pub freedoms: Range<usize>,
    /// The last degree of freedom that moves it: its own, or its ancestor's.
    pub last_freedom: Option<usize>,
    /// The link next to the world that carries it; links of different roots never touch by joints.
    pub root: usize,
    /// How many links stand between it and the world.
    pub depth: usize,
    /// In the link's own axes, about its origin.
    pub inertia: CompositeInertia,
    pub massless: bool,
}
