//! Motions that can be worked out by hand.
#![allow(clippy::unwrap_used)]

mod soft_contacts;

use stiction_collision::{Collider, Shape};
use stiction_linalg::space::{Pose, Quaternion, Vector3};
use stiction_multibody::{FreedomProperties, Inertia, JointDescription, Model};
use stiction_simulation::{
    Drive, Event, Load, LoadTarget, Material, Materials, RunSummary, Scene, Scheme, Signal, SimulationError, World,
};

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

#[test]
fn what_falls_lands() {
    // In a step it falls by g h² = 9.81 microns: the last gap is on the plane in the second step only.
    for gap in [1e-7, 5e-6, 1e-5] {
        let material = Material { friction: 0.2, ..Material::default() };
        let mut scene = on_plane(Inertia::ball(1.0, 1.0), Shape::Sphere { radius: 1.0 }, material);
        place(&mut scene, Pose::from_position(Vector3::Z * (1.0 + gap)), Vector3::ZERO, Vector3::ZERO);
        let mut world = World::new(scene).unwrap();
        run(&mut world, 5);
        assert!(world.bodies()[1].linear_velocity.norm() < 1e-12);
        let left = world.bodies()[1].position.z - 1.0;
        assert!(left.abs() < 1e-12, "{gap}: {left}");
    }
}

