use stiction_linalg::space::Vector3;

/// A place where two colliders touch or nearly do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// The first collider's index.
    pub first: usize,
    /// The second collider's index, larger than the first.
    pub second: usize,
    /// A number of the features that touch; it stays the same while they do, and no other point of these two colliders
    /// has it.
    pub feature: u32,
    /// Midway between the two surfaces, in the world.
    pub position: Vector3,
    /// Of length one, from the first to the second.
    pub normal: Vector3,
    /// The distance between the surfaces along the normal, m; negative where they overlap.
    pub gap: f64,
}
