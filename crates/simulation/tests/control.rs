//! Worlds that are driven and set back from outside.
#![allow(clippy::unwrap_used)]

use stiction_linalg::space::Vector3;
use stiction_multibody::{Inertia, JointDescription, Model};
use stiction_simulation::{Motor, Scene, Signal, SimulationError, Snapshot, World};

/// 2 kg that slide along x, with a motor.
fn slider(stiffness: f64) -> Scene {
    let mut builder = Model::builder("slider");
    let along = JointDescription::prismatic("along", Vector3::X);
    builder.add_body("mass", builder.world(), vec![along], Inertia::point(2.0, Vector3::ZERO)).unwrap();
    let mut scene = Scene::new(builder.build().unwrap());
    scene.motors.push(Motor {
        freedom: 0,
        coordinate: 0,
        position: Signal::Constant(0.0),
        velocity: Signal::Constant(0.0),
        force: Signal::Constant(0.0),
        stiffness,
        damping: 0.0,
        limits: (f64::NEG_INFINITY, f64::INFINITY),
    });
    scene
}

fn run(world: &mut World, steps: usize) {
    for _ in 0..steps {
        world.step().unwrap();
    }
}

#[test]
fn a_force_acts_until_it_is_taken_away() {
    let mut world = World::new(slider(0.0)).unwrap();
    world.set_joint_forces(&[4.0]).unwrap();
    run(&mut world, 500);
    assert!((world.state().velocity[0] - 1.0).abs() < 1e-12);
    world.set_joint_forces(&[0.0]).unwrap();
    assert!(world.scene().loads.is_empty());
    run(&mut world, 100);
    assert!((world.state().velocity[0] - 1.0).abs() < 1e-12);
}

#[test]
fn a_motor_takes_other_targets() {
    let mut world = World::new(slider(0.0)).unwrap();
    world.set_motor(0, None, None, Some(Signal::Constant(2.0))).unwrap();
    run(&mut world, 1000);
    assert!((world.state().velocity[0] - 1.0).abs() < 1e-12);
    assert!((world.motor_force(0) - 2.0).abs() < 1e-12);
    let mut sprung = World::new(slider(1e6)).unwrap();
    sprung.set_motor(0, Some(Signal::Constant(0.25)), None, None).unwrap();
    run(&mut sprung, 2000);
    assert!((sprung.state().configuration[0] - 0.25).abs() < 1e-3);
}

#[test]
fn going_back_is_exact_and_a_fresh_snapshot_is_a_start() {
    let mut world = World::new(slider(50.0)).unwrap();
    let start = world.snapshot().unwrap();
    assert_eq!(Snapshot::fresh(world.scene(), vec![0.0], vec![0.0], 0).unwrap(), start);
    world.set_joint_forces(&[3.0]).unwrap();
    run(&mut world, 40);
    let middle = world.snapshot().unwrap();
    run(&mut world, 40);
    let end = world.snapshot().unwrap();
    for _ in 0..2 {
        world.go_to(&middle).unwrap();
        assert_eq!((world.steps(), world.contacts().len()), (40, 0));
        run(&mut world, 40);
        assert_eq!(world.snapshot().unwrap(), end);
    }
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let mut world = World::new(slider(1.0)).unwrap();
    let before = world.snapshot();
    let words = |result: Result<(), SimulationError>| result.unwrap_err().to_string();
    assert_eq!(words(world.set_joint_forces(&[])), "joint forces: expected 1 numbers, found 0");
    assert_eq!(words(world.set_joint_forces(&[f64::NAN])), "joint forces: expected finite numbers, found NaN");
    assert_eq!(words(world.set_motor(1, None, None, None)), "motor: expected a motor index below 1, found 1");
    let endless = Some(Signal::Constant(f64::INFINITY));
    assert!(words(world.set_motor(0, endless, None, None)).starts_with("motor's target: expected"));
    let other = Snapshot::fresh(&slider(1.0), vec![0.0, 1.0], vec![0.0], 0).unwrap_err();
    assert_eq!(other.to_string(), "snapshot: configuration: expected 1 numbers, found 2");
    let mut wrong = world.snapshot().unwrap();
    wrong.state.velocity.push(0.0);
    assert!(world.go_to(&wrong).is_err());
    assert_eq!(world.snapshot(), before);
}
