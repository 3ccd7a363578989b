//! Motions that can be worked out by hand.
#![allow(clippy::unwrap_used)]

use stiction_collision::{Collider, Shape};
use stiction_linalg::space::{Pose, Quaternion, Vector3};
use stiction_multibody::{FreedomProperties, Inertia, JointDescription, Model};
use stiction_simulation::{Drive, Load, LoadTarget, Material, Materials, Scene, Scheme, Signal, World};

/// A free body on the plane z = 0.
fn on_plane(inertia: Inertia, shape: Shape, material: Material) -> Scene {
    let mut builder = Model::builder("test");
    builder.add_body("body", builder.world(), vec![JointDescription::free("free")], inertia).unwrap();
    let mut scene = Scene::new(builder.build().unwrap());
    scene.materials.set("default", material);
    scene.colliders.push(Collider::new("plane", 0, Pose::IDENTITY, Shape::HalfSpace));
    scene.colliders.push(Collider::new("body", 1, Pose::IDENTITY, shape));
    scene.collider_materials = vec![Materials::DEFAULT; 2];
    scene
}

fn place(scene: &mut Scene, pose: Pose, angular: Vector3, linear: Vector3) {
    let quaternion = Quaternion::from_matrix(&pose.rotation);
    scene.initial.configuration[..3].copy_from_slice(&pose.position.to_array());
    scene.initial.configuration[3..].copy_from_slice(&quaternion.to_array());
    scene.initial.velocity[..3].copy_from_slice(&pose.rotation.transpose_mul(angular).to_array());
    scene.initial.velocity[3..].copy_from_slice(&pose.rotation.transpose_mul(linear).to_array());
}

fn run(world: &mut World, steps: usize) -> f64 {
    let mut worst = 0.0_f64;
    for _ in 0..steps {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "step {}: {:?}", report.step, report);
        worst = worst.max(report.residual.relative);
    }
    worst
}

/// Unit mass and radius, friction 0.2, at 2 m/s: slides for 2 v/(7 μ g), then rolls at 5/7 of the speed.
#[test]
fn a_sliding_sphere_ends_up_rolling_at_five_sevenths() {
    for heading in [0.0, 30.0, 45.0, 73.0, 180.0_f64] {
        for scheme in [Scheme::StewartTrinkle, Scheme::MoreauJean] {
            let material = Material { friction: 0.2, restitution: 0.0 };
            let mut scene = on_plane(Inertia::ball(1.0, 1.0), Shape::Sphere { radius: 1.0 }, material);
            let ahead = Vector3::new(heading.to_radians().cos(), heading.to_radians().sin(), 0.0);
            let aside = Vector3::Z.cross(ahead);
            place(&mut scene, Pose::from_position(Vector3::Z), Vector3::ZERO, ahead * 2.0);
            scene.settings.scheme = scheme;
            let mut world = World::new(scene).unwrap();
            assert!(run(&mut world, 600) <= 1e-9);
            let body = world.bodies()[1];
            let close = |value: f64, expected: f64, what: &str| {
                assert!((value - expected).abs() < 1e-12, "{what} at {heading}, {scheme}: {value} and not {expected}");
            };
            close(body.linear_velocity.dot(ahead), 10.0 / 7.0, "speed");
            close(body.linear_velocity.dot(aside), 0.0, "drift");
            close(body.linear_velocity.z, 0.0, "lift");
            close(body.angular_velocity.dot(aside), 10.0 / 7.0, "spin");
            close(body.angular_velocity.dot(ahead), 0.0, "roll");
            close(body.position.z, 1.0, "height");
            close(body.position.dot(aside), 0.0, "path");
        }
    }
}

/// 1 kg on a slider, without gravity.
fn slider(effort_limit: f64) -> Scene {
    let properties = FreedomProperties { effort_limit, ..FreedomProperties::default() };
    let joint = JointDescription::prismatic("slider", Vector3::X).with(properties);
    let mut builder = Model::builder("slider");
    builder.set_gravity(Vector3::ZERO).unwrap();
    builder.add_body("body", builder.world(), vec![joint], Inertia::point(1.0, Vector3::ZERO)).unwrap();
    Scene::new(builder.build().unwrap())
}

