//! The number of impulse changes that move nothing, counted by hand.
#![allow(clippy::unwrap_used)] // clippy's exception covers test functions, not their helpers

use stiction_contact::{Method, Settings, standard};

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
