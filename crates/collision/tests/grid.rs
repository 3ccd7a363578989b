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

/// The distance, or minus the depth; parry knows no ellipsoids.
fn their_gap(first: &Shape, a: &Pose, second: &Shape, b: &Pose) -> Option<f64> {
    if [first, second].iter().any(|shape| matches!(shape, Shape::Ellipsoid { .. })) {
        return None;
    }
    let ((first, turn_a), (second, turn_b)) = (reference(first), reference(second));
    let (a, b) = (their_pose(&(*a * turn_a)), their_pose(&(*b * turn_b)));
    query::contact(&a, &*first, &b, &*second, 10.0).ok()?.map(|contact| contact.dist)
}

/// How often a pair of kinds missed a bound.
#[derive(Default)]
struct Misses {
    /// Deeper than parry says, by more than parry's own error: never, as every depth here is an upper bound.
    deeper: usize,
    gap: usize,
    slope: usize,
    normal: usize,
    place: usize,
}

/// Apart, touching and overlapping a little. Of 43,200 poses, a few have a direction that is one of several almost as good,
/// where round or pointed shapes overlap: there gap and point may change with the frame.
#[test]
fn gaps_agree_with_parry_and_with_themselves() {
    let shapes = convex_shapes();
    let mut numbers = Numbers(12345);
    let mut all = Misses::default();
    let mut count = 0;
    for (i, (first_name, first)) in shapes.iter().enumerate() {
        for (second_name, second) in &shapes[i..] {
            let mut misses = Misses::default();
            for round in 0..1200 {
                compare(first, second, [0.3, 1e-3, 1e-8, 0.0, -1e-6, -1e-2][round % 6], &mut numbers, &mut misses);
                count += 1;
            }
            assert_eq!(misses.deeper, 0, "{first_name} and {second_name}: deeper than parry");
            let simple = |name: &str| ["sphere", "capsule"].contains(&name);
            if simple(first_name) && simple(second_name) {
                assert_eq!(misses.gap + misses.slope + misses.normal + misses.place, 0);
            }
            all.gap += misses.gap;
            all.slope += misses.slope;
            all.normal += misses.normal;
            all.place += misses.place;
        }
    }
    let share = |misses: usize| misses as f64 / f64::from(count);
    assert!(share(all.gap) < 3e-4, "{} gaps of {count} change with the frame or the order", all.gap);
    assert!(share(all.slope) < 5e-4, "{} gaps of {count} do not grow by one along the normal", all.slope);
    assert!(share(all.normal) < 3e-4, "{} normals of {count} change with the frame", all.normal);
    assert!(share(all.place) < 3e-4, "{} points of {count} change with the frame", all.place);
}

/// An ellipsoid touches a plane where its tangent plane is parallel; with equal axes it is a ball.
#[test]
fn ellipsoids_touch_as_worked_out_by_hand() {
    let mut numbers = Numbers(99);
    let half = Vector3::new(0.5, 0.3, 0.2);
    let mut on_plane = pair(&Shape::HalfSpace, &Shape::Ellipsoid { half });
    let radius = 0.3;
    let ball = Shape::Ellipsoid { half: Vector3::new(radius, radius, radius) };
    for _ in 0..200 {
        let pose = numbers.pose(1.0);
        let down = pose.rotation.transpose_mul(Vector3::Z);
        let stretched = Vector3::new(half.x * down.x, half.y * down.y, half.z * down.z);
        let gap = pose.position.z - stretched.norm();
        let found = deepest(on_plane.detect(&[Pose::IDENTITY, pose], 5.0)).unwrap();
        assert!((found.gap - gap).abs() < 1e-14 && (found.normal - Vector3::Z).norm() < 1e-15, "{found:?}");
        for (_, other) in convex_shapes() {
            let place = numbers.pose(1.0);
            let theirs = deepest(pair(&Shape::Sphere { radius }, &other).detect(&[pose, place], 5.0)).unwrap();
            let ours = deepest(pair(&ball, &other).detect(&[pose, place], 5.0)).unwrap();
            if theirs.gap > -1e-3 {
                assert!((ours.gap - theirs.gap).abs() < 1e-10, "{other:?}: {ours:?} and {theirs:?}");
                assert!((ours.normal - theirs.normal).norm() < 1e-6, "{other:?}: {ours:?} and {theirs:?}");
            }
        }
    }
}

fn compare(first: &Shape, second: &Shape, wanted: f64, numbers: &mut Numbers, misses: &mut Misses) {
    let margin = 5.0;
    let (mut detector, mut swapped) = (pair(first, second), pair(second, first));
    let (a, mut b) = (numbers.pose(1.0), numbers.pose(1.0));
    // Moved along the normal found first.
    let found = deepest(detector.detect(&[a, b], margin)).unwrap();
    b.position += found.normal * (wanted - found.gap);
    let contacts = detector.detect(&[a, b], margin);
    check(contacts, margin);
    let found = deepest(contacts).unwrap();
    misses.deeper += usize::from(their_gap(first, &a, second, &b).is_some_and(|theirs| found.gap < theirs - 2e-5));
    let back = deepest(swapped.detect(&[b, a], margin)).unwrap();
    let motion = numbers.pose(3.0);
    let moved = deepest(detector.detect(&[motion * a, motion * b], margin)).unwrap();
    let changed = (back.gap - found.gap).abs().max((moved.gap - found.gap).abs());
    misses.gap += usize::from(changed > 2e-9);
    // Where shapes only just touch, many normals are as good.
    if wanted.abs() > 1e-3 {
        let turned = (motion.rotation * found.normal - moved.normal).norm();
        misses.normal += usize::from(turned > 2e-7);
        let place = (motion.point(found.position) - moved.position).norm();
        misses.place += usize::from(moved.feature == found.feature && place > 1e-7);
    }
    let step = 1e-6;
    let shifted = Pose::new(b.rotation, b.position + found.normal * step);
    let apart = deepest(detector.detect(&[a, shifted], margin)).unwrap();
    misses.slope += usize::from(((apart.gap - found.gap) / step - 1.0).abs() > 1e-3);
}
