//! Painlevé's rod, whose accelerations may have no solution.
#![allow(clippy::unwrap_used)]

use stiction_collision::{Collider, Shape};
use stiction_linalg::space::{Pose, Quaternion, Vector3};
use stiction_multibody::{Inertia, JointDescription, Model};
use stiction_simulation::{Event, ImpulseReason, Material, Materials, Scene, Scheme, World};

/// A uniform rod of length 2 and mass 1, its lower end sliding on a plane at an angle of π/3.
fn rod(friction: f64, speed: f64) -> Scene {
    let mut builder = Model::builder("rod");
    // A thin cylinder: a third about the axes across it.
    let inertia = Inertia::cylinder(1.0, 1e-4, 1.0);
    builder.add_body("rod", builder.world(), vec![JointDescription::free("free")], inertia).unwrap();
    let mut scene = Scene::new(builder.build().unwrap());
    scene.materials.set("default", Material { friction, ..Material::default() });
    let radius = 1e-6;
    scene.colliders.push(Collider::new("plane", 0, Pose::IDENTITY, Shape::HalfSpace));
    let end = Pose::from_position(Vector3::new(0.0, 0.0, -1.0));
    scene.colliders.push(Collider::new("end", 1, end, Shape::Sphere { radius }));
    scene.collider_materials = vec![Materials::DEFAULT; 2];
    // Leaning by π/6 from the vertical, so that θ = π/3 from the plane.
    let turned = Quaternion::from_rotation_vector(Vector3::Y * std::f64::consts::FRAC_PI_6);
    let centre = turned.to_matrix() * Vector3::Z + Vector3::Z * radius;
    scene.initial.configuration[..3].copy_from_slice(&centre.to_array());
    scene.initial.configuration[3..].copy_from_slice(&turned.to_array());
    let moving = turned.to_matrix().transpose_mul(Vector3::X * speed);
    scene.initial.velocity[3..].copy_from_slice(&moving.to_array());
    scene.settings.scheme = Scheme::Acceleration;
    scene
}

#[test]
fn below_the_critical_friction_the_force_is_the_closed_form() {
    // λ = g/G with G = 1/m + L² cos θ (cos θ − μ sin θ)/(4J); which way it slides decides the sign of μ.
    let mut forces = Vec::new();
    for speed in [1.0, -1.0] {
        let mut world = World::new(rod(0.5, speed)).unwrap();
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved");
        assert!(report.events.is_empty(), "{:?}", report.events);
        let contact = world.contacts()[0];
        forces.push(world.impulse(&contact).x / world.scene().settings.time_step);
    }
    forces.sort_by(f64::total_cmp);
    let theta = std::f64::consts::FRAC_PI_3;
    let expected = |friction: f64| 9.81 / (1.0 + 3.0 * theta.cos() * (theta.cos() + friction * theta.sin()));
    assert!((forces[1] - expected(-0.5)).abs() < 1e-3, "{forces:?} and not {}", expected(-0.5));
    assert!((forces[0] - expected(0.5)).abs() < 1e-3, "{forces:?} and not {}", expected(0.5));
}

#[test]
fn the_paradox_is_passed_by_an_impulse_and_reported() {
    let mut reasons = Vec::new();
    for speed in [1.0, -1.0] {
        let mut world = World::new(rod(2.0, speed)).unwrap();
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved");
        let paradox = report.events.contains(&Event::ImpulseStep { reason: ImpulseReason::NoSolution });
        if paradox {
            // An impact without a collision: the end stops, or nearly so, within one step.
            let contact = world.contacts()[0];
            assert!(world.impulse(&contact).x > 0.05, "{:?}", world.impulse(&contact));
            assert!(report.contact_energy < 0.0);
        }
        reasons.push(paradox);
        for _ in 0..500 {
            assert_eq!(world.step().unwrap().outcome.name(), "solved");
        }
    }
    assert_eq!(reasons.iter().filter(|paradox| **paradox).count(), 1, "one way of sliding jams");
}
