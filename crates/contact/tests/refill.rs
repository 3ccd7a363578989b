//! A problem in the storage of another is the problem newly made, and one that is refused leaves nothing behind.
#![allow(clippy::unwrap_used)]

use stiction_contact::standard::{self, Sample};
use stiction_contact::{ContactError, ContactProblem, Delassus, Law, Method, ResponseRoot, Settings};
use stiction_linalg::{BlockMatrix, ZERO};

/// Becomes a sample.
fn refill(problem: &mut ContactProblem, sample: &ContactProblem) -> Result<(), ContactError> {
    problem.refill(|blocks, velocity, laws| {
        blocks.copy_from(&sample.blocks());
        velocity.clear();
        velocity.extend_from_slice(sample.free_velocity());
        laws.clear();
        laws.extend_from_slice(sample.laws());
    })
}

/// A new problem with the same data.
fn newly_made(sample: &ContactProblem) -> ContactProblem {
    let (blocks, b) = (sample.blocks().into_owned(), sample.free_velocity().to_vec());
    ContactProblem::from_blocks(blocks, b, sample.laws().to_vec()).unwrap()
}

/// Everything that a problem tells of itself.
fn assert_same(a: &ContactProblem, b: &ContactProblem, name: &str) {
    assert_eq!(a.blocks(), b.blocks(), "{name}");
    assert_eq!((a.free_velocity(), a.laws()), (b.free_velocity(), b.laws()), "{name}");
    assert_eq!((a.order(), a.nodes(), a.labels()), (b.order(), b.nodes(), b.labels()), "{name}");
    assert_eq!((a.given_slips(), a.velocity_scale()), (b.given_slips(), b.velocity_scale()), "{name}");
    for law in 0..a.laws().len() {
        let of = |problem: &ContactProblem| {
            (problem.rows_of(law), problem.first_node(law), problem.scaling(law), problem.slip(law))
        };
        assert_eq!(of(a), of(b), "{name}");
        assert_eq!(a.label(law), b.label(law), "{name}");
    }
    let impulses: Vec<f64> = (0..a.order()).map(|row| (row as f64).sin()).collect();
    assert_eq!(a.velocity(&impulses), b.velocity(&impulses), "{name}");
    assert_eq!(a.residual(&impulses), b.residual(&impulses), "{name}");
}

fn one_contact() -> ContactProblem {
    let entries: Vec<_> = (0..3).map(|place| (place, place, 2.0)).collect();
    let laws = vec![Law::Coulomb { friction: 0.5 }];
    ContactProblem::from_blocks(BlockMatrix::from_entries(1, &entries), vec![-1.0, 0.5, 0.0], laws).unwrap()
}

#[test]
fn a_refilled_problem_is_the_one_newly_made() {
    // Larger and smaller ones in turn, in one storage, which once held labels and slips.
    let mut problem = one_contact().with_labels(vec!["foot".to_owned()]).unwrap();
    problem.set_slips([[1.0, 2.0]].into_iter()).unwrap();
    let samples: Vec<Sample> = standard::all().into_iter().filter(|sample| sample.problem.order() < 200).collect();
    let (mut solver, settings) = (Method::Auto.solver(&Settings::default()), Settings::default());
    for Sample { name, problem: sample, .. } in samples.iter().chain(samples.iter().rev().step_by(7)) {
        refill(&mut problem, sample).unwrap();
        let new = newly_made(sample);
        assert_same(&problem, &new, name);
        if sample.order() < 60 {
            let again = solver.solve(&problem, None, &mut ());
            assert_eq!(again, Method::Auto.solve(&new, &settings, None, &mut ()), "{name}");
            solver.recycle(again);
        }
    }
}

#[test]
fn a_problem_of_another_form_is_refilled_as_well() {
    let sample = standard::sample("table-9").unwrap();
    let mut dense =
        ContactProblem::new(sample.problem.dense().into_owned(), vec![0.0; 27], vec![Law::Bilateral { rows: 27 }])
            .unwrap();
    refill(&mut dense, &sample.problem).unwrap();
    assert!(matches!(dense.delassus(), Delassus::Blocks(_)));
    assert_same(&dense, &newly_made(&sample.problem), "table-9");
}

/// A root of two contacts on one body.
fn root(value: f64) -> ResponseRoot {
    let mut root = ResponseRoot::default();
    for contact in 0..2 {
        let mut block = ZERO;
        (0..3).for_each(|k| block[k][k] = 1.0 + f64::from(contact));
        block[1][0] = value;
        root.add(0, &block);
        root.end_node();
    }
    root
}

#[test]
fn a_root_takes_the_place_of_blocks_and_blocks_that_of_a_root() {
    let (free, laws) = (vec![-1.0, 0.5, 0.0, -2.0, 0.0, 0.1], vec![Law::Coulomb { friction: 0.5 }; 2]);
    let new = ContactProblem::from_root(root(0.3), free.clone(), laws.clone()).unwrap();
    // W = YᵀY.
    assert_eq!((new.dense()[(0, 0)], new.dense()[(0, 4)], new.dense()[(1, 4)]), (1.0, 0.3, 2.09));
    let mut problem = one_contact().with_labels(vec!["foot".to_owned()]).unwrap();
    for _ in 0..2 {
        problem
            .refill_by_root(|own, velocity, own_laws| {
                (*own, *velocity, *own_laws) = (root(0.3), free.clone(), laws.clone());
            })
            .unwrap();
        assert!(matches!(problem.delassus(), Delassus::Root(_)));
        assert_same(&problem, &new, "root");
        refill(&mut problem, &one_contact()).unwrap();
        assert!(matches!(problem.delassus(), Delassus::Blocks(_)));
        assert_same(&problem, &one_contact(), "blocks");
    }
    let by_root = Method::Auto.solve(&new, &Settings::default(), None, &mut ());
    assert!(by_root.is_solved() && newly_made(&new).residual(&by_root.impulses).within(1e-8));
}

