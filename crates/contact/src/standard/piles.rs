//! Random piles: balls and boxes dropped on each other, reproducible from a seed.
//!
//! Every contact has a small gap, so that at rest all normal velocities are positive: then there is a solution
//! (Acary, Cadoux, Lemaréchal and Malick 2011).

use super::{Assembly, Body, Known, Sample, Touch};
use stiction_complementarity::standard::Generator;
use stiction_linalg::space::Vector3;

/// Every sample of this file.
pub(super) fn samples() -> Vec<Option<Sample>> {
    let plain = [(10, 1, 1.0), (10, 2, 1.0), (50, 3, 1.0), (50, 4, 100.0), (200, 5, 1.0)];
    // Neighbours that differ by up to a hundred million to one.
    let hard = [(10, 1020, 1e4), (50, 1015, 1e4), (50, 1033, 1e4), (100, 1007, 1e4)];
    plain.into_iter().chain(hard).map(|(contacts, seed, spread)| pile(contacts, seed, spread)).collect()
}

/// A pile with a number of contacts, reproducible from a seed; masses differ by up to the ratio `spread` to either side.
pub fn pile(contacts: usize, seed: u64, spread: f64) -> Option<Sample> {
    let mut random = Generator::new(seed);
    let mut assembly = Assembly::default();
    // About as many contacts per body as in a heap of balls.
    let bodies = (contacts * 2).div_ceil(5);
    let side = (1..).find(|side| side * side * side >= bodies)?;
    let mut radii = Vec::new();
    for k in 0..bodies {
        let jitter = |random: &mut Generator| random.uniform(-0.1, 0.1);
        let place = [k % side, (k / side) % side, k / (side * side)].map(|i| i as f64 + jitter(&mut random));
        let centre = Vector3::new(place[0], place[1], place[2] + 0.5);
        let radius = random.uniform(0.4, 0.6);
        let mass = 4.0 * radius * radius * spread.powf(random.uniform(-1.0, 1.0));
        let body = if random.choice(2) == 0 {
            Body::ball(mass, radius, centre)
        } else {
            let half = [0.0; 3].map(|_| radius * random.uniform(0.6, 1.0));
            Body::cuboid(mass, half.into(), centre)
        };
        let mut vector = |size: f64| Vector3::from([0.0; 3].map(|_| size * random.normal()));
        let velocity = vector(0.05) - Vector3::Z * super::boxes::FALL;
        let spin = vector(0.05);
        assembly.add(body.moving(velocity).spinning(spin));
        radii.push(radius);
    }
    for (distance, touch) in candidates(&assembly, &radii, &mut random).into_iter().take(contacts) {
        let friction = random.uniform(0.1, 0.9);
        assembly.coulomb(Touch { opening: 1e-3 * (1.0 + distance.abs()), ..touch }, friction);
    }
    let name = format!("pile-{contacts}-{seed}");
    let title = match spread {
        spread if spread > 100.0 => "a random pile of balls and boxes whose masses differ by a factor of up to 1e8",
        spread if spread > 1.0 => "a random pile of balls and boxes of unequal masses",
        _ => "a random pile of balls and boxes",
    };
    Sample::new(name, title, assembly, Known::existence())
}

/// Pairs that may touch, the ground included, nearest first, with the distance between them.
fn candidates(assembly: &Assembly, radii: &[f64], random: &mut Generator) -> Vec<(f64, Touch)> {
    let mut found = Vec::new();
    for (second, body) in assembly.bodies.iter().enumerate() {
        let gap = body.centre.z - radii[second];
        if gap < 0.5 {
            found.push((gap, Touch::ground(second, Vector3::new(body.centre.x, body.centre.y, 0.0))));
        }
        for first in 0..second {
            let between = body.centre - assembly.bodies[first].centre;
            let distance = between.norm() - radii[first] - radii[second];
            let Some(straight) = between.unit() else { continue };
            // Faces are not square to the line of centres.
            let tilt = Vector3::from([0.0; 3].map(|_| 0.2 * random.normal()));
            let Some(normal) = (straight + tilt).unit() else { continue };
            let point = assembly.bodies[first].centre + straight * (radii[first] + 0.5 * distance);
            found.push((distance, Touch::between(Some(first), second, point, normal)));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found
}
