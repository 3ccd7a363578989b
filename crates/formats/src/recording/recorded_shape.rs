use super::header::numbers;
use serde::{Deserialize, Serialize};
use stiction_collision::{Collider, Shape};
use stiction_linalg::space::{Pose, Vector3};

/// A shape of a recording.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedShape {
    /// Its name.
    pub name: String,
    /// The collider that it is, or is part of: contacts name those.
    #[serde(default)]
    pub collider: usize,
    /// The body that it is fixed to.
    pub body: usize,
    /// Position, then the rotation row by row.
    pub placement: [f64; 12],
    /// `sphere`, `box`, `capsule`, `cylinder`, `cone`, `ellipsoid`, `half-space` or `mesh`.
    pub kind: String,
    /// Radius; half edges; radius and half length.
    pub sizes: Vec<f64>,
    /// Of a mesh: its corners.
    pub vertices: Vec<[f64; 3]>,
    /// Of a mesh: three corners each.
    pub triangles: Vec<[usize; 3]>,
}

impl RecordedShape {
    /// The shapes of all colliders; of a compound, its parts.
    pub(super) fn all(colliders: &[Collider]) -> Vec<Self> {
        let mut shapes = Vec::new();
        for (index, collider) in colliders.iter().enumerate() {
            add_shape(&mut shapes, index, collider, collider.placement, &collider.shape);
        }
        shapes
    }
}

/// Adds a shape; of a compound, its parts.
fn add_shape(shapes: &mut Vec<RecordedShape>, collider: usize, whole: &Collider, placement: Pose, shape: &Shape) {
    let (mut vertices, mut triangles) = (vec![], vec![]);
    let mut add_mesh = |corners: &[Vector3], indices: Vec<[usize; 3]>| {
        vertices = corners.iter().map(|corner| corner.to_array()).collect();
        triangles = indices;
        ("mesh", vec![])
    };
    let (kind, sizes) = match shape {
        Shape::Sphere { radius } => ("sphere", vec![*radius]),
        Shape::Box { half } => ("box", half.to_array().to_vec()),
        Shape::Ellipsoid { half } => ("ellipsoid", half.to_array().to_vec()),
        Shape::Capsule { radius, half_length } => ("capsule", vec![*radius, *half_length]),
        Shape::Cylinder { radius, half_length } => ("cylinder", vec![*radius, *half_length]),
        Shape::Cone { radius, half_length } => ("cone", vec![*radius, *half_length]),
        Shape::HalfSpace => ("half-space", vec![]),
        Shape::Hull(hull) => add_mesh(hull.vertices(), hull.triangles()),
        Shape::Mesh(mesh) => add_mesh(mesh.vertices(), mesh.triangle_corners()),
        Shape::Heightfield(field) => add_mesh(field.mesh().vertices(), field.mesh().triangle_corners()),
        Shape::Compound(parts) => {
            for (inner, part) in parts {
                add_shape(shapes, collider, whole, placement * *inner, part);
            }
            return;
        }
    };
    shapes.push(RecordedShape {
        name: whole.name.clone(),
        collider,
        body: whole.body,
        placement: numbers(&placement),
        kind: kind.to_owned(),
        sizes,
        vertices,
        triangles,
    });
}
