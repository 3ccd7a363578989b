use crate::{Groups, Shape};
use stiction_linalg::space::Pose;

/// A shape on a body.
#[derive(Clone, Debug)]
pub struct Collider {
    /// Its name, for messages.
    pub name: String,
    /// The body that it is fixed to.
    pub body: usize,
    /// The shape's frame in the body's frame.
    pub placement: Pose,
    /// Its shape.
    pub shape: Shape,
    /// What it may touch.
    pub groups: Groups,
}

impl Collider {
    /// A shape on a body, which may touch everything.
    pub fn new(name: impl Into<String>, body: usize, placement: Pose, shape: Shape) -> Self {
        Self { name: name.into(), body, placement, shape, groups: Groups::ALL }
    }
}
