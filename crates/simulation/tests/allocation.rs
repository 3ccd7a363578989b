//! A step in a steady state asks nothing of the allocator.
#![allow(clippy::unwrap_used)]

#[path = "../../linalg/tests/support/counting.rs"]
mod counting;

use counting::allocations;
use stiction_collision::{Collider, Shape};
use stiction_linalg::space::{Pose, Vector3};
use stiction_multibody::{Inertia, JointDescription, Model};
use stiction_simulation::{Materials, Scene, Scheme, World};

/// Boxes on top of each other.
fn stack(count: usize) -> Scene {
    let mut builder = Model::builder("stack");
    let half = Vector3::new(0.25, 0.25, 0.25);
    for k in 0..count {
        let joint = JointDescription::free(format!("free {k}"));
        builder.add_body(format!("box {k}"), builder.world(), vec![joint], Inertia::cuboid(1.0, half)).unwrap();
    }
    let mut scene = Scene::new(builder.build().unwrap());
    scene.colliders.push(Collider::new("floor", 0, Pose::IDENTITY, Shape::HalfSpace));
    for k in 0..count {
        scene.initial.configuration[7 * k + 2] = 0.25 + 0.5 * k as f64;
        scene.colliders.push(Collider::new(format!("box {k}"), k + 1, Pose::IDENTITY, Shape::Box { half }));
    }
    scene.collider_materials = vec![Materials::DEFAULT; count + 1];
    scene
}

#[test]
fn a_steady_step_allocates_nothing() {
    for scheme in [Scheme::StewartTrinkle, Scheme::MoreauJean] {
        let mut scene = stack(5);
        scene.settings.scheme = scheme;
        let mut world = World::new(scene).unwrap();
        for _ in 0..50 {
            world.step().unwrap();
        }
        for _ in 0..50 {
            let before = allocations();
            let report = world.step().unwrap();
            let made = allocations() - before;
            assert_eq!(made, 0, "{scheme}, step {}", report.step);
            assert_eq!((report.outcome.name(), report.contacts), ("solved", 20));
        }
    }
}

#[test]
fn a_step_of_islands_that_slide_allocates_nothing() {
    let mut scene = stack(3);
    for k in 0..3 {
        // Side by side, on their way and turning, so that the impulses change.
        scene.initial.configuration[7 * k] = k as f64;
        scene.initial.configuration[7 * k + 2] = 0.25;
        scene.initial.velocity[6 * k + 4] = 3.0;
        scene.initial.velocity[6 * k + 2] = 5.0;
    }
    let mut world = World::new(scene).unwrap();
    for _ in 0..20 {
        world.step().unwrap();
    }
    for _ in 0..20 {
        let before = allocations();
        let report = world.step().unwrap();
        assert_eq!(allocations() - before, 0, "step {}", report.step);
        assert_eq!((report.outcome.name(), report.contacts), ("solved", 12));
        assert!(report.effort.iterations >= 3, "each island is solved");
    }
}
