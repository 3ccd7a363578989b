//! Groups of contacts that do not act on each other: found, solved by themselves, and with the same bits on any number of threads.
#![allow(clippy::unwrap_used)]

use stiction_collision::{Collider, Shape};
use stiction_linalg::space::{Pose, Vector3};
use stiction_multibody::{Inertia, JointDescription, Model, ModelBuilder};
use stiction_simulation::{Materials, Scene, World};

const HEIGHT: usize = 3;

/// Towers of boxes, each a little crooked and on its way in its own direction.
fn towers(count: usize) -> Scene {
    let mut scene = Scene::new(boxes(Model::builder("towers"), count));
    stack(&mut scene, count, 0);
    scene
}

/// The same with a hinge before all boxes, so that theirs are not the first degrees of freedom, and at a loose tolerance: many
/// towers are posed by the bodies then.
fn loose_towers(count: usize) -> Scene {
    let mut builder = Model::builder("towers behind a hinge");
    let hinge = JointDescription::revolute("hinge", Vector3::Y);
    builder.add_body("arm", builder.world(), vec![hinge], Inertia::cuboid(1.0, Vector3::new(0.1, 0.1, 0.1))).unwrap();
    let mut scene = Scene::new(boxes(builder, count));
    stack(&mut scene, count, 1);
    scene.settings.contact.tolerance = 1e-6;
    scene
}

fn boxes(mut builder: ModelBuilder, count: usize) -> Model {
    let half = Vector3::new(0.25, 0.25, 0.25);
    for k in 0..count * HEIGHT {
        let joint = JointDescription::free(format!("free {k}"));
        builder.add_body(format!("box {k}"), builder.world(), vec![joint], Inertia::cuboid(1.0, half)).unwrap();
    }
    builder.build().unwrap()
}

/// Puts the boxes, which come after so many bodies of one degree of freedom, on each other.
fn stack(scene: &mut Scene, count: usize, before: usize) {
    let half = Vector3::new(0.25, 0.25, 0.25);
    scene.colliders.push(Collider::new("floor", 0, Pose::IDENTITY, Shape::HalfSpace));
    for k in 0..count * HEIGHT {
        let (tower, floor) = (k / HEIGHT, k % HEIGHT);
        scene.initial.configuration[before + 7 * k] = 2.0 * tower as f64 + 0.03 * floor as f64;
        scene.initial.configuration[before + 7 * k + 2] = 0.25 + 0.5 * floor as f64;
        scene.initial.velocity[before + 6 * k + 4] = (0.7 * k as f64).sin();
        scene.colliders.push(Collider::new(format!("box {k}"), before + k + 1, Pose::IDENTITY, Shape::Box { half }));
    }
    scene.collider_materials = vec![Materials::DEFAULT; count * HEIGHT + 1];
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
fn towers_posed_by_bodies_move_as_those_by_blocks() {
    let (many, few) = (16, 3);
    let alone = run(loose_towers(many), 1);
    assert!(alone == run(loose_towers(many), 2), "2 threads");
    let (by_bodies, _) = alone;
    // Too few contacts for bodies to be leaner.
    let (by_blocks, _) = run(loose_towers(few), 1);
    let (width, own) = (1 + 7 * HEIGHT * many, 1 + 7 * HEIGHT * few);
    let mut moved = 0.0_f64;
    for step in 0..100 {
        for k in 1..own {
            let (a, b) = (f64::from_bits(by_bodies[step * width + k]), f64::from_bits(by_blocks[step * own + k]));
            assert!((a - b).abs() < 1e-4, "step {step}, coordinate {k}: {a} and {b}");
            moved = moved.max((a - f64::from_bits(by_blocks[k])).abs());
        }
    }
    assert!(moved > 1e-2, "{moved}");
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
