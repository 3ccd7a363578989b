//! Groups of contacts that do not act on each other: found, solved by themselves, and with the same bits on any number of threads.
#![allow(clippy::unwrap_used)]

use stiction_collision::{Collider, Shape};
use stiction_linalg::space::{Pose, Vector3};
use stiction_multibody::{Inertia, JointDescription, Model};
use stiction_simulation::{Materials, Scene, World};

const HEIGHT: usize = 3;

/// Towers of boxes, each a little crooked and on its way in its own direction.
fn towers(count: usize) -> Scene {
    let mut builder = Model::builder("towers");
    let half = Vector3::new(0.25, 0.25, 0.25);
    for k in 0..count * HEIGHT {
        let joint = JointDescription::free(format!("free {k}"));
        builder.add_body(format!("box {k}"), builder.world(), vec![joint], Inertia::cuboid(1.0, half)).unwrap();
    }
    let mut scene = Scene::new(builder.build().unwrap());
    scene.colliders.push(Collider::new("floor", 0, Pose::IDENTITY, Shape::HalfSpace));
    for k in 0..count * HEIGHT {
        let (tower, floor) = (k / HEIGHT, k % HEIGHT);
        scene.initial.configuration[7 * k] = 2.0 * tower as f64 + 0.03 * floor as f64;
        scene.initial.configuration[7 * k + 2] = 0.25 + 0.5 * floor as f64;
        scene.initial.velocity[6 * k + 4] = (0.7 * k as f64).sin();
        scene.colliders.push(Collider::new(format!("box {k}"), k + 1, Pose::IDENTITY, Shape::Box { half }));
    }
    scene.collider_materials = vec![Materials::DEFAULT; count * HEIGHT + 1];
    scene
}

/// Configurations and efforts, step by step.
fn run(scene: Scene, threads: usize) -> (Vec<u64>, Vec<usize>) {
    let mut world = World::new(scene).unwrap();
    world.set_threads(threads);
    let (mut bits, mut iterations) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "step {}", report.step);
        iterations.push(report.effort.iterations);
        bits.extend(world.state().configuration.iter().map(|q| q.to_bits()));
    }
    (bits, iterations)
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let alone = run(towers(8), 1);
    for threads in [2, 3, 7] {
        assert!(alone == run(towers(8), threads), "{threads} threads");
    }
}

#[test]
fn each_tower_moves_as_if_it_were_alone() {
    let (all, efforts) = run(towers(4), 1);
    let (one, alone) = run(towers(1), 1);
    let (width, own) = (7 * HEIGHT * 4, 7 * HEIGHT);
    for step in 0..100 {
        for k in 0..own {
            let (a, b) = (f64::from_bits(all[step * width + k]), f64::from_bits(one[step * own + k]));
            // Residuals are relative to the fastest of all towers.
            assert!((a - b).abs() < 1e-9, "step {step}, coordinate {k}: {a} and {b}");
        }
    }
    let (all, alone): (usize, usize) = (efforts.iter().sum(), alone.iter().sum());
    assert!(all < 12 * alone, "{all} iterations for four towers, {alone} for one");
}
