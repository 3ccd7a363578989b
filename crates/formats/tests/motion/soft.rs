//! What is held by contacts that give way stays where it is, whatever turns, tilts or comes between.

use crate::body;
use std::path::PathBuf;
use stiction_formats::{SceneFile, SceneFolder};
use stiction_linalg::space::Vector3;
use stiction_simulation::{ContactMode, RunSummary, World};

fn world(text: &str, settings: &[&str]) -> World {
    let file = SceneFile::parse("soft.toml", text.as_bytes(), settings).unwrap();
    World::new(file.resolve("soft", &mut SceneFolder(PathBuf::new())).unwrap().scene).unwrap()
}

fn run(world: &mut World, seconds: f64) {
    let steps = (seconds / world.scene().settings.time_step).round() as usize;
    for _ in 0..steps {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "{report:?}");
    }
}

/// A ball between two pads of a hand that turns once in a second.
const HAND: &str = "
version = 1
gravity = [0, 0, 0]
material.default = { friction = 0.5, stiffness = 1e5 }
[[body]]
name = 'hand'
joint = { kind = 'revolute', axis = [0, 1, 0], name = 'turn' }
mass = 10
inertia = [1, 1, 1]
[[body]]
name = 'left'
parent = 'hand'
mass = 1
joint = { kind = 'prismatic', axis = [1, 0, 0], name = 'l' }
shape = { kind = 'box', size = [0.02, 0.1, 0.1], position = [-0.06, 0, 0] }
[[body]]
name = 'right'
parent = 'hand'
mass = 1
joint = { kind = 'prismatic', axis = [1, 0, 0], name = 'r' }
shape = { kind = 'box', size = [0.02, 0.1, 0.1], position = [0.06, 0, 0] }
[[body]]
name = 'ball'
density = 1000
shape = { kind = 'sphere', radius = 0.05 }
[[motion]]
joint = 'turn'
position = { kind = 'ramp', offset = 0, slope = 6.283185307179586 }
[[motor]]
joint = 'l'
stiffness = 1e4
damping = 300
force = 50
[[motor]]
joint = 'r'
stiffness = 1e4
damping = 300
force = -50
";

/// How a ball is turned against the hand that holds it: where its x axis points.
fn held_at(world: &World) -> Vector3 {
    let [hand, ball] = ["hand", "ball"].map(|name| body(world, name).orientation.to_matrix());
    hand.transpose() * ball.x
}

#[test]
fn what_a_turning_hand_holds_turns_with_it() {
    let mut world = world(HAND, &[]);
    run(&mut world, 1.0);
    let first = held_at(&world);
    run(&mut world, 10.0);
    // Ten turns: with stretches left behind by the turning normals it was half a radian.
    assert!((held_at(&world) - first).norm() < 1e-9, "{first:?} {:?}", held_at(&world));
}

/// A box turned by 45° on a disc, a disc on it: corners and rims reach beyond each other. The upper one is pulled to and fro.
const STACK: &str = "
version = 1
material.default = { friction = 0.6, stiffness = 1e5 }
[[fixed]]
name = 'floor'
shape = { kind = 'plane' }
[[body]]
name = 'lower'
mass = 1
position = [0, 0, 0.05]
shape = { kind = 'cylinder', radius = 0.1, length = 0.1 }
[[body]]
name = 'box'
mass = 1
position = [0.01, 0, 0.15]
orientation = { rpy_deg = [0, 0, 45] }
shape = { kind = 'box', size = [0.15, 0.15, 0.1] }
[[body]]
name = 'upper'
mass = 1
position = [0, 0.01, 0.25]
shape = { kind = 'cylinder', radius = 0.1, length = 0.1 }
[[force]]
body = 'upper'
force = [2, 1, 0]
torque = [0.05, 0.1, 0.02]
factor = { kind = 'sine', offset = 0.5, amplitude = 0.5, frequency = 2.0 }
";

#[test]
fn what_is_pulled_to_and_fro_within_the_cone_does_not_walk() {
    for stiffness in ["1e5", "1e7"] {
        let mut world = world(STACK, &[&format!("material.default.stiffness={stiffness}")]);
        run(&mut world, 2.0);
        let first = body(&world, "upper").position;
        run(&mut world, 10.0);
        let walked = (body(&world, "upper").position - first).norm();
        assert!(walked < 1e-8, "{stiffness} N/m: {walked:e} m in twenty pulls");
    }
}

