//! The points at which two primitives touch.

use crate::primitive::Primitive;
use stiction_linalg::space::{Pose, Vector3};

mod half_space;
mod sphere;

/// A contact point of two primitives; the normal points from the first to the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub feature: u32,
    pub position: Vector3,
    pub normal: Vector3,
    pub gap: f64,
}

impl Point {
    /// From the points of each surface nearest to the other.
    pub(crate) fn between(feature: u32, first: Vector3, normal: Vector3, gap: f64) -> Self {
        Self { feature, position: first + normal * (0.5 * gap), normal, gap }
    }
}

/// Adds the contact points of two primitives, in the world.
pub(crate) fn touch(a: &Primitive, pose_a: &Pose, b: &Primitive, pose_b: &Pose, margin: f64, points: &mut Vec<Point>) {
    let start = points.len();
    let swap = rank(a) > rank(b);
    let (a, pose_a, b, pose_b) = if swap { (b, pose_b, a, pose_a) } else { (a, pose_a, b, pose_b) };
    // The second in the frame of the first: far from the world's origin no digit is lost.
    let offset = pose_a.rotation.transpose_mul(pose_b.position - pose_a.position);
    let relative = Pose::new(pose_a.rotation.transpose() * pose_b.rotation, offset);
    match (a, b) {
        (Primitive::HalfSpace, Primitive::HalfSpace) => {}
        (Primitive::HalfSpace, other) => half_space::touch(other, &relative, margin, points),
        (Primitive::Sphere { radius }, other) => sphere::touch(*radius, other, &relative, margin, points),
        _ => {}
    }
    for point in &mut points[start..] {
        point.position = pose_a.point(point.position);
        let normal = pose_a.rotation * point.normal;
        point.normal = if swap { -normal } else { normal };
    }
}

/// Pairs are computed with the lower rank first.
fn rank(shape: &Primitive) -> u32 {
    match shape {
        Primitive::HalfSpace => 0,
        Primitive::Sphere { .. } => 1,
        Primitive::Capsule { .. } => 2,
        Primitive::Box { .. } => 3,
    }
}
