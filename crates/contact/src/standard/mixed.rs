//! Laws of every kind together: dry friction in joints, motors, limits, rolling.

use super::boxes::FALL;
use super::{Assembly, Body, Known, Sample, Touch};
use crate::Law;
use stiction_linalg::space::Vector3;

/// Every sample of this file.
pub(super) fn samples() -> Vec<Option<Sample>> {
    vec![
        dry_joint("joint-held", "a hinge held by dry friction", 0.5),
        dry_joint("joint-turning", "a hinge that turns against dry friction", 2.0),
        motor("motor-reaches", "a motor that reaches its target speed", 1.0),
        motor("motor-at-limit", "a motor at its torque limit", 0.1),
        limit(),
        arm(),
        rolling("ball-stops", "a rolling ball stopped by rolling friction", 0.005),
        rolling("ball-rolls", "a ball that keeps rolling against rolling friction", 2.0),
        rolling_slip(),
        rolling_balls(),
    ]
}

/// A wheel of inertia one half about a fixed axis, spinning.
fn wheel(spin: f64, law: Law) -> Assembly {
    let mut assembly = Assembly::default();
    let body = Body { inertia: [0.5; 3], ..Body::ball(1.0, 1.0, Vector3::ZERO) };
    let body = assembly.add(body.spinning(Vector3::Y * spin));
    assembly.ball_joint(None, body, Vector3::ZERO);
    assembly.spin_law(None, body, Vector3::Y, law);
    assembly
}

/// Dry friction of one: the spin times the inertia, as a share of it, is what it has to stop.
fn dry_joint(name: &'static str, title: &'static str, share: f64) -> Option<Sample> {
    let assembly = wheel(2.0 * share, Law::Bounded { lower: -1.0, upper: 1.0 });
    Sample::new(name, title, assembly, Known::unique(vec![0.0, 0.0, 0.0, -share.min(1.0)]))
}

/// A motor that should reach one rad/s, which takes an impulse of one half.
fn motor(name: &'static str, title: &'static str, strength: f64) -> Option<Sample> {
    let mut assembly = wheel(0.0, Law::Bounded { lower: -strength, upper: strength });
    assembly.offset_last(-1.0);
    Sample::new(name, title, assembly, Known::unique(vec![0.0, 0.0, 0.0, strength.min(0.5)]))
}

/// A wheel that runs into a stop.
fn limit() -> Option<Sample> {
    let assembly = wheel(-3.0, Law::Unilateral);
    Sample::new(
        "joint-limit",
        "a hinge that reaches its joint limit",
        assembly,
        Known::unique(vec![0.0, 0.0, 0.0, 1.5]),
    )
}

/// Two links on a pillar with dry joints, a motor and a stop; the hand scrapes along the ground.
fn arm() -> Option<Sample> {
    let mut assembly = Assembly::default();
    let half = Vector3::new(0.5, 0.05, 0.05);
    let upper = Body::cuboid(2.0, half, Vector3::new(0.5, 0.0, 0.5)).moving(Vector3::new(0.1, 0.2, -FALL));
    let upper = assembly.add(upper);
    let lower = Body::cuboid(1.0, half, Vector3::new(1.5, 0.0, 0.3)).moving(Vector3::new(0.3, -0.1, -FALL));
    let lower = assembly.add(lower);
    assembly.ball_joint(None, upper, Vector3::new(0.0, 0.0, 0.5));
    assembly.ball_joint(Some(upper), lower, Vector3::new(1.0, 0.0, 0.4));
    assembly.spin_law(None, upper, Vector3::Y, Law::Bounded { lower: -0.02, upper: 0.02 });
    assembly.spin_law(Some(upper), lower, Vector3::Y, Law::Bounded { lower: -0.005, upper: 0.005 });
    assembly.spin_law(None, upper, Vector3::Z, Law::Bounded { lower: 0.0, upper: 0.03 });
    assembly.offset_last(-0.4);
    assembly.spin_law(Some(upper), lower, Vector3::Y, Law::Unilateral);
    for y in [0.05, -0.05] {
        assembly.coulomb(Touch::ground(lower, Vector3::new(2.0, y, 0.0)), 0.5);
    }
    assembly.unilateral(Touch::ground(lower, Vector3::new(1.9, 0.0, 0.0)));
    Sample::new(
        "arm",
        "an arm with joint friction, a motor and a joint limit, whose hand scrapes along the ground",
        assembly,
        Known::existence(),
    )
}

const RADIUS: f64 = 0.5;
const ROLLING_FRICTION: f64 = 0.05;
const FRICTION: f64 = 0.6;

/// A ball of mass one on the ground with the free velocity of a step.
fn ball(velocity: Vector3, spin: Vector3) -> Assembly {
    let mut assembly = Assembly::default();
    let body = Body::ball(1.0, RADIUS, Vector3::new(0.0, 0.0, RADIUS));
    let body = assembly.add(body.moving(velocity - Vector3::Z * FALL).spinning(spin));
    assembly.rolling(Touch::ground(body, Vector3::ZERO), FRICTION, ROLLING_FRICTION);
    assembly
}

/// Rolling along x without slip: rolling friction stops it, or takes what it can.
fn rolling(name: &'static str, title: &'static str, speed: f64) -> Option<Sample> {
    let spin = speed / RADIUS;
    // About the point of contact the ball has inertia 7/5 m r².
    let inertia = 1.4 * RADIUS * RADIUS;
    let moment = (inertia * spin).min(ROLLING_FRICTION * FALL);
    let tangent = -RADIUS * moment / inertia;
    let assembly = ball(Vector3::X * speed, Vector3::Y * spin);
    Sample::new(name, title, assembly, Known::one(vec![FALL, tangent, 0.0, 0.0, -moment]))
}

/// A ball that slides without spin: friction and rolling friction act at their limits at once, or the latter holds.
fn rolling_slip() -> Option<Sample> {
    let assembly = ball(Vector3::X * 2.0, Vector3::ZERO);
    // Sliding friction turns it by more than rolling friction can hold.
    let known = Known::one(vec![FALL, -FRICTION * FALL, 0.0, 0.0, -ROLLING_FRICTION * FALL]);
    Sample::new("ball-slides", "a ball that slides and starts to roll", assembly, known)
}

/// Three balls on the ground that touch each other.
fn rolling_balls() -> Option<Sample> {
    let mut assembly = Assembly::default();
    for k in 0..3 {
        let angle = std::f64::consts::TAU * f64::from(k) / 3.0;
        let (sine, cosine) = angle.sin_cos();
        let centre = Vector3::new(cosine, sine, 3.0_f64.sqrt() / 2.0);
        let body = Body::ball(1.0, centre.z, centre);
        let velocity = Vector3::new(-0.3 * cosine, -0.2 * sine, -FALL);
        assembly.add(body.moving(velocity).spinning(Vector3::new(0.1, 0.3 * cosine, 0.05)));
    }
    for k in 0..3 {
        let centre = assembly.bodies[k].centre;
        assembly.rolling(Touch::ground(k, Vector3::new(centre.x, centre.y, 0.0)), 0.5, 0.01);
        let other = (k + 1) % 3;
        let between = assembly.bodies[other].centre - centre;
        let normal = between.unit()?;
        assembly.coulomb(Touch::between(Some(k), other, centre + between * 0.5, normal), 0.3);
    }
    Sample::new("balls", "three balls that roll into each other", assembly, Known::existence())
}