/// A box, and a mass in it that a motor drives to and fro, harder than the motor can.
const DRIVEN: &str = "
version = 1
material.default = { friction = 0.8, stiffness = 1e4 }
[[fixed]]
name = 'floor'
shape = { kind = 'plane' }
[[body]]
name = 'base'
mass = 1
position = [0, 0, 0.099]
shape = { kind = 'box', size = [0.4, 0.4, 0.2] }
[[body]]
name = 'arm'
parent = 'base'
mass = 1
inertia = [0.1, 0.1, 0.1]
joint = { kind = 'prismatic', axis = [1, 0, 0], name = 'slide', limits = [-0.3, 0.3] }
[[motor]]
joint = 'slide'
stiffness = 1e4
damping = 100
limits = [-5, 5]
position = { kind = 'sine', amplitude = 0.1, frequency = 2 }
";

/// Steps in which a motor comes to its limit are solved twice; the springs know the step before alone.
#[test]
fn a_second_solve_of_a_step_stretches_nothing_twice() {
    let mut world = world(DRIVEN, &[]);
    let h = world.scene().settings.time_step;
    run(&mut world, 0.5);
    let (mut last, mut twice) = (Vec::new(), 0);
    for _ in 0..2000 {
        let report = world.step().unwrap();
        twice += usize::from(report.solves > 1);
        let contacts = world.contacts();
        let modes = world.contact_modes();
        let now: Vec<_> = contacts.iter().map(|contact| (contact.point.feature, world.impulse(contact))).collect();
        for ((contact, mode), (feature, impulse)) in contacts.iter().zip(&modes).zip(&now) {
            let Some((_, before)) = last.iter().find(|(other, _)| other == feature) else { continue };
            let before: Vector3 = *before;
            if *mode == ContactMode::Stick && before.x > 0.0 {
                // The law of a spring that sticks, along the surface: p − p⁻ + k h² u = 0.
                let given = world.contact_velocity(contact) * (contact.stiffness * h * h);
                let law = *impulse - before + given;
                assert!(law.y.hypot(law.z) < 1e-9, "step {}: {law:?}", report.step);
            }
        }
        last = now;
    }
    assert!(twice > 0, "no step was solved twice");
}

/// A heavy ball on a spring, and a light one that bounces beside it.
const BOUNCE: &str = "
version = 1
material.default = { friction = 0.5, restitution = 1.0 }
material.soft = { friction = 0.5, stiffness = 2e4 }
[[material_pair]]
between = ['soft', 'default']
restitution = 0.0
[[fixed]]
name = 'floor'
shape = { kind = 'plane' }
[[body]]
name = 'heavy'
mass = 100
position = [0, 0, 0.5]
material = 'soft'
shape = { kind = 'sphere', radius = 0.1 }
[[body]]
name = 'light'
mass = 0.01
position = [2, 0, 0.965]
shape = { kind = 'sphere', radius = 0.1 }
";

/// What a spring gives back is no energy that an impact makes.
#[test]
fn what_a_spring_gives_back_holds_back_no_bounce() {
    let mut world = world(BOUNCE, &[]);
    run(&mut world, 0.6);
    // Down in 0.42 s at 4.12 m/s, and 0.18 s up again.
    let height = body(&world, "light").position.z;
    assert!((height - (0.1 + 4.12 * 0.18 - 0.5 * 9.81 * 0.18 * 0.18)).abs() < 0.02, "{height} m");
}

/// What a scene has pressed in at its start is told as energy made.
#[test]
fn springs_that_are_pressed_in_at_the_start_are_reported() {
    let mut world = world(DRIVEN, &["body.base.position=[0, 0, 0.05]"]);
    let mut summary = RunSummary::default();
    let report = world.step().unwrap();
    summary.add(&world, &report);
    // Four corners, 5 cm deep: half of 4 k d² at once, less what the first step takes.
    assert!(summary.gained > 20.0 && summary.gained < 50.0, "{} J", summary.gained);
}
