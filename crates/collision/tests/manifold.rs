//! How many points, where, and whether their features stay.
#![allow(clippy::unwrap_used)]

mod common;

use common::{at, check, cube_mesh, deepest, flat_field, pair};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4};
use stiction_collision::{ContactPoint, Shape};
use stiction_linalg::space::{Matrix3, Pose, Vector3};

const BOX: Shape = Shape::Box { half: Vector3::new(0.5, 0.5, 0.5) };

fn turned(axis: Vector3, angle: f64, x: f64, y: f64, z: f64) -> Pose {
    Pose::new(Matrix3::rotation(axis, angle), Vector3::new(x, y, z))
}

fn features(contacts: &[ContactPoint]) -> Vec<u32> {
    contacts.iter().map(|point| point.feature).collect()
}

#[test]
fn box_on_half_space_stands_on_corners() {
    let mut detector = pair(&Shape::HalfSpace, &BOX);
    for (pose, count) in [
        (at(0.3, 0.2, 0.501), 4),
        (at(0.3, 0.2, 0.499), 4),
        (turned(Vector3::X, FRAC_PI_4, 0.0, 0.0, FRAC_1_SQRT_2), 2),
        (turned(Vector3::new(1.0, -1.0, 0.0).unit().unwrap(), (2.0_f64).sqrt().atan(), 0.0, 0.0, 0.75_f64.sqrt()), 1),
        (at(0.0, 0.0, 0.6), 0),
    ] {
        let contacts = detector.detect(&[Pose::IDENTITY, pose], 0.01);
        check(contacts, 0.01);
        assert_eq!(contacts.len(), count, "{contacts:?}");
        assert!(contacts.iter().all(|point| (point.normal - Vector3::Z).norm() < 1e-15));
    }
}

#[test]
fn stacked_boxes_meet_in_four_points() {
    for lower in [BOX, cube_mesh(Vector3::new(0.5, 0.5, 0.5))] {
        let mut detector = pair(&lower, &BOX);
        for pose in [
            at(0.0, 0.0, 1.0),
            at(0.0, 0.0, 0.999),
            at(0.2, -0.1, 1.0),
            at(0.2, -0.1, 1.005),
            turned(Vector3::Z, FRAC_PI_2, 0.0, 0.0, 1.0),
        ] {
            let contacts = detector.detect(&[Pose::IDENTITY, pose], 0.01);
            check(contacts, 0.01);
            assert_eq!(contacts.len(), 4, "{lower:?} {contacts:#?}");
            for point in contacts {
                assert!((point.normal - Vector3::Z).norm() < 1e-15);
                assert!((point.gap - (pose.position.z - 1.0)).abs() < 1e-15);
            }
        }
        let eight = detector.detect(&[Pose::IDENTITY, turned(Vector3::Z, FRAC_PI_4, 0.0, 0.0, 1.0)], 0.01);
        assert_eq!(eight.len(), 8);
    }
}

#[test]
fn capsules_side_by_side_or_crossed() {
    let capsule = Shape::Capsule { radius: 0.1, half_length: 0.5 };
    let mut detector = pair(&capsule, &capsule);
    let contacts = detector.detect(&[Pose::IDENTITY, at(0.2, 0.0, 0.3)], 0.01);
    assert_eq!(contacts.len(), 2);
    let mut heights: Vec<f64> = contacts.iter().map(|point| point.position.z).collect();
    heights.sort_by(f64::total_cmp);
    assert!((heights[0] + 0.2).abs() < 1e-15 && (heights[1] - 0.5).abs() < 1e-15);
    let contacts = detector.detect(&[Pose::IDENTITY, turned(Vector3::X, FRAC_PI_2, 0.2, 0.0, 0.3)], 0.01);
    assert_eq!(contacts.len(), 1);
    assert!((contacts[0].normal - Vector3::X).norm() < 1e-15);
    assert!(contacts[0].gap.abs() < 1e-15);
}

