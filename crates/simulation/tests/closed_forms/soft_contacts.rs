//! Contacts that give way by a force over a depth, in the same ways as springs.

use crate::{on_plane, place, run};
use stiction_collision::{Collider, Shape};
use stiction_linalg::space::{Pose, Quaternion, Vector3};
use stiction_multibody::{FreedomProperties, Inertia, JointDescription, Model};
use stiction_simulation::{
    ContactMode, Load, LoadTarget, Material, Materials, RunSummary, Scene, Scheme, Signal, World,
};

const GRAVITY: f64 = 9.81;

fn soft(friction: f64, stiffness: f64) -> Material {
    Material { friction, stiffness, ..Material::default() }
}

/// 1 kg that moves along x and z and does not turn, with its point on the plane z = 0.
fn point(material: Material) -> Scene {
    let along = |name: &str, axis| JointDescription::prismatic(name, axis).with(FreedomProperties::default());
    let mut builder = Model::builder("point");
    let joints = vec![along("x", Vector3::X), along("z", Vector3::Z)];
    builder.add_body("point", builder.world(), joints, Inertia::point(1.0, Vector3::ZERO)).unwrap();
    let mut scene = Scene::new(builder.build().unwrap());
    scene.materials.set("default", material);
    scene.colliders.push(Collider::new("plane", 0, Pose::IDENTITY, Shape::HalfSpace));
    scene.colliders.push(Collider::new("point", 1, Pose::from_position(Vector3::Z), Shape::Sphere { radius: 1.0 }));
    scene.collider_materials = vec![Materials::DEFAULT; 2];
    scene
}

/// Pulls the point along x, from a time until another.
fn pull(scene: &mut Scene, force: f64, from: f64, until: f64) {
    scene.loads.push(Load { on: LoadTarget::Freedom(0, force), factor: Signal::Constant(1.0), from, until });
}

fn close(value: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((value - expected).abs() < tolerance, "{what}: {value:e} and not {expected:e}");
}

/// A box of 2 kg stands on four points: each is pressed in by a quarter of its weight.
#[test]
fn what_lies_is_pressed_in_by_its_weight_over_the_stiffness() {
    let half = Vector3::new(0.2, 0.3, 0.1);
    for scheme in [Scheme::StewartTrinkle, Scheme::MoreauJean] {
        for stiffness in [1e4, 1e6, 1e9] {
            let mut scene = on_plane(Inertia::cuboid(2.0, half), Shape::Box { half }, soft(0.5, stiffness));
            place(&mut scene, Pose::from_position(Vector3::Z * half.z), Vector3::ZERO, Vector3::ZERO);
            scene.settings.scheme = scheme;
            let mut world = World::new(scene).unwrap();
            run(&mut world, 4000);
            let depth = half.z - world.bodies()[1].position.z;
            close(depth, 2.0 * GRAVITY / (4.0 * stiffness), 1e-12, &format!("{scheme} at {stiffness} N/m"));
            assert!(world.bodies()[1].linear_velocity.norm() < 1e-9);
        }
    }
}

/// Each side gives way by half of what it does against itself; beside something rigid, the soft one gives way alone.
#[test]
fn two_materials_give_way_each_by_its_share() {
    let infinite = f64::INFINITY;
    for (first, second, expected) in
        [(1e5, 1e5, 1e5), (1e5, 3e5, 1.5e5), (1e5, infinite, 2e5), (infinite, infinite, infinite)]
    {
        let mut scene = point(soft(0.5, first));
        scene.collider_materials[1] = scene.materials.set("other", soft(0.5, second));
        let mut world = World::new(scene).unwrap();
        run(&mut world, 2000);
        close(-world.state().configuration[1], GRAVITY / expected, 1e-12, &format!("{first} on {second}"));
    }
}

/// Falling, pressed in, thrown back: implicit steps of a spring, `v' = (v − g h − (k h / m) x) / (1 + k h² / m)`.
#[test]
fn what_falls_is_met_by_a_spring() {
    let (h, stiffness) = (1e-3, 2e4);
    let mut scene = point(soft(0.5, stiffness));
    scene.initial.configuration[1] = 0.05;
    scene.settings.time_step = h;
    let mut world = World::new(scene).unwrap();
    let (mut x, mut v, mut touched, mut left) = (0.05_f64, 0.0_f64, 0, 0);
    for step in 1..=400 {
        let free = v - GRAVITY * h;
        let is_pressed = x + h * free < 0.0;
        v = if is_pressed { (free - stiffness * h * x) / (1.0 + stiffness * h * h) } else { free };
        // A spring that would pull lets go.
        v = if is_pressed && v < free { free } else { v };
        x += h * v;
        touched += usize::from(is_pressed);
        left += usize::from(touched > 0 && !is_pressed);
        run(&mut world, 1);
        close(world.state().configuration[1], x, 1e-10, &format!("height in step {step}"));
        close(world.state().velocity[1], v, 1e-7, &format!("speed in step {step}"));
    }
    assert!(touched > 10 && left > 10, "{touched} steps on the plane, {left} above it again");
}

