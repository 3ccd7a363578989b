//! Inertias of solids against sums over small cells, and the rules for moving and joining them.
#![allow(clippy::unwrap_used)]

mod support;

use stiction_linalg::space::{Symmetric3, Vector3};
use stiction_multibody::Inertia;
use support::{Numbers, relative};

fn entries(inertia: &Inertia) -> [f64; 10] {
    let (c, m) = (inertia.centre, inertia.moments);
    [inertia.mass, c.x, c.y, c.z, m.xx, m.xy, m.xz, m.yy, m.yz, m.zz]
}

/// Mass and moments of the points of a grid that lie inside.
fn sampled(mass: f64, half: Vector3, inside: impl Fn(Vector3) -> bool) -> Inertia {
    let cells = 120;
    let (mut count, mut moments) = (0.0, Symmetric3::ZERO);
    let at = |k: i32, half: f64| half * (2.0 * (f64::from(k) + 0.5) / f64::from(cells) - 1.0);
    for i in 0..cells {
        for j in 0..cells {
            for k in 0..cells {
                let point = Vector3::new(at(i, half.x), at(j, half.y), at(k, half.z));
                if inside(point) {
                    count += 1.0;
                    moments += Symmetric3::parallel_axes(point, point * 0.5);
                }
            }
        }
    }
    Inertia::new(mass, Vector3::ZERO, moments * (mass / count))
}

#[test]
fn solids_have_the_moments_of_their_cells() {
    let half = Vector3::new(0.3, 0.2, 0.5);
    let (radius, length) = (0.25, 0.4);
    let around = |z: f64| Vector3::new(radius, radius, z);
    let cases: Vec<(&str, Inertia, Inertia)> = vec![
        ("cuboid", Inertia::cuboid(2.0, half), sampled(2.0, half, |_| true)),
        (
            "ellipsoid",
            Inertia::ellipsoid(2.0, half),
            sampled(2.0, half, |p| Vector3::new(p.x / half.x, p.y / half.y, p.z / half.z).norm() < 1.0),
        ),
        ("ball", Inertia::ball(2.0, radius), sampled(2.0, around(radius), |p| p.norm() < radius)),
        ("cylinder", Inertia::cylinder(2.0, radius, length), sampled(2.0, around(length), |p| p.x.hypot(p.y) < radius)),
        (
            "capsule",
            Inertia::capsule(2.0, radius, length),
            sampled(2.0, around(length + radius), |p| {
                (p - Vector3::new(0.0, 0.0, p.z.clamp(-length, length))).norm() < radius
            }),
        ),
    ];
    for (name, exact, sampled) in cases {
        let error = relative(&entries(&exact), &entries(&sampled));
        assert!(error < 2e-3, "{name}: {error:e}");
    }
}

#[test]
fn a_body_in_two_halves_is_the_body() {
    let mut numbers = Numbers::new(60);
    let whole = Inertia::cuboid(4.0, Vector3::new(0.2, 0.3, 0.5));
    let half = Inertia::cuboid(2.0, Vector3::new(0.2, 0.3, 0.25));
    let shifted = |z: f64| Inertia::new(half.mass, Vector3::new(0.0, 0.0, z), half.moments);
    let joined = shifted(0.25).with(&shifted(-0.25));
    assert!(relative(&entries(&joined), &entries(&whole)) < 1e-15);
    // Moved together or apart, it is the same.
    let pose = numbers.pose();
    let (a, b) = (shifted(0.25).placed(&pose), shifted(-0.25).placed(&pose));
    assert!(relative(&entries(&a.with(&b)), &entries(&whole.placed(&pose))) < 1e-15);
    assert!(relative(&entries(&a.with(&Inertia::ZERO)), &entries(&a)) < 1e-15);
}