#[test]
fn round_shapes_on_planes() {
    let cylinder = Shape::Cylinder { radius: 0.2, half_length: 0.5 };
    let cone = Shape::Cone { radius: 0.2, half_length: 0.5 };
    let capsule = Shape::Capsule { radius: 0.2, half_length: 0.5 };
    for floor in [Shape::HalfSpace, flat_field(5, 3.0), Shape::Box { half: Vector3::new(3.0, 3.0, 1.0) }] {
        let ground = if matches!(floor, Shape::Box { .. }) { at(0.0, 0.0, -1.0) } else { Pose::IDENTITY };
        for (shape, pose, count) in [
            (&cylinder, at(0.1, 0.2, 0.5), 8),
            (&cylinder, turned(Vector3::X, FRAC_PI_2, 0.1, 0.2, 0.2), 2),
            (&cylinder, turned(Vector3::X, 0.3, 0.1, 0.2, 0.5 * 0.3_f64.cos() + 0.2 * 0.3_f64.sin()), 1),
            (&cone, at(0.1, 0.2, 0.5), 8),
            (&cone, turned(Vector3::X, std::f64::consts::PI, 0.1, 0.2, 0.5), 1),
            (&capsule, turned(Vector3::X, FRAC_PI_2, 0.1, 0.2, 0.2), 2),
            (&capsule, at(0.1, 0.2, 0.7), 1),
        ] {
            let mut detector = pair(&floor, shape);
            let contacts = detector.detect(&[ground, pose], 1e-3);
            check(contacts, 1e-3);
            assert_eq!(contacts.len(), count, "{shape:?} on {floor:?}: {contacts:#?}");
            for point in contacts {
                assert!((point.normal - Vector3::Z).norm() < 1e-12, "{point:?}");
                assert!(point.gap.abs() < 1e-12, "{shape:?} on {floor:?}: {point:?}");
            }
        }
    }
}

/// What slides or rolls over flat triangles feels the plane, and nothing else.
#[test]
fn triangles_of_a_floor_are_one_plane() {
    let shapes = [
        Shape::Sphere { radius: 0.3 },
        Shape::Box { half: Vector3::new(0.4, 0.3, 0.2) },
        Shape::Capsule { radius: 0.2, half_length: 0.3 },
        Shape::Cylinder { radius: 0.3, half_length: 0.2 },
        common::gem(),
    ];
    for shape in &shapes {
        let (mut field, mut plane) = (pair(&flat_field(7, 2.0), shape), pair(&Shape::HalfSpace, shape));
        for step in 0..400 {
            let s = f64::from(step) * 0.004;
            let tilt = if step % 2 == 0 { 0.0 } else { 0.02 };
            let turn = Matrix3::rotation(Vector3::Z, 0.7 * s) * Matrix3::rotation(Vector3::X, tilt);
            let mut pose = Pose::new(turn, Vector3::new(-0.8 + s, -0.5 + 0.7 * s, 1.0));
            let gap = deepest(plane.detect(&[Pose::IDENTITY, pose], 9.0)).unwrap().gap;
            pose.position.z -= gap + [0.0, 1e-3, -1e-3][step as usize % 3];
            let margin = 0.004;
            let wanted = plane.detect(&[Pose::IDENTITY, pose], margin).to_vec();
            let found = field.detect(&[Pose::IDENTITY, pose], margin);
            check(found, margin);
            assert!(!found.is_empty());
            for point in found {
                assert!((point.normal - Vector3::Z).norm() < 1e-12, "{shape:?} step {step}: {point:?}");
            }
            let (a, b) = (deepest(found).unwrap().gap, deepest(&wanted).unwrap().gap);
            assert!((a - b).abs() < 1e-12, "{shape:?} step {step}: {a:e} {b:e}");
            if !matches!(shape, Shape::Hull(_)) {
                assert_eq!(found.len(), wanted.len(), "{shape:?} step {step}: {found:#?} {wanted:#?}");
            }
        }
    }
}

