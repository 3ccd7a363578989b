use crate::Groups;
use crate::primitive::Primitive;
use stiction_linalg::space::Pose;

/// A primitive of a collider; a compound has several.
pub(crate) struct Part {
    pub collider: usize,
    /// Its number in the collider.
    pub number: u32,
    pub body: usize,
    pub groups: Groups,
    /// Whether its body never moves.
    pub fixed: bool,
    /// In the body's frame.
    pub placement: Pose,
    pub shape: Primitive,
}

impl Part {
    /// Whether the bodies, their motion and the groups allow two to touch.
    pub(crate) fn may_touch(&self, other: &Self) -> bool {
        self.body != other.body && !(self.fixed && other.fixed) && self.groups.collide(other.groups)
    }

    /// A feature's number, told apart from those of other parts.
    pub(crate) fn feature(first: &Self, second: &Self, feature: u32) -> u32 {
        // Multiples of large odd numbers: the parts of a compound scatter.
        let parts = first.number.wrapping_mul(0x9e37_79b1).wrapping_add(second.number.wrapping_mul(0x85eb_ca6b));
        feature.wrapping_add(parts)
    }
}
