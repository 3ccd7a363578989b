use stiction_linalg::space::{Pose, Vector3};

/// A shape about its own frame; lengths in m, axes along z.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A ball.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A box.
    Box {
        /// Half its edges.
        half: Vector3,
    },
    /// All points within a radius of a segment along z.
    Capsule {
        /// The radius.
        radius: f64,
        /// Half the length of the segment.
        half_length: f64,
    },
    /// All below z = 0.
    HalfSpace,
    /// Several shapes, each with its frame in this one.
    Compound(Vec<(Pose, Shape)>),
}
