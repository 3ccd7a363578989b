//! Every pair of convex shapes at random poses, against parry's distances and against itself.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Numbers, check, convex_shapes, deepest, pair};
use parry3d_f64::glamx::{DMat3, DQuat};
use parry3d_f64::math::{Pose as TheirPose, Vector};
use parry3d_f64::query;
use parry3d_f64::shape::{self as theirs, SharedShape};
use stiction_collision::Shape;
use stiction_linalg::space::{Matrix3, Pose, Vector3};

/// Parry's shape, along y, and the pose of ours in its frame.
fn reference(shape: &Shape) -> (SharedShape, Pose) {
    let lying = Pose::new(Matrix3::rotation(Vector3::X, std::f64::consts::FRAC_PI_2), Vector3::ZERO);
    match shape {
        Shape::Sphere { radius } => (SharedShape::ball(*radius), Pose::IDENTITY),
        Shape::Capsule { radius, half_length } => (SharedShape::capsule_y(*half_length, *radius), lying),
        Shape::Box { half } => (SharedShape::cuboid(half.x, half.y, half.z), Pose::IDENTITY),
        Shape::Cylinder { radius, half_length } => (SharedShape::cylinder(*half_length, *radius), lying),
        Shape::Cone { radius, half_length } => (SharedShape::cone(*half_length, *radius), lying),
        Shape::Hull(hull) => {
            let points: Vec<Vector> = hull.vertices().iter().map(|v| Vector::new(v.x, v.y, v.z)).collect();
            (SharedShape::new(theirs::ConvexPolyhedron::from_convex_hull(&points).unwrap()), Pose::IDENTITY)
        }
        other => panic!("no reference for {other:?}"),
    }
}

fn their_pose(pose: &Pose) -> TheirPose {
    let column = |v: Vector3| Vector::new(v.x, v.y, v.z);
    let r = pose.rotation;
    let rotation = DQuat::from_mat3(&DMat3::from_cols(column(r.x), column(r.y), column(r.z)));
    TheirPose::from_parts(column(pose.position), rotation)
}

/// The distance, or minus the depth.
fn their_gap(first: &Shape, a: &Pose, second: &Shape, b: &Pose) -> Option<f64> {
    let ((first, turn_a), (second, turn_b)) = (reference(first), reference(second));
    let (a, b) = (their_pose(&(*a * turn_a)), their_pose(&(*b * turn_b)));
    query::contact(&a, &*first, &b, &*second, 10.0).ok()?.map(|contact| contact.dist)
}

#[test]
fn gaps_agree_with_parry_and_with_themselves() {
    let mut numbers = Numbers(12345);
    let shapes = convex_shapes();
    for (i, (first_name, first)) in shapes.iter().enumerate() {
        for (second_name, second) in &shapes[i..] {
            let mut detector = pair(first, second);
            let mut swapped = pair(second, first);
            let (mut worst_turn, mut worst_place) = (0.0_f64, 0.0_f64);
            let margin = 5.0;
            let (mut worst_gap, mut worst_swap, mut worst_motion, mut worst_slope) =
                (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
            for round in 0..300 {
                let (a, mut b) = (numbers.pose(1.0), numbers.pose(1.0));
                // Apart, touching, or overlapping a little: moved along the normal found first.
                let found = deepest(detector.detect(&[a, b], margin)).unwrap();
                let wanted = [0.3, 1e-3, 1e-8, 0.0, -1e-6, -1e-2][round % 6];
                b.position += found.normal * (wanted - found.gap);
                let contacts = detector.detect(&[a, b], margin).to_vec();
                check(&contacts, margin);
                let found = deepest(&contacts).unwrap();
                if let Some(theirs) = their_gap(first, &a, second, &b) {
                    worst_gap = worst_gap.max((found.gap - theirs).abs());
                }
                let back = deepest(swapped.detect(&[b, a], margin)).unwrap();
                worst_swap = worst_swap.max((back.gap - found.gap).abs());
                let motion = numbers.pose(3.0);
                let moved = deepest(detector.detect(&[motion * a, motion * b], margin)).unwrap();
                // Where shapes only just touch, many normals are as good.
                if wanted.abs() > 1e-3 {
                    worst_turn = worst_turn.max((motion.rotation * found.normal - moved.normal).norm());
                    if moved.feature == found.feature {
                        worst_place = worst_place.max((motion.point(found.position) - moved.position).norm());
                    }
                }
                worst_motion = worst_motion.max((moved.gap - found.gap).abs());
                let step = 1e-6;
                let shifted = Pose::new(b.rotation, b.position + found.normal * step);
                let apart = deepest(detector.detect(&[a, shifted], margin)).unwrap();
                worst_slope = worst_slope.max(((apart.gap - found.gap) / step - 1.0).abs());
            }
            // Parry's own walk stops at 1e-5; two apexes that overlap have many directions that are almost as good.
            let cones = *first_name == "cone" && *second_name == "cone";
            let (same, slope) = if cones { (1e-6, 0.5) } else { (2e-9, 1e-3) };
            let name = format!("{first_name} and {second_name}");
            assert!(worst_gap < 2e-5, "{name}: {worst_gap:e} from parry's gap");
            assert!(worst_swap < same, "{name}: swapped, the gap differs by {worst_swap:e}");
            assert!(worst_motion < same, "{name}: moved together, the gap differs by {worst_motion:e}");
            let curved = ["cylinder", "cone"].iter().any(|kind| name.contains(kind)) && !name.contains("sphere");
            let (turn, place) = if curved { (2e-7, 2e-8) } else { (1e-13, 1e-12) };
            assert!(worst_turn < turn, "{name}: moved together, the normal differs by {worst_turn:e}");
            assert!(worst_place < place, "{name}: moved together, the point differs by {worst_place:e}");
            assert!(worst_slope < slope, "{name}: along the normal, the gap grows by one and {worst_slope:e}");
        }
    }
}
