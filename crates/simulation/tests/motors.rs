//! Motors against what their law says of each step, and against closed forms.
#![allow(clippy::unwrap_used)]

use stiction_collision::{Collider, Shape};
use stiction_linalg::space::{Pose, Vector3};
use stiction_multibody::{Inertia, JointDescription, Model};
use stiction_simulation::{Materials, Motor, Scene, Scheme, Signal, World};

/// 2 kg on a slider, without gravity, with a motor.
fn slider(motor: Motor) -> Scene {
    let joint = JointDescription::prismatic("slider", Vector3::X);
    let mut builder = Model::builder("slider");
    builder.set_gravity(Vector3::ZERO).unwrap();
    builder.add_body("body", builder.world(), vec![joint], Inertia::point(2.0, Vector3::ZERO)).unwrap();
    let mut scene = Scene::new(builder.build().unwrap());
    scene.motors.push(motor);
    scene
}

fn motor(stiffness: f64, damping: f64, limit: f64) -> Motor {
    Motor {
        freedom: 0,
        coordinate: 0,
        position: Signal::Constant(1.0),
        velocity: Signal::Constant(0.0),
        force: Signal::Constant(0.0),
        stiffness,
        damping,
        limits: (-limit, limit),
    }
}

/// In each step `m (v⁺ − v) = h clamp(f + k (x − q − h v⁺) + d (w − v⁺))`, whether the limit holds it back or not.
#[test]
fn a_motor_obeys_its_law_in_every_step() {
    for scheme in [Scheme::StewartTrinkle, Scheme::Acceleration] {
        for limit in [15.0, 80.0, f64::INFINITY] {
            let mut given = motor(800.0, 200.0, limit);
            given.velocity = Signal::Constant(0.1);
            given.force = Signal::Constant(-0.5);
            given.position = Signal::Sine { offset: 0.5, amplitude: 0.5, frequency: 0.5, phase: 0.0 };
            let mut scene = slider(given.clone());
            scene.settings.scheme = scheme;
            let h = scene.settings.time_step;
            let mut world = World::new(scene).unwrap();
            let (mut at_limit, mut within) = (0, 0);
            for _ in 0..3000 {
                let before = world.state().clone();
                let report = world.step().unwrap();
                assert_eq!(report.outcome.name(), "solved", "{report:?}");
                let after = world.state();
                let (q, v) = (before.configuration[0], after.velocity[0]);
                let wanted = -0.5 + 800.0 * (given.position.at(after.time) - q - h * v) + 200.0 * (0.1 - v);
                let force = wanted.clamp(-limit, limit);
                let error = 2.0 * (v - before.velocity[0]) - h * force;
                assert!(error.abs() < 1e-12 * (1.0 + h * wanted.abs()), "{scheme}, {limit} N: {error:e} N·s");
                assert!((world.motor_force(0) - force).abs() < 1e-8 * (1.0 + wanted.abs()), "{scheme}, {limit} N");
                if wanted.abs() > limit { at_limit += 1 } else { within += 1 }
            }
            assert!(within > 100 && (at_limit > 10) == limit.is_finite(), "{limit} N: {at_limit}, {within}");
        }
    }
}

/// A spring 1e9 times too stiff for a step's forces goes straight to its target and stays.
#[test]
fn no_gain_is_too_stiff() {
    for scheme in [Scheme::StewartTrinkle, Scheme::MoreauJean] {
        for limit in [1e6, f64::INFINITY] {
            let mut scene = slider(motor(1e15, 1e12, limit));
            scene.settings.scheme = scheme;
            let mut world = World::new(scene).unwrap();
            (0..2000).for_each(|_| assert_eq!(world.step().unwrap().outcome.name(), "solved"));
            let state = world.state();
            assert!((state.configuration[0] - 1.0).abs() < 2e-3, "{scheme}: {:?}", state.configuration);
            assert!(state.velocity[0].abs() < 2.0, "{scheme}: {:?}", state.velocity);
        }
    }
}

/// With damping alone the speed nears its target as `1 − (1 + h d/m)⁻ⁿ`; with none the motor is its force.
#[test]
fn a_velocity_motor_and_a_force_motor_do_as_their_closed_forms_say() {
    let mut given = motor(0.0, 4.0, f64::INFINITY);
    given.velocity = Signal::Constant(3.0);
    let mut world = World::new(slider(given)).unwrap();
    (0..700).for_each(|_| drop(world.step().unwrap()));
    let expected = 3.0 * (1.0 - (1.0_f64 + 1e-3 * 4.0 / 2.0).powi(-700));
    assert!((world.state().velocity[0] - expected).abs() < 1e-12);

    for (limit, expected) in [(f64::INFINITY, 6.0), (5.0, 5.0)] {
        let mut given = motor(0.0, 0.0, limit);
        given.force = Signal::Constant(6.0);
        let mut world = World::new(slider(given)).unwrap();
        (0..500).for_each(|_| drop(world.step().unwrap()));
        assert!((world.state().velocity[0] - 0.25 * expected).abs() < 1e-12);
        assert!((world.motor_force(0) - expected).abs() < 1e-9);
    }
}

/// A motor that wants to be behind a wall presses on it with its limit, or with what its spring gives.
#[test]
fn a_motor_presses_on_a_wall_with_no_more_than_its_limit() {
    for (limit, expected) in [(7.0, 7.0), (1000.0, 50.0), (f64::INFINITY, 50.0)] {
        let mut scene = slider(motor(100.0, 20.0, limit));
        scene.colliders.push(Collider::new("ball", 1, Pose::IDENTITY, Shape::Sphere { radius: 0.1 }));
        let half = Vector3::new(0.1, 1.0, 1.0);
        let wall = Pose::from_position(Vector3::new(0.7, 0.0, 0.0));
        scene.colliders.push(Collider::new("wall", 0, wall, Shape::Box { half }));
        scene.collider_materials = vec![Materials::DEFAULT; 2];
        let mut world = World::new(scene).unwrap();
        for _ in 0..3000 {
            let report = world.step().unwrap();
            assert_eq!(report.outcome.name(), "solved", "{report:?}");
        }
        let pressed: f64 = world.contacts().iter().map(|contact| world.impulse(contact).x).sum::<f64>() / 1e-3;
        assert!((pressed - expected).abs() < 1e-6, "{limit} N: {pressed} N");
        assert!((world.motor_force(0) - expected).abs() < 1e-6, "{limit} N: {} N", world.motor_force(0));
        assert!((world.state().configuration[0] - 0.5).abs() < 1e-9);
    }
}
