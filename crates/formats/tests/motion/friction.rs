//! Things that hold, or slide, by friction.

use crate::{body, world};
use stiction_linalg::space::{Quaternion, Vector3};
use stiction_simulation::World;

/// Where the box is in the hand.
fn in_hand(world: &World) -> (Vector3, Quaternion) {
    let (hand, held) = (body(world, "hand"), body(world, "box"));
    let back = hand.orientation.conjugate();
    (back.to_matrix() * (held.position - hand.position), back * held.orientation)
}

fn places(world: &World) -> Vec<Vector3> {
    world.bodies().iter().map(|body| body.position).collect()
}

/// The largest distance that a body has moved, m.
fn moved_since(world: &World, before: &[Vector3]) -> f64 {
    places(world).iter().zip(before).map(|(now, before)| (*now - *before).norm()).fold(0.0, f64::max)
}

/// The box stays where the fingers hold it while the hand is shaken and turned upside down: not a nanometre.
#[test]
fn the_gripper_holds_its_box() {
    let mut world = world("gripper-holding-object", &[]);
    let (place, turn) = in_hand(&world);
    let mut slipped = 0.0_f64;
    for _ in 0..10_000 {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "{report:?}");
        assert!(report.residual.relative <= 1e-9, "{report:?}");
        let (now, turned) = in_hand(&world);
        let angle = (turn.conjugate() * turned).to_rotation_vector().norm();
        slipped = slipped.max((now - place).norm()).max(0.03 * angle);
    }
    assert!(slipped < 1e-9, "{slipped:e} m");
    let hand = body(&world, "hand");
    assert!((hand.orientation.to_matrix() * Vector3::Z).z < -0.999_999, "{:?}", hand.orientation);
}

/// It slips exactly where m (g + A ω²) > 2 μ N; A ω² is that of the steps, (2 sin(ω h/2)/h)².
#[test]
fn the_box_slips_from_the_gripper_where_friction_is_too_weak() {
    let (h, pace) = (1e-3, std::f64::consts::TAU * 2.0);
    let rate = (2.0 * (0.5 * pace * h).sin() / h).powi(2);
    let limit = (2.0 * 0.5 * 10.0 / 0.5 - 9.81) / rate;
    for (share, slips) in [(0.999, false), (1.01, true)] {
        let amplitude = share * limit;
        let mut world = world(
            "gripper-holding-object",
            &[
                &format!("motion.shaking.position.amplitude={amplitude}"),
                &format!("motion.shaking.position.offset={amplitude}"),
                "motion.turning.position=0",
            ],
        );
        let (place, _) = in_hand(&world);
        (0..1000).for_each(|_| assert_eq!(world.step().unwrap().outcome.name(), "solved"));
        let slipped = (in_hand(&world).0 - place).norm();
        if slips {
            assert!(slipped > 1e-6, "{slipped:e} m at {share} of the limit");
        } else {
            assert!(slipped < 1e-9, "{slipped:e} m at {share} of the limit");
        }
    }
}

/// With s = sin α − μ cos α: A = m g cos α s / (M + m sin α s) backwards, and g s + A (cos α + μ sin α) down the slope.
#[test]
fn block_and_wedge_accelerate_as_worked_out_by_hand() {
    for friction in [0.0, 0.2, 0.45] {
        let mut world = world("wedge", &[&format!("material.default.friction={friction}")]);
        (0..400).for_each(|_| assert_eq!(world.step().unwrap().outcome.name(), "solved"));
        let (sine, cosine) = 30.0_f64.to_radians().sin_cos();
        let s = sine - friction * cosine;
        let back = 9.81 * cosine * s / (2.0 + sine * s);
        let down = 9.81 * s + back * (cosine + friction * sine);
        let (wedge, block) = (body(&world, "wedge").linear_velocity, body(&world, "block").linear_velocity);
        let relative = block - wedge;
        assert!((wedge.x + 0.4 * back).abs() < 1e-9, "{friction}: {} and {}", wedge.x, -0.4 * back);
        assert!((relative.x - 0.4 * down * cosine).abs() < 1e-9, "{friction}: {relative:?}");
        assert!((relative.z + 0.4 * down * sine).abs() < 1e-9, "{friction}: {relative:?}");
    }
}

/// Ten tonnes on four legs of ten grams: nothing moves, and the legs carry a quarter each.
#[test]
fn the_table_carries_its_load() {
    let mut world = world("table", &[]);
    let before = places(&world);
    for _ in 0..1000 {
        let report = world.step().unwrap();
        assert_eq!((report.outcome.name(), report.contacts), ("solved", 36), "{report:?}");
        assert!(report.residual.relative <= 1e-9, "{report:?}");
    }
    let moved = moved_since(&world, &before);
    assert!(moved < 1e-9, "{moved:e} m");
    let carried = |leg: &str| -> f64 {
        let scene = world.scene();
        let is = |collider: usize, name: &str| scene.colliders[collider].name == name;
        let own = world.contacts().iter().filter(|contact| {
            let (first, second) = (contact.point.first, contact.point.second);
            (is(first, leg) || is(second, leg)) && (is(first, "floor") || is(second, "floor"))
        });
        own.map(|contact| world.impulse(contact).x).sum::<f64>() / 1e-3
    };
    let all: f64 = ["leg-0-0-0", "leg-0-1-0", "leg-1-0-0", "leg-1-1-0"].iter().map(|leg| carried(leg)).sum();
    let weight = 9.81 * world.scene().model.mass();
    assert!((all - weight).abs() < 1e-6 * weight, "{all} and {weight} N");
}

/// Ten seconds of a card house, and none where friction is below what a leaning card needs.
#[test]
fn the_card_house_stands_by_friction() {
    let mut world = world("card-house", &[]);
    let before = places(&world);
    for _ in 0..10_000 {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "{report:?}");
        assert!(report.residual.relative <= 1e-8, "{report:?}");
    }
    let moved = moved_since(&world, &before);
    assert!(moved < 1e-6, "{moved:e} m");
    // A card alone needs tan(18°)/2 = 0.162.
    let mut world = crate::world("card-house", &["material.default.friction=0.1"]);
    (0..500).for_each(|_| drop(world.step().unwrap()));
    assert!(body(&world, "ceiling").position.z < 0.04, "{:?}", body(&world, "ceiling").position);
}

#[test]
fn every_domino_falls() {
    let mut world = world("domino-run", &[]);
    for _ in 0..4000 {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "{report:?}");
    }
    for (k, domino) in world.bodies()[2..].iter().enumerate() {
        let upright = (domino.orientation.to_matrix() * Vector3::Z).z;
        assert!(upright < 0.6, "domino {k}: {upright}");
    }
}
