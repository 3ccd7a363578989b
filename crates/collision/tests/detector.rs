//! Filters, errors, and inputs that are no poses.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Numbers, at, check, convex_shapes, cube_mesh, deepest, flat_field, pair};
use std::sync::Arc;
use stiction_collision::{Collider, Detector, Filter, Groups, Heightfield, Hull, Mesh, Shape};
use stiction_linalg::space::{Pose, Vector3};

fn ball(name: &str, body: usize) -> Collider {
    Collider::new(name, body, Pose::IDENTITY, Shape::Sphere { radius: 1.0 })
}

fn all_shapes() -> Vec<Shape> {
    let mut shapes: Vec<Shape> = convex_shapes().into_iter().map(|(_, shape)| shape).collect();
    shapes.extend([Shape::HalfSpace, cube_mesh(Vector3::new(0.3, 0.4, 0.5)), flat_field(4, 1.0)]);
    let parts = vec![(at(0.5, 0.0, 0.0), shapes[0].clone()), (at(-0.5, 0.0, 0.0), shapes[2].clone())];
    shapes.push(Shape::Compound(parts));
    shapes
}

#[test]
fn filters_leave_out_pairs() {
    let poses = vec![Pose::IDENTITY; 4];
    let count =
        |colliders: Vec<Collider>, filter: Filter| Detector::new(colliders, filter).unwrap().detect(&poses, 0.1).len();
    let three = || vec![ball("a", 0), ball("b", 1), ball("c", 2)];
    assert_eq!(count(three(), Filter::default()), 3);
    assert_eq!(count(three(), Filter { static_bodies: vec![0, 2], ..Filter::default() }), 2);
    assert_eq!(count(three(), Filter { never: vec![(2, 1)], ..Filter::default() }), 2);
    assert_eq!(count(three(), Filter { only: Some(vec![(2, 0)]), ..Filter::default() }), 1);
    assert_eq!(count(vec![ball("a", 1), ball("b", 1)], Filter::default()), 0);
    let mut grouped = three();
    grouped[0].groups = Groups { member: 1, with: 2 };
    grouped[1].groups = Groups { member: 2, with: 4 };
    assert_eq!(count(grouped, Filter::default()), 2);
}

#[test]
fn errors_name_collider_and_field() {
    let refuse = |shape: Shape, placement: Pose| {
        Detector::new(vec![Collider::new("odd", 0, placement, shape)], Filter::default()).err().unwrap().to_string()
    };
    let sphere = |radius: f64| Shape::Sphere { radius };
    assert!(refuse(sphere(f64::NAN), Pose::IDENTITY).starts_with("collider \"odd\": radius: expected a positive"));
    for radius in [0.0, -1.0, f64::INFINITY, 1e300] {
        assert!(refuse(sphere(radius), Pose::IDENTITY).contains("radius"));
    }
    assert!(refuse(Shape::Box { half: Vector3::new(1.0, 0.0, 1.0) }, Pose::IDENTITY).contains("half.y"));
    assert!(refuse(sphere(1.0), at(f64::NAN, 0.0, 0.0)).contains("placement"));
    let part = Shape::Compound(vec![(Pose::IDENTITY, sphere(1.0)), (Pose::IDENTITY, sphere(0.0))]);
    assert!(refuse(part, Pose::IDENTITY).contains("compound[1].radius"));
    assert!(refuse(Shape::Compound(Vec::new()), Pose::IDENTITY).contains("at least one part"));
    let filter = Filter { only: Some(vec![(0, 7)]), ..Filter::default() };
    assert!(Detector::new(vec![ball("a", 0)], filter).is_err());

    let corners = [Vector3::ZERO, Vector3::X, Vector3::Y, Vector3::X];
    assert!(Mesh::new(&corners, &[]).is_err() && Mesh::new(&corners, &[[0, 1, 3]]).is_err());
    assert!(Mesh::new(&corners, &[[0, 1, 4]]).unwrap_err().field.contains("triangles[0]"));
    assert!(Mesh::new(&[Vector3::new(f64::NAN, 0.0, 0.0); 3], &[[0, 1, 2]]).is_err());
    let mesh = Mesh::new(&corners, &[[0, 1, 2], [0, 1, 3]]).unwrap();
    assert_eq!((mesh.triangle_count(), mesh.dropped(), mesh.open_edges()), (1, 1, 3));
    let sheet = Collider::new("sheet", 0, Pose::IDENTITY, Shape::Mesh(Arc::new(mesh)));
    assert_eq!(Detector::new(vec![sheet], Filter::default()).unwrap().remarks().len(), 2);
    assert!(Hull::new(&corners).is_err() && Hull::new(&[]).is_err());
    assert!(Hull::new(&[Vector3::new(f64::INFINITY, 0.0, 0.0); 5]).is_err());
    assert!(Heightfield::new(2, 2, [1.0, 1.0], &[0.0; 3]).is_err());
    assert!(Heightfield::new(2, 2, [0.0, 1.0], &[0.0; 4]).is_err());
}

