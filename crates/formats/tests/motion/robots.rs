//! Robots that motors hold.

use crate::{body, world};
use stiction_linalg::space::Vector3;
use stiction_simulation::World;

const FEET: [&str; 4] = ["LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT"];

/// A minute on four feet: once it has settled, no foot moves by a nanometre, and every step is solved.
#[test]
fn the_quadruped_stands_still_for_a_minute() {
    let mut world = world("quadruped-standing", &[]);
    let feet = |world: &World| FEET.map(|foot| body(world, foot).position);
    let mut settled = feet(&world);
    let mut moved = 0.0_f64;
    for step in 1..=60_000 {
        let report = world.step().unwrap();
        assert_eq!((report.outcome.name(), report.contacts), ("solved", 4), "{report:?}");
        assert!(report.residual.relative <= 1e-9, "{report:?}");
        if step == 5_000 {
            settled = feet(&world);
        }
        if step > 5_000 && step % 100 == 0 {
            let now = feet(&world);
            moved = now.iter().zip(&settled).map(|(now, then)| (*now - *then).norm()).fold(moved, f64::max);
        }
    }
    assert!(moved < 1e-9, "a foot moved by {moved:e} m");
    // Its motors carry it: the weight is on its feet.
    let pushed: f64 = world.contacts().iter().map(|contact| world.impulse(contact).x).sum();
    let weight = 9.81e-3 * world.scene().model.mass();
    assert!((pushed - weight).abs() < 1e-6 * weight, "{pushed} and {weight} N·s");
}

/// Motors that are too weak hold what they can: each exerts no more than its limit, and the robot sinks.
#[test]
fn the_quadruped_sinks_where_its_motors_are_too_weak() {
    let mut scene = crate::scene("quadruped-standing", &[]);
    scene.motors.iter_mut().for_each(|motor| motor.limits = (-8.0, 8.0));
    let height = |world: &World| body(world, "base").position.z;
    let mut world = World::new(scene).unwrap();
    let before = height(&world);
    let mut most = 0.0_f64;
    for _ in 0..400 {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "{report:?}");
        assert!(report.residual.relative <= 1e-9, "{report:?}");
        let forces = (0..world.scene().motors.len()).map(|motor| world.motor_force(motor).abs());
        most = forces.fold(most, f64::max);
    }
    assert!((most - 8.0).abs() < 1e-9, "{most} N·m");
    assert!(height(&world) < before - 0.1, "{} m", height(&world));
}

/// Set down by its lowest shape, wherever its frame is and whichever way it is turned.
#[test]
fn a_robot_is_set_down_by_its_lowest_shape() {
    for turn in ["[1, 0, 0, 0]", "{ rpy_deg = [25, 140, 70] }"] {
        let setting = format!("include.robot.orientation={turn}");
        let world = world("quadruped-standing", &[&setting, "include.robot.position=[1, 2, 0]"]);
        let scene = world.scene();
        let poses: Vec<_> = (world.bodies().iter())
            .map(|body| stiction_linalg::space::Pose::from_quaternion(body.orientation, body.position))
            .collect();
        let mut detector = stiction_collision::Detector::new(scene.colliders.clone(), scene.filter.clone()).unwrap();
        let floor = scene.colliders.iter().position(|collider| collider.name == "floor").unwrap();
        let lowest = detector.detect(&poses, 1.0).iter().filter(|point| [point.first, point.second].contains(&floor));
        let lowest = lowest.map(|point| point.gap).fold(f64::INFINITY, f64::min);
        let there = body(&world, "base").position - Vector3::new(1.0, 2.0, 0.0);
        assert!(lowest.abs() < 1e-12 && there.x.hypot(there.y) < 1e-12, "{lowest} m, {there:?}");
    }
}
