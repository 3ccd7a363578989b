/// Which colliders may touch, by bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The groups that a collider belongs to.
    pub member: u32,
    /// The groups that it collides with.
    pub with: u32,
}

impl Groups {
    /// Member of every group, colliding with every group.
    pub const ALL: Self = Self { member: u32::MAX, with: u32::MAX };

    /// Whether two may touch: each must collide with a group of the other.
    pub const fn collide(self, other: Self) -> bool {
        self.member & other.with != 0 && other.member & self.with != 0
    }
}

impl Default for Groups {
    fn default() -> Self {
        Self::ALL
    }
}