#[test]
fn what_is_no_pose_touches_nothing() {
    let shapes = all_shapes();
    for first in &shapes {
        for second in &shapes {
            let mut detector = pair(first, second);
            for number in [f64::NAN, f64::INFINITY] {
                assert!(detector.detect(&[Pose::IDENTITY, at(number, 0.0, 0.0)], 0.1).is_empty());
            }
            assert!(detector.detect(&[Pose::IDENTITY], 0.1).is_empty());
            assert!(detector.detect(&[Pose::IDENTITY; 2], f64::NAN).is_empty());
            // The same place, and the same place turned: anything finite will do.
            check(detector.detect(&[Pose::IDENTITY; 2], 0.1), 0.1);
        }
    }
}

#[test]
fn random_poses_of_all_pairs_give_sound_points() {
    let mut numbers = Numbers(99);
    let shapes = all_shapes();
    for first in &shapes {
        for second in &shapes {
            let mut detector = pair(first, second);
            for _ in 0..60 {
                let poses = [numbers.pose(0.4), numbers.pose(0.4)];
                check(detector.detect(&poses, 0.05), 0.05);
            }
        }
    }
}

#[test]
fn concentric_balls_have_some_normal() {
    let mut detector = pair(&Shape::Sphere { radius: 1.0 }, &Shape::Sphere { radius: 0.5 });
    let contacts = detector.detect(&[Pose::IDENTITY; 2], 0.0);
    check(contacts, 0.0);
    assert_eq!((contacts.len(), contacts[0].gap), (1, -1.5));
}

#[test]
fn far_from_the_origin_the_gap_keeps_its_digits() {
    let shapes = convex_shapes();
    for (name, shape) in &shapes {
        let mut detector = pair(&shapes[2].1, shape);
        let near = [Pose::IDENTITY, at(0.25, 0.0, 1.0)];
        let shift = at(1048576.0, 0.0, -524288.0);
        let far = near.map(|pose| shift * pose);
        let a = deepest(detector.detect(&near, 2.0)).unwrap();
        let b = deepest(detector.detect(&far, 2.0)).unwrap();
        assert!((a.gap - b.gap).abs() < 1e-14 && (a.normal - b.normal).norm() < 1e-14, "{name}");
    }
}

/// Parts of a compound touch where the same shapes alone would.
#[test]
fn compounds_are_their_parts() {
    let dumbbell = Shape::Compound(vec![
        (at(-0.5, 0.0, 0.0), Shape::Sphere { radius: 0.2 }),
        (at(0.5, 0.0, 0.0), Shape::Sphere { radius: 0.2 }),
        (Pose::IDENTITY, Shape::Box { half: Vector3::new(0.5, 0.05, 0.05) }),
    ]);
    let mut detector = pair(&Shape::HalfSpace, &dumbbell);
    let contacts = detector.detect(&[Pose::IDENTITY, at(0.0, 0.0, 0.2)], 0.01);
    check(contacts, 0.01);
    assert_eq!(contacts.len(), 2);
    assert!(contacts.iter().all(|point| point.gap.abs() < 1e-15 && point.position.x.abs() == 0.5));
}

/// The sweep finds what trying all pairs would.
#[test]
fn the_sweep_misses_no_pair() {
    let mut numbers = Numbers(5);
    let mut colliders: Vec<Collider> = (0..200).map(|k| ball("ball", k + 1)).collect();
    // Far wider than the balls, and met by those that dip into it.
    let floor = Shape::Box { half: Vector3::new(20.0, 20.0, 5.0) };
    colliders.push(Collider::new("floor", 0, at(0.0, 0.0, -10.0), floor));
    let mut detector = Detector::new(colliders, Filter::default()).unwrap();
    let mut poses: Vec<Pose> = (0..201).map(|_| numbers.pose(8.0)).collect();
    for round in 0..50 {
        for pose in &mut poses {
            pose.position += numbers.vector(0.3);
        }
        poses[0] = Pose::IDENTITY;
        poses[7].position.x = if round % 5 == 0 { f64::NAN } else { 1.0 };
        let mut wanted = 0;
        for a in 1..201 {
            wanted += (a + 1..201).filter(|&b| (poses[a].position - poses[b].position).norm() < 2.1).count();
        }
        wanted += (1..201).filter(|&a| poses[a].position.is_finite() && poses[a].position.z < -3.9).count();
        let contacts = detector.detect(&poses, 0.1);
        check(contacts, 0.1);
        assert_eq!(contacts.len(), wanted, "round {round}");
    }
}