#[test]
fn a_root_that_does_not_fit_is_refused() {
    let laws = vec![Law::Coulomb { friction: 0.5 }; 3];
    let few = ContactProblem::from_root(root(0.3), vec![0.0; 9], laws.clone());
    assert!(matches!(few, Err(ContactError::Nodes { laws: 3, matrix: 2 })));
    for value in [f64::NAN, f64::INFINITY] {
        let found = ContactProblem::from_root(root(value), vec![0.0; 6], laws[..2].to_vec());
        assert!(matches!(found, Err(ContactError::MatrixEntry { .. })), "{value}");
    }
}

#[test]
fn what_is_refused_leaves_an_empty_problem() {
    let friction = Law::Coulomb { friction: 0.5 };
    type Fault = (fn(&mut BlockMatrix, &mut Vec<f64>, &mut Vec<Law>), ContactError);
    let faults: [Fault; 6] = [
        (|_, velocity, _| velocity.truncate(2), ContactError::Length { field: "free_velocity", expected: 3, found: 2 }),
        (|_, velocity, _| velocity[1] = f64::INFINITY, ContactError::VelocityEntry { row: 1, value: f64::INFINITY }),
        (
            |_, _, laws| laws[0] = Law::Coulomb { friction: -1.0 },
            ContactError::Law {
                index: 0,
                law: Law::Coulomb { friction: -1.0 },
                expected: "a friction coefficient of zero or more",
            },
        ),
        (|blocks, _, _| *blocks = BlockMatrix::from_entries(2, &[]), ContactError::Nodes { laws: 1, matrix: 2 }),
        (
            |blocks, _, _| blocks.diagonal_mut(0)[2][2] = f64::NEG_INFINITY,
            ContactError::MatrixEntry { matrix: "W", row: 2, column: 2, value: f64::NEG_INFINITY },
        ),
        (
            |blocks, _, _| (0..3).for_each(|row| blocks.diagonal_mut(0)[row][row] = 1e-200),
            ContactError::OutOfRange { law: 0, mean: 1e-200 },
        ),
    ];
    for (spoil, expected) in faults {
        let mut problem = one_contact();
        let refused = problem.refill(|blocks, velocity, laws| {
            assert_eq!((blocks.nodes(), velocity.len(), laws[..] == [friction]), (1, 3, true));
            spoil(blocks, velocity, laws);
        });
        // The mean of three equal numbers is that number up to rounding.
        match (&refused, &expected) {
            (Err(ContactError::OutOfRange { law: 0, mean }), ContactError::OutOfRange { mean: given, .. }) => {
                assert!((mean / given - 1.0).abs() < 1e-12);
            }
            _ => assert_eq!(refused, Err(expected)),
        }
        assert_same(&problem, &ContactProblem::empty(), "refused");
        assert_eq!((problem.order(), problem.nodes(), problem.laws().len()), (0, 0, 0));
        // What is empty can be filled again.
        refill(&mut problem, &one_contact()).unwrap();
        assert_same(&problem, &one_contact(), "filled again");
    }
}

#[test]
fn another_free_velocity_is_that_of_a_new_problem_or_changes_nothing() {
    let sample = standard::sample("stack-5").unwrap();
    let mut problem = newly_made(&sample.problem);
    let b: Vec<f64> = (0..problem.order()).map(|row| (3.0 * row as f64).cos()).collect();
    problem.set_free_velocity(&b).unwrap();
    let new = ContactProblem::from_blocks(sample.problem.blocks().into_owned(), b, sample.problem.laws().to_vec());
    let new = new.unwrap();
    assert_same(&problem, &new, "stack-5");

    let order = problem.order();
    let refused = problem.set_free_velocity(&[1.0]);
    assert_eq!(refused, Err(ContactError::Length { field: "free_velocity", expected: order, found: 1 }));
    let mut wrong = vec![0.0; order];
    wrong[2] = f64::NEG_INFINITY;
    let refused = problem.set_free_velocity(&wrong);
    assert_eq!(refused, Err(ContactError::VelocityEntry { row: 2, value: f64::NEG_INFINITY }));
    assert_same(&problem, &new, "stack-5");
}

#[test]
fn slips_are_finite_and_one_per_law() {
    let mut problem = one_contact();
    assert_eq!((problem.given_slips(), problem.slip(0)), (&[][..], [0.5, 0.0]));
    problem.set_slips([[3.0, 4.0]].into_iter()).unwrap();
    assert_eq!((problem.given_slips(), problem.slip(0)), (&[[3.0, 4.0]][..], [3.0, 4.0]));
    let infinite = ContactError::SlipEntry { law: 0, tangent: 1, value: f64::INFINITY };
    assert_eq!(infinite.to_string(), "slips[0][1]: expected a finite number, found inf");
    assert_eq!(problem.set_slips([[1.0, f64::INFINITY]].into_iter()), Err(infinite.clone()));
    assert_eq!((problem.given_slips(), problem.slip(0)), (&[][..], [0.5, 0.0]));
    let several = problem.set_slips([[1.0, 0.0]; 2].into_iter());
    assert_eq!(several, Err(ContactError::Length { field: "slips", expected: 1, found: 2 }));
    assert_eq!(problem.with_slips(vec![[1.0, f64::INFINITY]]).err(), Some(infinite));
}
