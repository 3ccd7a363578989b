use crate::robot::TriangleMesh;
use std::path::PathBuf;
use stiction_linalg::space::{Pose, Vector3};
use stiction_multibody::BodyId;

/// The shape of a geometry, about the origin of its own frame. Lengths in m.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Shape {
    Sphere {
        radius: f64,
    },
    /// From half its edges.
    Box {
        half: Vector3,
    },
    /// Along z.
    Cylinder {
        radius: f64,
        half_length: f64,
    },
    /// Along z; the length is that of the cylinder between the half balls.
    Capsule {
        radius: f64,
        half_length: f64,
    },
    /// From half its axes.
    Ellipsoid {
        half: Vector3,
    },
    /// All below z = 0.
    HalfSpace,
    /// Triangles from a file.
    Mesh {
        file: PathBuf,
        scale: Vector3,
    },
    /// Triangles that the robot file gives itself.
    Triangles {
        mesh: TriangleMesh,
    },
    /// Heights from a file, or none given; over a rectangle of half sizes x and y.
    Heightfield {
        file: Option<PathBuf>,
        half: [f64; 2],
        height: f64,
        base: f64,
    },
}

/// What a geometry is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeometryRole {
    /// To be seen.
    Visual,
    /// To be touched.
    Collision,
    /// Both.
    Both,
}

/// A shape on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The body that it is fixed to.
    pub body: BodyId,
    /// Its frame in the body's frame.
    pub pose: Pose,
    /// Its shape.
    pub shape: Shape,
    /// What it is for.
    pub role: GeometryRole,
    /// Coefficient of sliding friction, where the file gives one.
    pub friction: Option<f64>,
    /// Colour (red, green, blue, opacity), each from 0 to 1, where the file gives one.
    pub colour: Option<[f64; 4]>,
    /// Two geometries may touch if one's first mask has a bit of the other's second: MJCF's contype and
    /// conaffinity.
    pub masks: (u32, u32),
}