/// Below the cone a pull moves the point by the force over the stiffness, and there it stays; when the pull ends, it goes back.
#[test]
fn what_is_pulled_within_the_cone_gives_way_and_does_not_creep() {
    let (friction, stiffness) = (0.5, 1e5);
    let force = 0.99 * friction * GRAVITY;
    let mut scene = point(soft(friction, stiffness));
    scene.initial.configuration[1] = -GRAVITY / stiffness;
    // It has to lie before it is pulled, without oscillating beyond the cone.
    let ramp = Signal::Table(vec![(0.1, 0.0), (0.5, 1.0), (61.0, 1.0), (61.4, 0.0)]);
    scene.loads.push(Load { on: LoadTarget::Freedom(0, force), factor: ramp, from: 0.0, until: 70.0 });
    let mut world = World::new(scene).unwrap();
    run(&mut world, 1000);
    let first = world.state().configuration[0];
    close(first, force / stiffness, 1e-12, "after a second");
    run(&mut world, 59_000);
    close(world.state().configuration[0], first, 1e-13, "after a minute");
    assert_eq!(world.contact_modes(), [ContactMode::Stick]);
    run(&mut world, 3000);
    close(world.state().configuration[0], 0.0, 1e-12, "let go");
}

/// Above it the point slides: friction takes μ g from what pulls, from the step on in which the stretch has grown to `μ N / k`.
#[test]
fn what_is_pulled_beyond_the_cone_slides_as_friction_says() {
    let (friction, stiffness, force) = (0.5, 1e6, 8.0);
    let mut scene = point(soft(friction, stiffness));
    scene.initial.configuration[1] = -GRAVITY / stiffness;
    pull(&mut scene, force, 0.0, 1.0);
    let mut world = World::new(scene).unwrap();
    run(&mut world, 200);
    let speed = world.state().velocity[0];
    run(&mut world, 500);
    close((world.state().velocity[0] - speed) / 0.5, force - friction * GRAVITY, 1e-9, "acceleration");
    assert_eq!(world.contact_modes(), [ContactMode::Slip]);
    // From 1 s on nothing pulls. It stops, swings back by the stretch that is left, and stays.
    run(&mut world, 2300);
    let stopped = world.state().configuration[0];
    run(&mut world, 5000);
    close(world.state().configuration[0], stopped, 1e-12, "where it stopped");
    assert_eq!(world.contact_modes(), [ContactMode::Stick]);
}

/// What bodies lose into springs and get back is no energy made: nothing is, however they fall.
#[test]
fn soft_contacts_make_no_energy() {
    let half = Vector3::new(0.1, 0.2, 0.05);
    for stiffness in [1e3, 1e5, 1e7] {
        let mut scene = on_plane(Inertia::cuboid(1.0, half), Shape::Box { half }, soft(0.4, stiffness));
        let turned = Quaternion::from_rotation_vector(Vector3::new(0.4, 0.3, 0.2)).to_matrix();
        place(&mut scene, Pose::new(turned, Vector3::Z * 0.4), Vector3::new(3.0, -1.0, 2.0), Vector3::X * 2.0);
        let mut world = World::new(scene).unwrap();
        let (mut summary, mut lost) = (RunSummary::default(), 0.0);
        for _ in 0..3000 {
            let report = world.step().unwrap();
            assert!(
                report.contact_energy <= 1e-12,
                "{stiffness} N/m, step {}: {} J",
                report.step,
                report.contact_energy
            );
            lost -= report.contact_energy;
            summary.add(&world, &report);
        }
        assert!(summary.is_sound());
        // Of m g z and v²/2 at the start, J, most is gone.
        assert!(lost > 4.0, "{stiffness} N/m: {lost} J");
    }
}

/// The stiffer, the nearer to rigid.
#[test]
fn a_stiff_contact_is_nearly_rigid() {
    let slide = |stiffness: f64| {
        let mut scene = on_plane(Inertia::ball(1.0, 1.0), Shape::Sphere { radius: 1.0 }, soft(0.2, stiffness));
        place(&mut scene, Pose::from_position(Vector3::Z), Vector3::ZERO, Vector3::X * 2.0);
        let mut world = World::new(scene).unwrap();
        run(&mut world, 600);
        (world.bodies()[1].linear_velocity.x - 10.0 / 7.0).abs()
    };
    assert!(slide(f64::INFINITY) < 1e-12);
    for stiffness in [1e7, 1e9, 1e11] {
        let error = slide(stiffness);
        assert!(error < 1e3 / stiffness, "{stiffness} N/m: {error:e} m/s off");
    }
}

#[test]
fn softness_that_means_nothing_is_refused() {
    let refusal = |material: Material, scheme| {
        let mut scene = point(material);
        scene.settings.scheme = scheme;
        World::new(scene).map(|_| ()).unwrap_err().to_string()
    };
    for stiffness in [0.0, -1.0, f64::NAN] {
        let error = refusal(soft(0.5, stiffness), Scheme::StewartTrinkle);
        assert!(error.contains("stiffness") && error.contains("at least 1e-6 N/m"), "{error}");
    }
    let error = refusal(soft(0.5, 1e6), Scheme::Acceleration);
    assert!(error.contains("no finite stiffness with the scheme 'acceleration'"), "{error}");
    let bouncing = Material { restitution: 0.5, ..soft(0.5, 1e6) };
    let error = refusal(bouncing, Scheme::StewartTrinkle);
    assert!(error.contains("restitution") && error.contains("0.5 between default and default"), "{error}");
}
