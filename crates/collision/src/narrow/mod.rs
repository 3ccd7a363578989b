//! The points at which two primitives touch.

mod axis;
mod capsule;
mod clip;
mod convex;
mod feature;
mod gjk;
mod half_space;
mod patch;
mod penetration;
mod reduction;
mod round;
mod solid;
mod sphere;
mod triangles;

use crate::primitive::Primitive;
pub(crate) use patch::{MOST as MOST_CORNERS, Patch};
use penetration::Penetration;
pub(crate) use solid::{Core, Solid, Triangle};
use stiction_linalg::space::{Pose, Vector3};

/// A contact point of two primitives; the normal points from the first to the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub feature: u32,
    pub position: Vector3,
    pub normal: Vector3,
    pub gap: f64,
}

impl Point {
    /// From the first surface's point, the normal there and the gap.
    pub(crate) fn between(feature: u32, first: Vector3, normal: Vector3, gap: f64) -> Self {
        Self { feature, position: first + normal * (0.5 * gap), normal, gap }
    }
}

/// Two unit vectors that make a right-handed frame with a unit vector (Frisvad; Duff and others 2017): exact along z.
fn basis(n: Vector3) -> (Vector3, Vector3) {
    let sign = 1.0_f64.copysign(n.z);
    let a = -1.0 / (sign + n.z);
    let b = n.x * n.y * a;
    (Vector3::new(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x), Vector3::new(b, sign + n.y * n.y * a, -n.y))
}

/// What a detection needs and the next one uses again.
pub(crate) struct Workspace {
    first: Patch,
    second: Patch,
    spots: Box<clip::Buffers>,
    penetration: Penetration,
    chain: Vec<Point>,
    rest: Vec<Point>,
    group: Vec<Point>,
    near: Vec<u32>,
    others: Vec<u32>,
    /// Points that count only if nothing surer is found, and the gap of the least deep of their patches.
    loose: Vec<Point>,
    shallowest: f64,
}

impl Workspace {
    pub(crate) fn new() -> Self {
        Self {
            first: Patch::new(),
            second: Patch::new(),
            spots: clip::buffers(),
            penetration: Penetration::new(),
            chain: Vec::new(),
            rest: Vec::new(),
            group: Vec::new(),
            near: Vec::new(),
            others: Vec::new(),
            loose: Vec::new(),
            shallowest: f64::NEG_INFINITY,
        }
    }
}

/// Adds the contact points of two primitives, in the world.
pub(crate) fn touch(
    a: (&Primitive, &Pose),
    b: (&Primitive, &Pose),
    margin: f64,
    work: &mut Workspace,
    points: &mut Vec<Point>,
) {
    if simple(a, b, margin, points) {
        return;
    }
    let start = points.len();
    let swap = rank(a.0) > rank(b.0);
    let ((a, pose_a), (b, pose_b)) = if swap { (b, a) } else { (a, b) };
    // The second in the frame of the first: far from the world's origin no digit is lost.
    let offset = pose_a.rotation.transpose_mul(pose_b.position - pose_a.position);
    let relative = Pose::new(pose_a.rotation.transpose() * pose_b.rotation, offset);
    match (a, b) {
        (Primitive::HalfSpace, Primitive::HalfSpace) => {}
        (Primitive::HalfSpace, other) => half_space::touch(other, &relative, margin, work, points),
        (Primitive::Mesh(a), Primitive::Mesh(b)) => triangles::both(a, b, &relative, margin, work, points),
        (solid, Primitive::Mesh(mesh)) => {
            let own = solid.bounds(&Pose::IDENTITY);
            if let Some(solid) = solid.solid() {
                triangles::touch(&solid, &own, mesh, &relative, margin, work, points);
            }
        }
        (Primitive::Sphere { radius }, other) if !matches!(other, Primitive::Hull(_) | Primitive::Ellipsoid { .. }) => {
            sphere::touch(*radius, other, &relative, margin, points);
        }
        (Primitive::Capsule { radius: r, half_length: a }, Primitive::Capsule { radius: s, half_length: b }) => {
            capsule::touch([*r, *s], [*a, *b], &relative, margin, work, points)
        }
        (a, b) => {
            if let (Some(a), Some(b)) = (a.solid(), b.solid()) {
                convex::touch(&a, &b, &relative, margin, work, points);
            }
        }
    }
    for point in &mut points[start..] {
        point.position = pose_a.point(point.position);
        let normal = pose_a.rotation * point.normal;
        point.normal = if swap { -normal } else { normal };
    }
}

/// Balls with balls and half spaces, which need no frames; false for other pairs.
fn simple(a: (&Primitive, &Pose), b: (&Primitive, &Pose), margin: f64, points: &mut Vec<Point>) -> bool {
    let apart = b.1.position - a.1.position;
    let (normal, gap, first) = match (a.0, b.0) {
        (Primitive::Sphere { radius: r }, Primitive::Sphere { radius: s }) => {
            let distance = apart.norm();
            if !(distance - r - s < margin) {
                return true;
            }
            let normal = if distance > 1e-150 { apart * (1.0 / distance) } else { Vector3::Z };
            (normal, distance - r - s, normal * *r)
        }
        (Primitive::HalfSpace, Primitive::Sphere { radius }) => {
            let normal = a.1.rotation.z;
            let height = normal.dot(apart);
            (normal, height - radius, apart - normal * height)
        }
        (Primitive::Sphere { radius }, Primitive::HalfSpace) => {
            let normal = -b.1.rotation.z;
            (normal, normal.dot(apart) - radius, normal * *radius)
        }
        _ => return false,
    };
    if gap < margin {
        points.push(Point::between(0, a.1.position + first, normal, gap));
    }
    true
}

/// Pairs are computed with the lower rank first.
fn rank(shape: &Primitive) -> u32 {
    match shape {
        Primitive::HalfSpace => 0,
        Primitive::Sphere { .. } => 1,
        Primitive::Capsule { .. } => 2,
        Primitive::Box { .. } => 3,
        Primitive::Cylinder { .. } => 4,
        Primitive::Cone { .. } => 5,
        Primitive::Ellipsoid { .. } => 6,
        Primitive::Hull(_) => 7,
        Primitive::Mesh(_) => 8,
    }
}