/// Unit mass and radius, friction 0.2, at 2 m/s: slides for 2 v/(7 μ g), then rolls at 5/7 of the speed.
#[test]
fn a_sliding_sphere_ends_up_rolling_at_five_sevenths() {
    for heading in [0.0, 30.0, 45.0, 73.0, 180.0_f64] {
        for scheme in [Scheme::StewartTrinkle, Scheme::MoreauJean] {
            let material = Material { friction: 0.2, ..Material::default() };
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
    for scheme in [Scheme::StewartTrinkle, Scheme::MoreauJean, Scheme::Acceleration] {
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
            let material = Material { friction, ..Material::default() };
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

fn ball(height: f64, restitution: f64, scheme: Scheme) -> World {
    let material = Material { friction: 0.3, restitution, ..Material::default() };
    let mut scene = on_plane(Inertia::ball(1.0, 0.1), Shape::Sphere { radius: 0.1 }, material);
    place(&mut scene, Pose::from_position(Vector3::Z * height), Vector3::ZERO, Vector3::ZERO);
    scene.settings.scheme = scheme;
    World::new(scene).unwrap()
}

/// What falls lands on the ground and not above it, and comes back with the share of its speed that the material says.
#[test]
fn a_ball_lands_and_bounces_in_every_scheme() {
    for scheme in [Scheme::StewartTrinkle, Scheme::MoreauJean] {
        let mut plastic = ball(0.5, 0.0, scheme);
        run(&mut plastic, 1000);
        let body = plastic.bodies()[1];
        assert!((body.position.z - 0.1).abs() < 1e-9, "{scheme}: rests at {}", body.position.z);
        assert!(body.linear_velocity.norm() < 1e-12, "{scheme}");

        let mut elastic = ball(0.5, 0.7, scheme);
        let mut highest = 0.0_f64;
        run(&mut elastic, 300);
        for _ in 0..300 {
            run(&mut elastic, 1);
            highest = highest.max(elastic.bodies()[1].position.z);
        }
        // e² of the height, to the order of a step.
        assert!((highest - 0.1 - 0.49 * 0.4).abs() < 3e-3, "{scheme}: comes back to {highest}");
        assert!(elastic.energy().total() < 9.81 * 0.5);
    }
}

/// A ball between a floor and a ceiling that are too close together: there is no place for it.
#[test]
fn what_projection_cannot_correct_is_reported() {
    let mut scene = on_plane(Inertia::ball(1.0, 0.3), Shape::Sphere { radius: 0.3 }, Material::default());
    let down = Quaternion::new(0.0, 1.0, 0.0, 0.0).to_matrix();
    let ceiling = Pose { rotation: down, position: Vector3::Z * 0.4 };
    scene.colliders.push(Collider::new("ceiling", 0, ceiling, Shape::HalfSpace));
    scene.collider_materials.push(Materials::DEFAULT);
    place(&mut scene, Pose::from_position(Vector3::Z * 0.2), Vector3::ZERO, Vector3::ZERO);
    let mut world = World::new(scene).unwrap();
    let mut summary = RunSummary::default();
    let report = world.step().unwrap();
    summary.add(&world, &report);
    let left = report.events.iter().find_map(|event| match event {
        Event::LeftOpen { offset, .. } => Some(*offset),
        _ => None,
    });
    assert!((left.unwrap() - 0.1).abs() < 0.1, "{left:?}");
    assert_eq!(report.offset, left.unwrap());
    assert!(!summary.is_sound());
}

/// A rod that hangs from a hinge, its tip in the floor: by what its tip does at first, it would have to turn by nearly three radians,
/// and would be deeper in the ceiling then than it was in the floor.
#[test]
fn a_projection_makes_nothing_worse() {
    let mut builder = Model::builder("rod");
    let hinge = JointDescription::revolute("hinge", Vector3::Y);
    let inertia = Inertia::point(1.0, Vector3::Z * -1.03);
    builder.add_body("rod", builder.world(), vec![hinge], inertia).unwrap();
    let mut scene = Scene::new(builder.build().unwrap());
    let tip = Shape::Sphere { radius: 1e-3 };
    scene.colliders.push(Collider::new("rod", 1, Pose::from_position(Vector3::Z * -1.03), tip));
    scene.colliders.push(Collider::new("floor", 0, Pose::from_position(Vector3::Z * -1.001), Shape::HalfSpace));
    let down = Quaternion::new(0.0, 1.0, 0.0, 0.0).to_matrix();
    scene.colliders.push(Collider::new("ceiling", 0, Pose::new(down, Vector3::Z * 0.9), Shape::HalfSpace));
    scene.collider_materials = vec![Materials::DEFAULT; 3];
    scene.initial.configuration[0] = 0.01;
    let mut world = World::new(scene).unwrap();
    let report = world.step().unwrap();
    let Some(Event::Projected { before, after, .. }) = report.events.first() else { panic!("{report:?}") };
    assert!(*before > 0.029 && *after < 1e-9, "{before} {after}");
    assert!(world.state().configuration[0].abs() < 2.0, "{:?}", world.state());
}

/// A soft ceiling gives way to what the floor has to push out.
#[test]
fn what_is_between_floor_and_soft_ceiling_is_mended_at_once() {
    let mut scene = on_plane(Inertia::ball(1.0, 0.1), Shape::Sphere { radius: 0.1 }, Material::default());
    let down = Quaternion::new(0.0, 1.0, 0.0, 0.0).to_matrix();
    scene.colliders.push(Collider::new("ceiling", 0, Pose::new(down, Vector3::Z * 0.2), Shape::HalfSpace));
    let foam = scene.materials.set("foam", Material { stiffness: 1e4, ..Material::default() });
    scene.collider_materials.push(foam);
    place(&mut scene, Pose::from_position(Vector3::Z * 0.0999), Vector3::ZERO, Vector3::ZERO);
    let mut world = World::new(scene).unwrap();
    let mut summary = RunSummary::default();
    for _ in 0..100 {
        let report = world.step().unwrap();
        summary.add(&world, &report);
        assert!(report.offset < 1e-9, "step {}: {} m", report.step, report.offset);
    }
    assert!(summary.is_sound());
}

/// A ball that starts 0.3 m deep in the ground is put on it, and the work of that is told.
#[test]
fn an_overlapping_start_is_mended_and_its_energy_reported() {
    let mut world = ball(-0.2, 0.0, Scheme::StewartTrinkle);
    let mut summary = RunSummary::default();
    let report = world.step().unwrap();
    summary.add(&world, &report);
    assert!((report.moved_energy - 9.81 * 0.3).abs() < 1e-9, "{} J", report.moved_energy);
    assert!((world.bodies()[1].position.z - 0.1).abs() < 1e-9);
    assert!(matches!(summary.events[..], [(1, _, Event::Projected { before, .. })] if (before - 0.3).abs() < 1e-12));
    assert!(summary.is_sound());
}

/// The work of friction is the loss of energy, and what rests takes none.
#[test]
fn the_work_of_contacts_is_the_change_of_energy() {
    let material = Material { friction: 0.3, ..Material::default() };
    let half = Vector3::new(0.2, 0.2, 0.1);
    let mut scene = on_plane(Inertia::cuboid(2.0, half), Shape::Box { half }, material);
    place(&mut scene, Pose::from_position(Vector3::Z * 0.1), Vector3::ZERO, Vector3::X * 1.5);
    let mut world = World::new(scene).unwrap();
    let before = world.energy().total();
    let (mut work, mut gained) = (0.0, 0.0_f64);
    for _ in 0..1000 {
        let report = world.step().unwrap();
        work += report.contact_work;
        gained = gained.max(report.contact_energy);
    }
    assert!((world.energy().total() - before - work).abs() < 1e-9);
    assert!((work + 0.5 * 2.0 * 1.5 * 1.5).abs() < 1e-9, "{work} J");
    assert!(gained <= 1e-12);
}

/// A step that is asked to end does so, and leaves the world where it was.
#[test]
fn a_step_can_be_interrupted() {
    let half = Vector3::new(0.2, 0.2, 0.1);
    let mut scene = on_plane(Inertia::cuboid(2.0, half), Shape::Box { half }, Material::default());
    place(&mut scene, Pose::from_position(Vector3::Z * 0.1), Vector3::ZERO, Vector3::X);
    let mut world = World::new(scene).unwrap();
    let before = world.state().clone();
    world.end_when(|| true);
    assert!(matches!(world.step(), Err(SimulationError::Interrupted { step: 1, .. })));
    assert_eq!(world.state(), &before);
    world.end_when(|| false);
    assert!(world.step().is_ok());
}

/// A slider that is told where to be is there: at the end of each step, or to second order.
#[test]
fn a_prescribed_motion_is_followed_in_every_scheme() {
    let cases = [
        (Scheme::StewartTrinkle, 1e-3, 1e-12),
        (Scheme::Acceleration, 1e-3, 1e-12),
        (Scheme::MoreauJean, 1e-3, 3e-5),
        (Scheme::MoreauJean, 1e-4, 3e-7),
    ];
    for ((scheme, h, tolerance), limit) in cases.into_iter().flat_map(|case| [(case, f64::INFINITY), (case, 1e3)]) {
        let mut scene = slider(limit);
        let position = Signal::Sine { offset: 0.0, amplitude: 0.1, frequency: 1.0, phase: 0.0 };
        scene.drives.push(Drive { freedom: 0, coordinate: 0, position: position.clone() });
        scene.initial.velocity[0] = 0.1 * std::f64::consts::TAU;
        scene.settings.scheme = scheme;
        scene.settings.time_step = h;
        let mut world = World::new(scene).unwrap();
        let mut worst = 0.0_f64;
        for _ in 0..(1.0 / h) as usize {
            world.step().unwrap();
            worst = worst.max((world.state().configuration[0] - position.at(world.state().time)).abs());
        }
        assert!(worst < tolerance, "{scheme} at {h}: {worst}");
    }
}

/// Dry friction of 2 N takes 2 m/s² from 1 kg, and holds it then.
#[test]
fn dry_friction_of_a_joint_slows_it_by_its_force() {
    for scheme in [Scheme::StewartTrinkle, Scheme::MoreauJean, Scheme::Acceleration] {
        let properties = FreedomProperties { friction: 2.0, ..FreedomProperties::default() };
        let joint = JointDescription::prismatic("slider", Vector3::X).with(properties);
        let mut builder = Model::builder("slider");
        builder.set_gravity(Vector3::ZERO).unwrap();
        builder.add_body("body", builder.world(), vec![joint], Inertia::point(1.0, Vector3::ZERO)).unwrap();
        let mut scene = Scene::new(builder.build().unwrap());
        scene.initial.velocity[0] = 1.0;
        scene.settings.scheme = scheme;
        let mut world = World::new(scene).unwrap();
        run(&mut world, 100);
        assert!((world.state().velocity[0] - 0.8).abs() < 1e-12, "{scheme}: {}", world.state().velocity[0]);
        run(&mut world, 500);
        assert!(world.state().velocity[0].abs() < 1e-12, "{scheme}: {}", world.state().velocity[0]);
    }
}
