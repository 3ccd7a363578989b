use super::patch::Patch;
use crate::Hull;
use crate::primitive::{corner, scaled};
use stiction_linalg::space::Vector3;

/// What is left of a convex shape when its rounding is taken away, about its own frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core<'a> {
    Point,
    /// Along z, by half its length.
    Segment(f64),
    Box(Vector3),
    Ellipsoid(Vector3),
    Cylinder {
        radius: f64,
        half: f64,
    },
    /// The apex is at +z.
    Cone {
        radius: f64,
        half: f64,
    },
    Hull(&'a Hull),
    Triangle(&'a Triangle),
}

/// A triangle of a mesh.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle {
    pub corners: [Vector3; 3],
    /// Of length one, by the right-hand rule.
    pub normal: Vector3,
    /// Indices in the mesh; edge `k` runs from corner `k` to the next.
    pub vertices: [u32; 3],
    pub edges: [u32; 3],
}

/// A convex shape: all points within a radius of its core.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solid<'a> {
    pub core: Core<'a>,
    pub radius: f64,
}

impl Solid<'_> {
    /// The point of the core that is farthest in a direction.
    pub(super) fn support(&self, d: Vector3) -> Vector3 {
        let side = |half: f64, d: f64| if d < 0.0 { -half } else { half };
        match self.core {
            Core::Point => Vector3::ZERO,
            Core::Segment(half) => Vector3::new(0.0, 0.0, side(half, d.z)),
            Core::Box(half) => Vector3::new(side(half.x, d.x), side(half.y, d.y), side(half.z, d.z)),
            Core::Ellipsoid(half) => {
                let stretched = scaled(half, d).unit().unwrap_or(Vector3::X);
                scaled(half, stretched)
            }
            Core::Cylinder { radius, half } => {
                let reach = radial(d, radius);
                Vector3::new(reach.0, reach.1, side(half, d.z))
            }
            Core::Cone { radius, half } => {
                let reach = radial(d, radius);
                let rim = Vector3::new(reach.0, reach.1, -half);
                if rim.dot(d) > half * d.z { rim } else { Vector3::new(0.0, 0.0, half) }
            }
            Core::Hull(hull) => hull.vertices()[hull.support(d)],
            Core::Triangle(triangle) => {
                let [a, b, c] = triangle.corners.map(|corner| corner.dot(d));
                triangle.corners[if a >= b && a >= c {
                    0
                } else if b >= c {
                    1
                } else {
                    2
                }]
            }
        }
    }

    /// How far the core reaches in a direction.
    pub(super) fn extent(&self, d: Vector3) -> f64 {
        match self.core {
            Core::Point => 0.0,
            Core::Segment(half) => half * d.z.abs(),
            Core::Box(half) => half.x * d.x.abs() + half.y * d.y.abs() + half.z * d.z.abs(),
            Core::Ellipsoid(half) => scaled(half, d).norm(),
            Core::Cylinder { radius, half } => radius * length(d) + half * d.z.abs(),
            Core::Cone { radius, half } => (radius * length(d) - half * d.z).max(half * d.z),
            Core::Hull(_) | Core::Triangle(_) => self.support(d).dot(d),
        }
    }

    /// A length that no point of the shape exceeds by much, about the shape's own origin.
    pub(super) fn size(&self) -> f64 {
        self.radius
            + match self.core {
                Core::Point => 0.0,
                Core::Segment(half) => half,
                Core::Box(half) | Core::Ellipsoid(half) => half.x + half.y + half.z,
                Core::Cylinder { radius, half } | Core::Cone { radius, half } => radius + half,
                Core::Hull(hull) => hull.size(),
                Core::Triangle(t) => {
                    (t.corners[1] - t.corners[0]).norm_max() + (t.corners[2] - t.corners[0]).norm_max()
                }
            }
    }

    /// Whether faces and edges are so few that all axes can be tried.
    pub(super) fn is_small(&self) -> bool {
        matches!(self.core, Core::Point | Core::Segment(_) | Core::Box(_) | Core::Triangle(_))
    }

    /// Whether all its features are flat.
    pub(super) fn is_polytope(&self) -> bool {
        !matches!(self.core, Core::Cylinder { .. } | Core::Cone { .. } | Core::Ellipsoid(_))
    }

    /// Calls back with the outward normals of flat faces, of a hull only the ones next to the support in direction `d`.
    pub(super) fn faces(&self, d: Vector3, visit: &mut dyn FnMut(Vector3)) {
        match self.core {
            Core::Point | Core::Segment(_) | Core::Ellipsoid(_) => {}
            Core::Box(_) => {
                for axis in [Vector3::X, Vector3::Y, Vector3::Z] {
                    visit(axis);
                    visit(-axis);
                }
            }
            Core::Cylinder { .. } => {
                visit(Vector3::Z);
                visit(-Vector3::Z);
            }
            Core::Cone { .. } => visit(-Vector3::Z),
            Core::Hull(hull) => hull.faces_at(hull.support(d)).for_each(|face| visit(hull.normals()[face])),
            Core::Triangle(triangle) => {
                visit(triangle.normal);
                visit(-triangle.normal);
            }
        }
    }

    /// Calls back with the directions of straight edges, of a hull only the ones next to the support in direction `d`.
    pub(super) fn edges(&self, d: Vector3, visit: &mut dyn FnMut(Vector3)) {
        match self.core {
            Core::Point | Core::Cone { .. } | Core::Ellipsoid(_) => {}
            Core::Segment(_) | Core::Cylinder { .. } => visit(Vector3::Z),
            Core::Box(_) => [Vector3::X, Vector3::Y, Vector3::Z].into_iter().for_each(visit),
            Core::Hull(hull) => hull.edges_at(hull.support(d)).for_each(visit),
            Core::Triangle(t) => (0..3).for_each(|k| visit(t.corners[(k + 1) % 3] - t.corners[k])),
        }
    }

    /// The face, edge or vertex of the core that looks most in a direction.
    pub(super) fn patch(&self, d: Vector3, patch: &mut Patch) {
        patch.clear();
        match self.core {
            Core::Point => patch.push(Vector3::ZERO, 0, 0),
            Core::Ellipsoid(_) => patch.push(self.support(d), 0, 0),
            Core::Segment(half) => {
                // Seen from its end, it is a point.
                if d.z.abs() < 0.9999 {
                    patch.push(Vector3::new(0.0, 0.0, -half), 0, 0);
                    patch.push(Vector3::new(0.0, 0.0, half), 1, 0);
                } else {
                    patch.push(self.support(d), u32::from(d.z >= 0.0), 0);
                }
            }
            Core::Box(half) => box_face(half, d, patch),
            Core::Cylinder { radius, half } => {
                if d.z.abs() > 0.5 {
                    cap(radius, half.copysign(d.z), if d.z > 0.0 { 0 } else { 16 }, d, patch);
                } else {
                    let (x, y) = radial(d, radius);
                    patch.push(Vector3::new(x, y, -half), 32, 32);
                    patch.push(Vector3::new(x, y, half), 33, 32);
                }
            }
            Core::Cone { radius, half } => {
                if d.z < -0.5 {
                    cap(radius, -half, 0, d, patch);
                } else {
                    let (x, y) = radial(d, radius);
                    patch.push(Vector3::new(x, y, -half), 32, 32);
                    patch.push(Vector3::new(0.0, 0.0, half), 33, 32);
                }
            }
            Core::Hull(hull) => hull.patch(d, patch),
            Core::Triangle(triangle) => triangle_patch(triangle, d, patch),
        }
    }
}

