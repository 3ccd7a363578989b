use crate::{Heightfield, Hull, Mesh};
use std::sync::Arc;
use stiction_linalg::space::{Pose, Vector3};

/// A shape about its own frame; lengths in m, axes along z.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A ball.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// An ellipsoid.
    Ellipsoid {
        /// Half its axes.
        half: Vector3,
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
    /// A cylinder along z.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Half its length.
        half_length: f64,
    },
    /// A cone along z, its apex at +z.
    Cone {
        /// The radius of its base.
        radius: f64,
        /// Half its height.
        half_length: f64,
    },
    /// All below z = 0.
    HalfSpace,
    /// The convex hull of points.
    Hull(Arc<Hull>),
    /// A surface of triangles.
    Mesh(Arc<Mesh>),
    /// Heights over a rectangle.
    Heightfield(Arc<Heightfield>),
    /// Several shapes, each with its frame in this one.
    Compound(Vec<(Pose, Shape)>),
}
