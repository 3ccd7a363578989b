//! Arches of stones that stand by friction.
//!
//! A half ring is cut into equal wedges; neighbours touch at the ends of their common joint. It stands where a thrust
//! line stays inside of the ring (Heyman 1966), which for a half ring takes a thickness of about a tenth of its radius.

use super::boxes::FALL;
use super::{Assembly, Body, Known, Sample, Touch};
use stiction_linalg::space::Vector3;

/// Every sample of this file.
pub(super) fn samples() -> Vec<Option<Sample>> {
    vec![arch(3, Depth::Planar), arch(7, Depth::Planar), arch(15, Depth::Planar), arch(7, Depth::Spatial)]
}

#[derive(Clone, Copy, PartialEq)]
enum Depth {
    Planar,
    Spatial,
}

/// Half of the arch's depth along y, m.
const HALF_DEPTH: f64 = 0.2;
const FRICTION: f64 = 0.7;
const INNER: f64 = 0.8;
const OUTER: f64 = 1.2;

fn arch(stones: usize, depth: Depth) -> Option<Sample> {
    let mut assembly = Assembly::default();
    let angle = std::f64::consts::PI / stones as f64;
    let stone = stone(angle);
    for k in 0..stones {
        let (sine, cosine) = ((k as f64 + 0.5) * angle).sin_cos();
        let centre = Vector3::new(-stone.radius * cosine, 0.0, stone.radius * sine);
        let body = Body {
            mass: stone.mass,
            inertia: [stone.across, stone.about_axis, stone.across],
            centre,
            velocity: Vector3::new(0.0, 0.0, -FALL),
            spin: Vector3::ZERO,
        };
        assembly.add(body);
    }
    for joint in 0..=stones {
        let (sine, cosine) = (joint as f64 * angle).sin_cos();
        let outwards = Vector3::new(-cosine, 0.0, sine);
        let along = Vector3::new(sine, 0.0, cosine);
        // The last joint is the right springing: the ground is on its other side.
        let (first, second, normal) =
            if joint == stones { (None, stones - 1, -along) } else { (joint.checked_sub(1), joint, along) };
        for radius in [INNER, OUTER] {
            let at = |y: f64| Touch {
                tangent: outwards,
                ..Touch::between(first, second, outwards * radius + Vector3::Y * y, normal)
            };
            match depth {
                Depth::Planar => assembly.planar(at(0.0), FRICTION),
                Depth::Spatial => {
                    assembly.coulomb(at(HALF_DEPTH), FRICTION);
                    assembly.coulomb(at(-HALF_DEPTH), FRICTION);
                }
            }
        }
    }
    let rest = vec![0.0; assembly.laws.iter().map(crate::Law::rows).sum()];
    let (name, title) = match depth {
        Depth::Planar => (format!("arch-{stones}"), "a planar arch of stones, held by friction"),
        Depth::Spatial => (format!("arch-{stones}-spatial"), "a spatial arch of stones, held by friction"),
    };
    Sample::new(name, title, assembly, Known::existence().with_velocities(rest))
}

/// A wedge of the ring, of density one thousand.
struct Stone {
    mass: f64,
    /// Distance of its centre of mass from the ring's.
    radius: f64,
    /// Moment of inertia about its own axis along y.
    about_axis: f64,
    /// About an axis across y, the mean of all: W needs no more than a plausible number here.
    across: f64,
}

fn stone(angle: f64) -> Stone {
    let density = 1000.0 * 2.0 * HALF_DEPTH;
    let power = |n: i32| (OUTER.powi(n) - INNER.powi(n)) / f64::from(n);
    let mass = density * angle * power(2);
    let radius = density * power(3) * 2.0 * (0.5 * angle).sin() / mass;
    let about_axis = density * angle * power(4) - mass * radius * radius;
    let across = 0.5 * about_axis + mass * HALF_DEPTH * HALF_DEPTH / 3.0;
    Stone { mass, radius, about_axis, across }
}
