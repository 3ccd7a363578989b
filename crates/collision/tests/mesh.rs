//! A box of triangles touches as the box does.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Numbers, check, convex_shapes, cube_mesh, deepest, pair};
use std::sync::Arc;
use stiction_collision::{Heightfield, Mesh, Shape};
use stiction_linalg::space::{Pose, Vector3};

#[test]
fn a_box_of_triangles_is_a_box() {
    let half = Vector3::new(0.6, 0.5, 0.4);
    let mut numbers = Numbers(2024);
    for (name, shape) in convex_shapes() {
        let (mut solid, mut mesh) = (pair(&Shape::Box { half }, &shape), pair(&cube_mesh(half), &shape));
        let mut worst = [0.0_f64; 4];
        let mut far = 0;
        for round in 0..400 {
            let (a, mut b) = (numbers.pose(1.0), numbers.pose(1.0));
            let found = deepest(solid.detect(&[a, b], 9.0)).unwrap();
            let kind = round % 4;
            b.position += found.normal * ([0.2, 1e-3, 1e-5, -1e-4][kind] - found.gap);
            let margin = 0.25;
            let wanted = deepest(solid.detect(&[a, b], margin)).unwrap();
            let contacts = mesh.detect(&[a, b], margin);
            check(contacts, margin);
            let got = deepest(contacts).unwrap_or_else(|| panic!("{name} round {round}: nothing, wanted {wanted:?}"));
            worst[kind] = worst[kind].max((got.gap - wanted.gap).abs());
            far += usize::from(kind == 3 && (got.gap - wanted.gap).abs() > 1e-3);
        }
        assert!(worst[..3].iter().all(|&error| error < 1e-9), "{name}: {worst:?}");
        // Overlapping, a sharp shape may find no good way out of a triangle, and then takes one that is far too deep.
        assert!(far <= 4, "{name}: {far} of 100 depths are off, {worst:?}");
    }
}

/// Triangles that repeat their corners, as STL files do, are one surface all the same.
#[test]
fn repeated_corners_are_welded() {
    let corners = common::cube_corners(Vector3::new(0.5, 0.5, 0.5));
    let soup: Vec<Vector3> = common::cube_triangles().iter().flatten().map(|&k| corners[k]).collect();
    let triangles: Vec<[usize; 3]> = (0..12).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    let mesh = Mesh::new(&soup, &triangles).unwrap();
    assert_eq!((mesh.vertices().len(), mesh.open_edges(), mesh.dropped()), (8, 0, 0));
}

/// A ball in a groove touches both sides; on a ridge, the edge.
#[test]
fn balls_in_grooves_and_on_ridges() {
    let ball = Shape::Sphere { radius: 0.5 };
    let field = |middle: f64| {
        let heights = [0.0, middle, 0.0, 0.0, middle, 0.0];
        Shape::Heightfield(Arc::new(Heightfield::new(3, 2, [1.0, 1.0], &heights).unwrap()))
    };
    let contacts = |shape: &Shape, z: f64| {
        let mut detector = pair(shape, &ball);
        detector.detect(&[Pose::IDENTITY, Pose::from_position(Vector3::new(0.0, 0.1, z))], 1e-3).to_vec()
    };
    let groove = contacts(&field(-1.0), -1.0 + 0.5 * 2.0_f64.sqrt());
    assert_eq!(groove.len(), 2, "{groove:?}");
    assert!(groove.iter().all(|p| p.gap.abs() < 1e-15 && (p.normal.x.abs() - 0.5_f64.sqrt()).abs() < 1e-15));
    let ridge = contacts(&field(1.0), 1.5);
    assert_eq!(ridge.len(), 1, "{ridge:?}");
    assert!(ridge[0].gap.abs() < 1e-15 && (ridge[0].normal - Vector3::Z).norm() < 1e-15);
}
