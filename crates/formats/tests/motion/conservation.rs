//! Momentum and energy.

use crate::{body, scene, world};
use stiction_linalg::space::Vector3;
use stiction_multibody::dynamics::{Kinematics, Motions, momentum};
use stiction_simulation::{StepReport, World};

fn momentum_of(world: &World) -> (Vector3, Vector3) {
    let model = &world.scene().model;
    let (mut kinematics, mut motions) = (Kinematics::new(model), Motions::new(model));
    kinematics.update(model, &world.state().configuration);
    motions.update_velocities(model, &kinematics, &world.state().velocity);
    let sum = momentum(model, &kinematics, &motions, Vector3::ZERO);
    (sum.moment, sum.force)
}

/// How much of a step's change of linear momentum is not made by the impulses of contacts and of weight, over what it may be.
pub fn momentum_error(world: &mut World) -> (StepReport, f64) {
    let (_, before) = momentum_of(world);
    let report = world.step().unwrap();
    let (_, after) = momentum_of(world);
    let scene = world.scene();
    let model = &scene.model;
    let mut sum = model.gravity() * (model.mass() * scene.settings.time_step);
    for contact in world.contacts() {
        // Between two bodies that move, impulses are equal and opposite: they cancel.
        let fixed = |collider: usize| {
            let body = model.body_ids().nth(scene.colliders[collider].body).unwrap();
            !model.is_mobile(body)
        };
        let p = world.impulse(contact);
        let [n, s, t] = contact.frame;
        let impulse = n * p.x + s * p.y + t * p.z;
        match (fixed(contact.point.first), fixed(contact.point.second)) {
            (true, _) => sum += impulse,
            (_, true) => sum += impulse * -1.0,
            _ => {}
        }
    }
    (report, (after - before - sum).norm() / (1e-13 * model.mass().max(1.0)))
}

#[test]
fn contact_impulses_are_the_change_of_momentum() {
    for name in ["box-stack", "sphere-on-plane", "box-on-slope", "bouncing-ball"] {
        let mut world = world(name, &[]);
        for _ in 0..600 {
            let (_, error) = momentum_error(&mut world);
            assert!(error < 1.0, "{name}: {error:e}");
        }
    }
}

/// A body that spins freely about no axis of symmetry keeps its energy to rounding, by every stepper, and the direction of
/// its angular momentum to the order that the stepper promises.
#[test]
fn free_rotation_gains_no_energy() {
    for (stepper, order) in [("stewart-trinkle", 1), ("moreau-jean", 2)] {
        let drift = |time_step: f64| {
            let mut scene = scene("box-on-slope", &[&format!("stepper.scheme={stepper}"), "gravity=[0, 0, 0]"]);
            scene.settings.time_step = time_step;
            scene.colliders.clear();
            scene.collider_materials.clear();
            scene.initial.velocity = vec![1.0, 5.0, 0.3, 0.2, -0.1, 0.4];
            let mut world = World::new(scene).unwrap();
            let (turning, moving) = momentum_of(&world);
            let start = body(&world, "box").position;
            let energy = world.energy().kinetic;
            while world.state().time < 1.0 - 1e-9 {
                world.step().unwrap();
                let gained = world.energy().kinetic - energy;
                assert!(gained.abs() < 1e-12 * energy, "{stepper}: {gained:e} J of {energy}");
            }
            let (turned, moved) = momentum_of(&world);
            assert!((moved - moving).norm() < 1e-12 * moving.norm(), "{stepper}: linear momentum");
            // About the body's origin, which has moved.
            let place = body(&world, "box").position;
            ((turned - place.cross(moved)) - (turning - start.cross(moving))).norm() / turning.norm()
        };
        let (coarse, fine) = (drift(2e-3), drift(1e-3));
        let reached = (coarse / fine).log2();
        assert!((reached - f64::from(order)).abs() < 0.3, "{stepper}: order {reached}, drifts {coarse:e} and {fine:e}");
    }
}