#[test]
fn features_stay_while_the_same_corners_touch() {
    let floor = Shape::Box { half: Vector3::new(2.0, 2.0, 0.5) };
    for lower in [Shape::HalfSpace, floor, flat_field(6, 2.0), cube_mesh(Vector3::new(2.0, 2.0, 0.5))] {
        let top = if matches!(lower, Shape::Box { .. } | Shape::Mesh(_)) { 0.5 } else { 0.0 };
        for shape in [BOX, Shape::Cylinder { radius: 0.4, half_length: 0.3 }, common::wedge()] {
            let mut detector = pair(&lower, &shape);
            let height = match shape {
                Shape::Box { .. } => 0.5,
                _ => 0.3,
            };
            let mut last: Option<Vec<u32>> = None;
            for step in 0..200 {
                let s = f64::from(step) * 1e-3;
                let turn = Matrix3::rotation(Vector3::Z, 3.0 * s) * Matrix3::rotation(Vector3::X, 1e-4 + 1e-5 * s);
                let pose = Pose::new(turn, Vector3::new(-0.3 + 2.0 * s, 0.1 + s, top + height));
                let now = features(detector.detect(&[Pose::IDENTITY, pose], 0.01));
                assert!(now.len() >= 4);
                if let Some(last) = &last {
                    assert_eq!(&now, last, "{shape:?} on {lower:?} at step {step}");
                }
                last = Some(now);
            }
        }
    }
}

#[test]
fn crossing_edges_keep_their_feature() {
    let mut detector = pair(&BOX, &BOX);
    let mut last = None;
    for step in 0..100 {
        let s = f64::from(step) * 1e-3;
        let lower = turned(Vector3::X, FRAC_PI_4, 0.0, 0.0, 0.0);
        let upper = turned(Vector3::Y, FRAC_PI_4 + 0.1 * s, s, 2.0 * s, 2.0 * FRAC_1_SQRT_2);
        let contacts = detector.detect(&[lower, upper], 0.01);
        assert_eq!(contacts.len(), 1, "{contacts:?}");
        assert!((contacts[0].normal - Vector3::Z).norm() < 1e-12);
        assert!(last.is_none_or(|last| last == contacts[0].feature));
        last = Some(contacts[0].feature);
    }
}

/// A disc on a box whose corners reach beyond it, and the other way round: pressed in and tilted a little to any side, the faces
/// touch all around, not in one point of a rim.
#[test]
fn faces_that_are_pressed_into_each_other_touch_in_all_of_their_patch() {
    let table = Shape::Box { half: Vector3::new(0.075, 0.075, 0.05) };
    for (shape, least) in [
        (Shape::Cylinder { radius: 0.1, half_length: 0.05 }, 4),
        (Shape::Box { half: Vector3::new(0.1, 0.06, 0.05) }, 4),
    ] {
        for depth in [1e-8, 1e-6, 1e-4] {
            for side in 0..16 {
                let angle = f64::from(side) * std::f64::consts::TAU / 16.0;
                let axis = Vector3::new(angle.cos(), angle.sin(), 0.0);
                // The middle is pressed in by twice what the tilt adds at the rim.
                let pose = turned(axis, 5.0 * depth, 0.01, 0.006, 0.1 - depth);
                let mut detector = pair(&table, &shape);
                let contacts = detector.detect(&[Pose::IDENTITY, pose], 1e-3);
                assert!(contacts.len() >= least, "{shape:?} {depth:e} deep, side {side}: {contacts:?}");
                for contact in contacts {
                    assert!(contact.normal.dot(Vector3::Z) > 1.0 - 1e-6, "{contact:?}");
                    assert!((contact.gap + depth).abs() < 0.8 * depth, "{contact:?}");
                }
            }
        }
    }
}
