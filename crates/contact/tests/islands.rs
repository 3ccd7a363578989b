//! Problems that fall apart: each part as if it stood alone, and one answer for the whole.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use stiction_complementarity::Iteration;
use stiction_contact::standard::{self, Sample};
use stiction_contact::{ContactProblem, ContactSolver, Islands, Law, Method, Outcome, Settings};
use stiction_linalg::{BlockMatrix, NODE};

/// Several problems as one, the laws of each in a row.
fn side_by_side(problems: &[&ContactProblem]) -> ContactProblem {
    let (mut entries, mut velocity, mut laws, mut nodes): (_, Vec<f64>, Vec<Law>, _) =
        (Vec::new(), Vec::new(), Vec::new(), 0);
    for problem in problems {
        let first = NODE * nodes;
        problem.blocks().for_each(|i, j, value| entries.push((first + i, first + j, value)));
        velocity.extend_from_slice(problem.free_velocity());
        laws.extend_from_slice(problem.laws());
        nodes += problem.nodes();
    }
    ContactProblem::from_blocks(BlockMatrix::from_entries(nodes, &entries), velocity, laws).unwrap()
}

fn samples() -> Vec<Sample> {
    let small = |sample: &Sample| (1..=40).contains(&sample.problem.laws().len());
    standard::all().into_iter().filter(small).collect()
}

fn solver(method: Method, settings: &Settings, threads: usize) -> Islands {
    let mut solver = Islands::new(method, settings);
    solver.set_threads(threads);
    solver
}

#[test]
fn every_sample_beside_others_is_solved_where_it_is_alone() {
    let samples = samples();
    let settings = Settings::default();
    let mut several = 0;
    for trio in samples.windows(3) {
        let alone: Vec<_> =
            trio.iter().map(|sample| Method::Auto.solve(&sample.problem, &settings, None, &mut ())).collect();
        let whole = side_by_side(&trio.iter().map(|sample| &sample.problem).collect::<Vec<_>>());
        let together = solver(Method::Auto, &settings, 1).solve(&whole, None, &mut ());
        let names: Vec<_> = trio.iter().map(|sample| sample.name.as_str()).collect();
        if alone.iter().all(|solution| solution.is_solved()) {
            assert!(together.is_solved(), "{names:?}: {:?}", together.outcome);
            assert_eq!(together.residual, whole.residual(&together.impulses), "{names:?}");
            several += 1;
        }
    }
    assert!(several > 40, "only {several} were compared");
}

#[test]
fn threads_reach_no_bit() {
    let samples = samples();
    let problems: Vec<_> = samples.iter().map(|sample| &sample.problem).collect();
    let whole = side_by_side(&problems);
    for method in [Method::Auto, Method::Nsgs, Method::MlcpLemke] {
        let settings = Settings { iteration_limit: Some(2000), ..Settings::default() };
        let mut first = solver(method, &settings, 1);
        let one = first.solve(&whole, None, &mut ());
        assert_eq!(first.solve(&whole, None, &mut ()), one, "{method}: the workspace remembers an answer");
        for threads in [2, 5] {
            assert_eq!(
                solver(method, &settings, threads).solve(&whole, None, &mut ()),
                one,
                "{method}, {threads} threads"
            );
        }
    }
}

#[test]
fn islands_start_from_their_part_of_the_start() {
    let samples = samples();
    // A single contact is solved by one sweep, wherever it starts.
    let crowded = samples.iter().map(|sample| &sample.problem).filter(|problem| problem.laws().len() > 3);
    let whole = side_by_side(&crowded.take(6).collect::<Vec<_>>());
    let settings = Settings::default();
    let mut islands = solver(Method::Nsgs, &settings, 1);
    let cold = islands.solve(&whole, None, &mut ());
    assert!(cold.is_solved());
    let warm = islands.solve(&whole, Some(&cold.impulses), &mut ());
    assert!(warm.is_solved());
    assert!(warm.effort.iterations < cold.effort.iterations, "{:?} {:?}", warm.effort, cold.effort);
}

/// A contact that is pushed together at a speed and that no impulse moves.
fn hopeless() -> ContactProblem {
    let blocks = BlockMatrix::from_entries(1, &[]);
    ContactProblem::from_blocks(blocks, vec![-1.0], vec![Law::Unilateral]).unwrap()
}

#[test]
fn a_proof_about_an_island_is_one_about_the_whole() {
    let ball = standard::sample("table-16").unwrap().problem;
    let frictionless: Vec<Law> = ball.laws().iter().map(|_| Law::Unilateral).collect();
    // Normal rows alone.
    let rows: Vec<usize> = (0..frictionless.len()).map(|law| ball.rows_of(law).start).collect();
    let dense = ball.dense();
    let mut entries = Vec::new();
    for (i, &row) in rows.iter().enumerate() {
        entries.extend(rows.iter().enumerate().map(|(j, &column)| (NODE * i, NODE * j, dense[(row, column)])));
    }
    let velocity = rows.iter().map(|&row| ball.free_velocity()[row]).collect();
    let blocks = BlockMatrix::from_entries(rows.len(), &entries);
    let table = ContactProblem::from_blocks(blocks, velocity, frictionless).unwrap();
    let whole = side_by_side(&[&table, &hopeless()]);
    let answer = solver(Method::Auto, &Settings::default(), 1).solve(&whole, None, &mut ());
    let Outcome::NoSolution(certificate) = &answer.outcome else { panic!("{:?}", answer.outcome) };
    let alone = Method::Auto.solve(&whole, &Settings::default(), None, &mut ());
    assert_eq!(alone.outcome, Outcome::NoSolution(certificate.clone()));
}

#[test]
fn who_watches_may_stop_all_islands_and_sees_rows_of_the_whole() {
    let samples = samples();
    let whole = side_by_side(&samples.iter().map(|sample| &sample.problem).collect::<Vec<_>>());
    for threads in [1, 3] {
        let mut farthest = 0;
        let mut watch = |iteration: &Iteration<'_>| {
            farthest = farthest.max(iteration.worst_row.unwrap_or_default());
            ControlFlow::Break(())
        };
        let answer = solver(Method::Nsgs, &Settings::default(), threads).solve(&whole, None, &mut watch);
        assert_eq!(answer.outcome, Outcome::Interrupted);
        assert_eq!(answer.impulses.len(), whole.order());
        assert!(farthest < whole.order());
        assert!(threads > 1 || farthest > whole.order() / 2, "{farthest} of {}", whole.order());
    }
}
