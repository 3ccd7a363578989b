//! Vectors, rotations and symmetric matrices of space: identities.
#![allow(clippy::unwrap_used)]

use stiction_linalg::space::{Matrix3, Pose, Quaternion, Symmetric3, Vector3};

/// Numbers in [-1, 1), the same everywhere.
fn numbers() -> impl FnMut() -> f64 {
    let mut state = 42_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

fn vector(next: &mut impl FnMut() -> f64) -> Vector3 {
    Vector3::new(next(), next(), next())
}

fn near(a: Matrix3, b: Matrix3, tolerance: f64) {
    let apart = a - b;
    let error = apart.x.norm_max().max(apart.y.norm_max()).max(apart.z.norm_max());
    assert!(error <= tolerance, "{a:?} is not {b:?}: {error:e}");
}

#[test]
fn rotation_vectors_come_back() {
    let mut next = numbers();
    for k in 0..200 {
        let direction = vector(&mut next).unit().unwrap();
        // From the smallest angle to half a turn.
        let angle = match k % 4 {
            0 => 1e-12 * (next() + 1.1),
            1 => 1e-4 * (next() + 1.1),
            2 => 1.5 * (next() + 1.0),
            _ => std::f64::consts::PI * (1.0 - 1e-9 * (next() + 1.0)),
        };
        let quaternion = Quaternion::from_rotation_vector(direction * angle);
        near(quaternion.to_matrix(), Matrix3::rotation(direction, angle), 1e-15);
        let back = quaternion.to_rotation_vector();
        assert!(
            (back - direction * angle).norm() <= 4e-16 * angle.max(1e-3),
            "{angle}: {:e}",
            (back - direction * angle).norm()
        );
        let matrix = quaternion.to_matrix();
        near(Quaternion::from_matrix(&matrix).to_matrix(), matrix, 1e-15);
        // The other quaternion of the same rotation has the same vector.
        let [w, x, y, z] = quaternion.to_array();
        assert!((Quaternion::new(-w, -x, -y, -z).to_rotation_vector() - back).norm() < 1e-14);
    }
}

#[test]
fn products_of_quaternions_are_products_of_rotations() {
    let mut next = numbers();
    for _ in 0..100 {
        let (a, b) = (vector(&mut next) * 3.0, vector(&mut next) * 3.0);
        let (p, q) = (Quaternion::from_rotation_vector(a), Quaternion::from_rotation_vector(b));
        near((p * q).to_matrix(), p.to_matrix() * q.to_matrix(), 1e-15);
        near(p.conjugate().to_matrix(), p.to_matrix().transpose(), 1e-15);
        // One that is not of length one turns as its unit quaternion does.
        let [w, x, y, z] = p.to_array().map(|number| 7.5 * number);
        near(Quaternion::new(w, x, y, z).to_matrix(), p.to_matrix(), 1e-15);
    }
    assert_eq!(Quaternion::new(0.0, 0.0, 0.0, 0.0).unit(), None);
    assert_eq!(Quaternion::new(f64::NAN, 0.0, 0.0, 0.0).unit(), None);
}

#[test]
fn units_survive_extreme_sizes() {
    for size in [5e-324, 1e-300, 1.0, 1e300, f64::MAX] {
        let unit = Vector3::new(size, 0.0, -size).unit().unwrap();
        assert!((unit.norm() - 1.0).abs() < 1e-15, "{size:e}");
    }
    assert_eq!(Vector3::ZERO.unit(), None);
    assert_eq!(Vector3::new(f64::INFINITY, 0.0, 0.0).unit(), None);
    assert_eq!(Vector3::new(f64::NAN, 1.0, 0.0).unit(), None);
}

#[test]
fn tangents_make_a_right_handed_frame() {
    let mut next = numbers();
    assert_eq!(Vector3::Z.tangents(), (Vector3::X, Vector3::Y));
    for _ in 0..100 {
        let normal = vector(&mut next).unit().unwrap();
        let (first, second) = normal.tangents();
        let frame = Matrix3::from_columns(normal, first, second);
        near(frame.transpose() * frame, Matrix3::IDENTITY, 1e-15);
        assert!((frame.determinant() - 1.0).abs() < 1e-15);
    }
}

#[test]
fn symmetric_matrices_turn_and_have_their_eigenvalues() {
    let mut next = numbers();
    for k in 0..100 {
        let axes = Quaternion::from_rotation_vector(vector(&mut next) * 2.0).to_matrix();
        // Distinct, twice the same, and a flat one with a zero.
        let values = match k % 3 {
            0 => [1.0, 2.0, 5.0],
            1 => [3.0, 3.0, 1e-6],
            _ => [0.0, 4.0, 4.0],
        };
        let matrix = Symmetric3::diagonal(values[0], values[1], values[2]).rotated(&axes);
        near(
            matrix.to_matrix(),
            axes * Symmetric3::diagonal(values[0], values[1], values[2]).to_matrix() * axes.transpose(),
            1e-14,
        );
        let mut expected = values;
        expected.sort_by(f64::total_cmp);
        for (found, expected) in matrix.eigenvalues().into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-14, "{found} is {expected}");
        }
        let (a, b) = (vector(&mut next), vector(&mut next));
        let skew = |v| Matrix3::skew(v);
        let expected = Matrix3::ZERO - skew(a) * skew(b) - skew(b) * skew(a);
        near(Symmetric3::parallel_axes(a, b).to_matrix(), expected, 1e-15);
    }
}

#[test]
fn poses_compose_and_invert() {
    let mut next = numbers();
    let mut pose = || Pose::from_quaternion(Quaternion::from_rotation_vector(vector(&mut next)), vector(&mut next));
    let (a, b, point) = (pose(), pose(), pose().position);
    assert!(((a * b).point(point) - a.point(b.point(point))).norm() < 1e-15);
    assert!((a.inverse_point(a.point(point)) - point).norm() < 1e-15);
    assert!(((a * a.inverse()).position).norm() < 1e-15);
    near((a * a.inverse()).rotation, Matrix3::IDENTITY, 1e-15);
}
