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

/// A closed surface that is inside out touches as the one that is not.
#[test]
fn an_inside_out_surface_is_turned_round() {
    let corners = common::cube_corners(Vector3::new(0.5, 0.5, 0.5));
    let inside_out: Vec<[usize; 3]> = common::cube_triangles().iter().map(|&[a, b, c]| [a, c, b]).collect();
    let mesh = Mesh::new(&corners, &inside_out).unwrap();
    assert!(mesh.is_turned() && mesh.remarks()[0].contains("inside out"), "{:?}", mesh.remarks());
    assert_eq!(mesh.triangle_corners(), common::cube_triangles());
    let mut detector = pair(&Shape::Mesh(Arc::new(mesh)), &Shape::Sphere { radius: 0.1 });
    assert!(detector.remarks()[0].starts_with("collider \"first\": the surface is inside out"));
    let poses = [Pose::IDENTITY, Pose::from_position(Vector3::new(0.1, 0.2, 0.59))];
    let contacts = detector.detect(&poses, 1e-3);
    assert_eq!(contacts.len(), 1, "{contacts:?}");
    assert!((contacts[0].gap + 0.01).abs() < 1e-15 && (contacts[0].normal - Vector3::Z).norm() < 1e-15);
    let right = Mesh::new(&corners, &common::cube_triangles()).unwrap();
    assert!(!right.is_turned() && right.remarks().is_empty());
}

/// A hole has the edges of the triangle that is missing; one that faces the wrong way, its own. Neither is turned.
#[test]
fn open_edges_are_counted() {
    let corners = common::cube_corners(Vector3::new(0.5, 0.5, 0.5));
    let mut triangles = common::cube_triangles();
    triangles[4].swap(1, 2);
    let mesh = Mesh::new(&corners, &triangles).unwrap();
    assert_eq!((mesh.open_edges(), mesh.is_turned()), (3, false));
    triangles.remove(4);
    let mesh = Mesh::new(&corners, &triangles).unwrap();
    assert_eq!((mesh.open_edges(), mesh.is_turned()), (3, false));
    assert!(mesh.remarks()[0].contains("open at 3 edges") && mesh.remarks()[0].ends_with("has no interior"));
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