/// A motion that asks for more than the drive's limit F is followed with the acceleration F/m; with enough, exactly.
#[test]
fn a_drive_pulls_no_more_than_its_effort_limit() {
    for scheme in [Scheme::StewartTrinkle, Scheme::MoreauJean] {
        let mut scene = slider(2.0);
        scene.settings.scheme = scheme;
        scene.drives.push(Drive { freedom: 0, coordinate: 0, position: Signal::Ramp { offset: 1.0, slope: 5.0 } });
        let mut world = World::new(scene).unwrap();
        for _ in 0..300 {
            let before = world.state().velocity[0];
            run(&mut world, 1);
            let gained = world.state().velocity[0] - before;
            assert!((gained - 2e-3).abs() < 1e-12, "{scheme}: {gained} m/s in a step");
        }
    }
    let mut scene = slider(1e4);
    let position = Signal::Sine { offset: 0.0, amplitude: 1.0, frequency: 5.0, phase: 0.5 * std::f64::consts::PI };
    scene.initial.configuration[0] = 1.0;
    scene.drives.push(Drive { freedom: 0, coordinate: 0, position: position.clone() });
    let mut world = World::new(scene).unwrap();
    for _ in 0..300 {
        run(&mut world, 1);
        let state = world.state();
        let error = state.configuration[0] - position.at(state.time);
        assert!(error.abs() < 1e-12, "{error} m off at {} s", state.time);
    }
}

/// Two forces on one joint add up, and act no more than the limit allows.
#[test]
fn forces_on_a_joint_stay_within_its_effort_limit() {
    for (limit, expected) in [(2.0, 2.0), (50.0, 8.0), (f64::INFINITY, 8.0)] {
        let mut scene = slider(limit);
        for force in [5.0, 3.0] {
            let on = LoadTarget::Freedom(0, force);
            scene.loads.push(Load { on, factor: Signal::Constant(1.0), from: 0.0, until: 10.0 });
        }
        let mut world = World::new(scene).unwrap();
        run(&mut world, 500);
        let speed = world.state().velocity[0];
        assert!((speed - 0.5 * expected).abs() < 1e-12, "{speed} m/s at {limit} N");
    }
}

/// A box on a slope, by turning gravity's plane: below the friction angle it rests, above it slides.
#[test]
fn a_box_on_a_slope_rests_or_slides_as_friction_says() {
    let (friction, gravity) = (0.5_f64, 9.81);
    for heading in [0.0, 20.0, 45.0_f64] {
        for (share, steps) in [(0.99, 60_000), (1.2, 1000)] {
            let angle = (share * friction.atan2(1.0)).min(1.5);
            let half = Vector3::new(0.2, 0.3, 0.1);
            let material = Material { friction, restitution: 0.0 };
            let mut scene = on_plane(Inertia::cuboid(2.0, half), Shape::Box { half }, material);
            // The plane turned about the y axis; the box lies on it with a heading of its own.
            let slope = Quaternion::from_rotation_vector(Vector3::Y * angle).to_matrix();
            scene.colliders[0].placement = Pose::new(slope, Vector3::ZERO);
            let turned = slope * Quaternion::from_rotation_vector(Vector3::Z * heading.to_radians()).to_matrix();
            let start = slope.z * half.z;
            place(&mut scene, Pose::new(turned, start), Vector3::ZERO, Vector3::ZERO);
            let mut world = World::new(scene).unwrap();
            let steps = if share < 1.0 && heading > 0.0 { steps / 10 } else { steps };
            assert!(run(&mut world, steps) <= 1e-9);
            let body = world.bodies()[1];
            if share < 1.0 {
                let moved = (body.position - start).norm();
                assert!(moved < 1e-9, "moved {moved:e} m");
            } else {
                let expected = gravity * (angle.sin() - friction * angle.cos());
                let reached = body.linear_velocity.norm() / world.state().time;
                assert!((reached - expected).abs() < 1e-9, "{reached} and not {expected}");
            }
            assert_eq!(world.contacts().len(), 4);
        }
    }
}
