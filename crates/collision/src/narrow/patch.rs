use stiction_linalg::space::{Pose, Vector3};

/// Vertices that a face may have here; of more, some are left out.
pub(crate) const MOST: usize = 32;

/// A vertex, an edge or a flat face of a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch {
    points: [Vector3; MOST],
    /// Numbers of the vertices in the shape.
    pub vertices: [u32; MOST],
    /// Numbers of the edges; edge `k` runs from point `k` to the next.
    pub edges: [u32; MOST],
    len: usize,
    /// Outward, of a face; the points run counterclockwise around it.
    pub normal: Vector3,
}

impl Patch {
    pub(super) fn new() -> Self {
        Self { points: [Vector3::ZERO; MOST], vertices: [0; MOST], edges: [0; MOST], len: 0, normal: Vector3::ZERO }
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn push(&mut self, point: Vector3, vertex: u32, edge: u32) {
        if self.len < MOST {
            self.points[self.len] = point;
            self.vertices[self.len] = vertex;
            self.edges[self.len] = edge;
            self.len += 1;
        }
    }

    pub(super) fn points(&self) -> &[Vector3] {
        &self.points[..self.len]
    }

    /// Into the frame in which its shape has the pose.
    pub(super) fn transform(&mut self, pose: &Pose) {
        for point in &mut self.points[..self.len] {
            *point = pose.point(*point);
        }
        self.normal = pose.rotation * self.normal;
    }
}
