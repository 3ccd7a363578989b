//! Blocks in grooves and between walls.

use super::boxes::FALL;
use super::{Assembly, Body, Known, Sample, Touch};
use stiction_linalg::space::Vector3;

const FRICTION: f64 = 0.5;

/// Every sample of this file.
pub(super) fn samples() -> Vec<Option<Sample>> {
    let diagonal = std::f64::consts::FRAC_PI_4;
    vec![
        groove("groove-at-rest", "a block at rest in a V groove", diagonal, 0.0),
        groove("groove-sliding", "a block that slides along a V groove", diagonal, 0.3),
        groove("groove-steep", "a block in a V groove so steep that it jams", 1.4, 0.0),
        pulled_groove(),
        walls(),
    ]
}

/// A block with two contacts on each flank; flanks rise at an angle to the level, x runs along the groove.
fn groove_assembly(angle: f64, velocity: Vector3) -> Assembly {
    let mut assembly = Assembly::default();
    let body = Body::cuboid(1.0, Vector3::new(0.5, 0.3, 0.3), Vector3::ZERO).moving(velocity);
    let body = assembly.add(body);
    let (sine, cosine) = angle.sin_cos();
    for x in [0.5, -0.5] {
        for side in [1.0, -1.0] {
            let normal = Vector3::new(0.0, -side * sine, cosine);
            let point = Vector3::new(x, 0.2 * side, -0.2);
            let touch = Touch { tangent: Vector3::X, ..Touch::between(None, body, point, normal) };
            assembly.coulomb(touch, FRICTION);
        }
    }
    assembly
}

fn groove(name: &'static str, title: &'static str, angle: f64, speed: f64) -> Option<Sample> {
    let assembly = groove_assembly(angle, Vector3::new(speed, 0.0, -FALL));
    let cosine = angle.cos();
    // The flanks' normals carry the weight, friction along the groove leans the block on its front contacts.
    let total = FALL / cosine;
    let drag = if speed > 0.0 { FRICTION * total } else { 0.0 };
    // Moment 0.2 · drag over the length 1 between front and back; half of it on either flank, along its normal.
    let shift = 0.2 * drag / (2.0 * cosine);
    let mut impulses = Vec::new();
    for front in [1.0, -1.0] {
        let normal = 0.25 * total + front * shift;
        let tangent = if speed > 0.0 { -FRICTION * normal } else { 0.0 };
        impulses.extend([normal, tangent, 0.0].repeat(2));
    }
    // At rest on normals alone: the only velocity. Sliding: nobody has shown it.
    let known = if speed > 0.0 { Known::one(impulses) } else { Known::unique(impulses) };
    Sample::new(name, title, assembly, known)
}

/// A block pulled out of a groove so steep that it may stay: friction and flanks can hold it against each other.
fn pulled_groove() -> Option<Sample> {
    let angle = 1.4_f64;
    let (sine, cosine) = angle.sin_cos();
    let speed = 0.1;
    // Held: per contact normal p and friction down along the flank, f, with 4 (p cos − f sin) = −speed and f ≤ μ p.
    let friction = 0.4;
    let normal = speed / (4.0 * (friction * sine - cosine));
    let mut held = Vec::new();
    for _ in 0..2 {
        for side in [1.0, -1.0] {
            // The second tangent, normal × x, is (0, cos, side · sin).
            held.extend([normal, 0.0, -side * friction * normal]);
        }
    }
    let assembly = groove_assembly(angle, Vector3::new(0.0, 0.0, speed));
    let title = "a block pulled out of a steep V groove: it separates or jams (two solutions)";
    Sample::new("groove-pulled", title, assembly, Known::several(vec![vec![0.0; 12], held]))
}

/// A block that falls between two parallel walls: nothing says how hard they press, so it may fall or be stuck.
fn walls() -> Option<Sample> {
    let mut assembly = Assembly::default();
    let body = Body::cuboid(1.0, Vector3::new(0.5, 0.5, 0.5), Vector3::ZERO).moving(Vector3::new(0.0, 0.0, -FALL));
    let body = assembly.add(body);
    let mut stuck = Vec::new();
    for side in [1.0, -1.0] {
        for x in [0.5, -0.5] {
            for z in [0.5, -0.5] {
                let point = Vector3::new(x, 0.5 * side, z);
                let normal = Vector3::new(0.0, -side, 0.0);
                let touch = Touch { tangent: Vector3::Z, ..Touch::between(None, body, point, normal) };
                assembly.coulomb(touch, FRICTION);
                stuck.extend([FALL / (4.0 * FRICTION), FALL / 8.0, 0.0]);
            }
        }
    }
    let title = "a block between parallel walls: it falls, or jams with normal impulses of any size";
    Sample::new("walls", title, assembly, Known::several(vec![vec![0.0; stuck.len()], stuck]))
}
