//! Shapes, random poses and small helpers that the tests share.
#![allow(dead_code, clippy::unwrap_used)]

use std::sync::Arc;
use stiction_collision::{Collider, ContactPoint, Detector, Filter, Heightfield, Hull, Mesh, Shape};
use stiction_linalg::space::{Pose, Quaternion, Vector3};

/// Numbers that look random and are the same every time (xorshift).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub fn vector(&mut self, size: f64) -> Vector3 {
        Vector3::new(self.within(-size, size), self.within(-size, size), self.within(-size, size))
    }

    pub fn direction(&mut self) -> Vector3 {
        loop {
            let v = self.vector(1.0);
            if v.norm() < 1.0 && v.norm() > 0.1 {
                return v.unit().unwrap();
            }
        }
    }

    pub fn pose(&mut self, size: f64) -> Pose {
        let quaternion = loop {
            let v = self.vector(1.0);
            let q = Quaternion::new(self.within(-1.0, 1.0), v.x, v.y, v.z);
            if q.norm_squared() < 1.0 && q.norm_squared() > 0.1 {
                break q.unit().unwrap();
            }
        };
        Pose::from_quaternion(quaternion, self.vector(size))
    }
}

pub fn cube_corners(half: Vector3) -> Vec<Vector3> {
    (0..8)
        .map(|k| {
            let side = |bit: u32, h: f64| if k & bit == 0 { -h } else { h };
            Vector3::new(side(1, half.x), side(2, half.y), side(4, half.z))
        })
        .collect()
}

/// The twelve triangles of a box, seen counterclockwise from outside.
pub fn cube_triangles() -> Vec<[usize; 3]> {
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    faces.iter().flat_map(|f| [[f[0], f[1], f[2]], [f[0], f[2], f[3]]]).collect()
}

pub fn cube_mesh(half: Vector3) -> Shape {
    Shape::Mesh(Arc::new(Mesh::new(&cube_corners(half), &cube_triangles()).unwrap()))
}

/// A flat floor of triangles at z = 0.
pub fn flat_field(cells: usize, half: f64) -> Shape {
    let n = cells + 1;
    Shape::Heightfield(Arc::new(Heightfield::new(n, n, [half, half], &vec![0.0; n * n]).unwrap()))
}

pub fn gem() -> Shape {
    let mut numbers = Numbers(77);
    let points: Vec<Vector3> = (0..24)
        .map(|_| {
            let d = numbers.direction();
            Vector3::new(0.5 * d.x, 0.4 * d.y, 0.6 * d.z)
        })
        .collect();
    Shape::Hull(Arc::new(Hull::new(&points).unwrap()))
}

pub fn wedge() -> Shape {
    let points =
        [[-0.5, -0.4, -0.3], [0.5, -0.4, -0.3], [-0.5, 0.4, -0.3], [0.5, 0.4, -0.3], [-0.5, 0.0, 0.5], [0.5, 0.0, 0.5]];
    Shape::Hull(Arc::new(Hull::new(&points.map(Vector3::from)).unwrap()))
}

/// Every bounded convex kind, with a name.
pub fn convex_shapes() -> Vec<(&'static str, Shape)> {
    vec![
        ("sphere", Shape::Sphere { radius: 0.4 }),
        ("capsule", Shape::Capsule { radius: 0.2, half_length: 0.5 }),
        ("box", Shape::Box { half: Vector3::new(0.3, 0.4, 0.5) }),
        ("cylinder", Shape::Cylinder { radius: 0.3, half_length: 0.5 }),
        ("cone", Shape::Cone { radius: 0.4, half_length: 0.5 }),
        ("gem", gem()),
        ("wedge", wedge()),
        ("ellipsoid", Shape::Ellipsoid { half: Vector3::new(0.5, 0.3, 0.2) }),
    ]
}

/// The first shape on body 0, the second on body 1.
pub fn pair(first: &Shape, second: &Shape) -> Detector {
    let colliders = vec![
        Collider::new("first", 0, Pose::IDENTITY, first.clone()),
        Collider::new("second", 1, Pose::IDENTITY, second.clone()),
    ];
    Detector::new(colliders, Filter::default()).unwrap()
}

pub fn deepest(contacts: &[ContactPoint]) -> Option<ContactPoint> {
    contacts.iter().copied().min_by(|a, b| a.gap.total_cmp(&b.gap))
}

pub fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_position(Vector3::new(x, y, z))
}

/// What every list of contacts obeys.
pub fn check(contacts: &[ContactPoint], margin: f64) {
    for point in contacts {
        assert!(point.first < point.second, "{point:?}");
        assert!((point.normal.norm() - 1.0).abs() < 1e-12, "{point:?}");
        assert!(point.position.is_finite() && point.gap < margin, "{point:?}");
    }
    for two in contacts.windows(2) {
        let key = |p: &ContactPoint| (p.first, p.second, p.feature);
        assert!(key(&two[0]) < key(&two[1]), "{two:?}");
    }
}