fn length(d: Vector3) -> f64 {
    (d.x * d.x + d.y * d.y).sqrt()
}

/// The point of a circle in the plane that is farthest in a direction; any, if there is none.
fn radial(d: Vector3, radius: f64) -> (f64, f64) {
    let length = length(d);
    if length > 0.0 { (d.x / length * radius, d.y / length * radius) } else { (radius, 0.0) }
}

/// Eight points of a rim; the one nearest to the direction is moved to the exact support.
fn cap(radius: f64, z: f64, first: u32, d: Vector3, patch: &mut Patch) {
    let out = if z > 0.0 { 1.0 } else { -1.0 };
    patch.normal = Vector3::new(0.0, 0.0, out);
    const H: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const SLOTS: [(f64, f64); 8] =
        [(1.0, 0.0), (H, H), (0.0, 1.0), (-H, H), (-1.0, 0.0), (-H, -H), (0.0, -1.0), (H, -H)];
    let tilted = length(d) > 1e-9;
    let (x, y) = radial(d, 1.0);
    let aligned = |k: &usize| SLOTS[*k].0 * x + SLOTS[*k].1 * y;
    let nearest = (0..8).max_by(|a, b| aligned(a).total_cmp(&aligned(b))).unwrap_or(0);
    for step in 0..8 {
        // Counterclockwise as seen from outside.
        let k = if z > 0.0 { step } else { 7 - step };
        let exact = tilted && k == nearest;
        let (u, v) = if exact { (x, y) } else { SLOTS[k] };
        let number = if exact { 8 } else { k as u32 };
        patch.push(Vector3::new(u * radius, v * radius, z), first + number, first + k as u32);
    }
}

fn box_face(half: Vector3, d: Vector3, patch: &mut Patch) {
    let (x, y, z) = (d.x.abs(), d.y.abs(), d.z.abs());
    let k = if x >= y && x >= z {
        0
    } else if y >= z {
        1
    } else {
        2
    };
    // The corners of a face, around its outward normal; bit k of a corner's number chooses the side along axis k.
    const LOOPS: [[u32; 4]; 6] = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let up = usize::from(d[k] >= 0.0);
    let axis = [Vector3::X, Vector3::Y, Vector3::Z][k];
    patch.normal = if up == 1 { axis } else { -axis };
    let corners = LOOPS[2 * k + up];
    for i in 0..4 {
        let (from, to) = (corners[i], corners[(i + 1) % 4]);
        patch.push(corner(half, from), from, from.min(to) * 8 + from.max(to));
    }
}

fn triangle_patch(t: &Triangle, d: Vector3, patch: &mut Patch) {
    let up = t.normal.dot(d);
    if up.abs() > 0.02 {
        patch.normal = if up > 0.0 { t.normal } else { -t.normal };
        for i in 0..3 {
            let k = if up > 0.0 { i } else { 2 - i };
            let edge = if up > 0.0 { t.edges[k] } else { t.edges[(k + 2) % 3] };
            patch.push(t.corners[k], t.vertices[k], edge);
        }
        return;
    }
    // Seen from its side: the edge that reaches farthest, unless that is seen from its end.
    let reach = |k: &usize| t.corners[*k].dot(d) + t.corners[(*k + 1) % 3].dot(d);
    let k = (0..3).max_by(|a, b| reach(a).total_cmp(&reach(b))).unwrap_or(0);
    let next = (k + 1) % 3;
    patch.push(t.corners[k], t.vertices[k], t.edges[k]);
    patch.push(t.corners[next], t.vertices[next], t.edges[k]);
}
