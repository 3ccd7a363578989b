//! The number of impulse changes that move nothing, counted by hand.
#![allow(clippy::unwrap_used)] // clippy's exception covers test functions, not their helpers

use stiction_contact::{ContactProblem, Law, Method, Settings, standard};
use stiction_linalg::DenseMatrix;

fn counted(name: &str) -> usize {
    let sample = standard::sample(name).unwrap();
    sample.problem.impulse_null_space(&sample.known.solutions[0], 1e-9)
}

#[test]
fn bodies_at_rest_have_three_rows_a_contact_less_six_a_body() {
    assert_eq!(counted("point-stick"), 0);
    assert_eq!(counted("box-at-rest"), 12 - 6);
    assert_eq!(counted("table-9"), 27 - 6);
    assert_eq!(counted("table-16"), 48 - 6);
    assert_eq!(counted("stack-5"), 60 - 30);
    assert_eq!(counted("heavy-on-light-3"), 36 - 18);
    // Turning about the line of its feet moves none of them.
    assert_eq!(counted("bench-9"), 27 - 5);
}

#[test]
fn a_sliding_contact_counts_once_along_the_edge_of_its_cone() {
    assert_eq!(counted("point-slip-30"), 0);
    // Four corners that slide alike: weight, pitch and roll fix all but one combination.
    assert_eq!(counted("box-sliding"), 1);
    // No friction: four normals on three motions.
    assert_eq!(counted("box-sliding-frictionless"), 1);
    // Two corners stick on the edge that the cube turns about: they may push against each other along it.
    assert_eq!(counted("box-tipping"), 1);
}

#[test]
fn an_open_contact_does_not_count() {
    assert_eq!(counted("point-open"), 0);
    assert_eq!(counted("groove-pulled"), 0);
}

#[test]
fn a_joint_written_twice_adds_its_rows() {
    let solve = |name: &str| {
        let sample = standard::sample(name).unwrap();
        let solution = Method::Auto.solve(&sample.problem, &Settings::default(), None, &mut ());
        assert!(solution.is_solved());
        sample.problem.impulse_null_space(&solution.impulses, 1e-6)
    };
    assert_eq!(solve("chain-redundant"), solve("chain-loop") + 3);
}

fn problem<const N: usize>(rows: [[f64; N]; N], b: [f64; N], laws: Vec<Law>) -> ContactProblem {
    ContactProblem::new(DenseMatrix::from_rows(&rows).unwrap(), b.to_vec(), laws).unwrap()
}

#[test]
fn equal_bounds_leave_no_change() {
    // Two rows that do the same: the second may take over from the first only if its bounds let it.
    let count = |lower, upper| {
        let laws = vec![Law::Bilateral { rows: 1 }, Law::Bounded { lower, upper }];
        problem([[1.0, 1.0], [1.0, 1.0]], [-1.0, -1.0], laws).impulse_null_space(&[0.5, 0.5], 1e-9)
    };
    assert_eq!(count(0.0, 1.0), 1);
    assert_eq!(count(0.5, 0.5), 0);
}

#[test]
fn rounding_is_no_velocity() {
    // W = g gᵀ with g = (0.6, 1): an impulse along the sliding edge (1, −0.6) moves nothing, up to the last digits.
    let g = [0.6, 1.0];
    let w = [[g[0] * g[0], g[0] * g[1]], [g[1] * g[0], g[1] * g[1]]];
    let sliding = problem(w, [0.0, 1.0], vec![Law::PlanarCoulomb { friction: 0.6 }]);
    assert_eq!(sliding.impulse_null_space(&[0.0, 0.0], 1e-9), 1);
}

#[test]
fn a_steep_edge_hides_no_other_direction() {
    // Both move what they push. Beside an edge of length 1e6, one of length 1 would pass for rounding.
    let w = DenseMatrix::from_function(4, 4, |i, j| if i == j { 1.0 } else { 0.0 });
    let laws = vec![Law::PlanarCoulomb { friction: 1e6 }, Law::PlanarCoulomb { friction: 1e-3 }];
    let sliding = ContactProblem::new(w, vec![0.0, 1.0, 0.0, 1.0], laws).unwrap();
    assert_eq!(sliding.impulse_null_space(&[0.0; 4], 1e-5), 0);
}
