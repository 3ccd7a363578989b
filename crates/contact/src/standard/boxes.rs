//! Boxes on the ground and on each other.
//!
//! Where normal impulses alone leave everything at rest, rest is the only velocity: with `b = −W p⁰`, `p⁰` normal, every
//! solution has `vᵀMv = p·u − p⁰·u ≤ 0`, because friction takes energy and no contact closes further.

use super::{Assembly, Body, Known, Sample, Touch};
use stiction_linalg::space::Vector3;

/// Speed that gravity gives in a step of ten milliseconds, m/s.
pub(super) const FALL: f64 = 0.0981;
const FRICTION: f64 = 0.5;

/// Every sample of this file.
pub(super) fn samples() -> Vec<Option<Sample>> {
    let mut samples = vec![
        at_rest(),
        pushed("box-pushed", "a cube pushed below its friction limit: it sticks", 0.3, FRICTION),
        pushed("box-sliding", "a cube pushed beyond its friction limit: it slides", 1.4, FRICTION),
        pushed("box-sliding-frictionless", "a cube that slides without friction", 1.0, 0.0),
        tipping(),
    ];
    for legs in [4, 9, 16] {
        samples.push(table(legs));
    }
    samples.push(bench(9));
    samples.push(stack("stack-5", "a stack of five cubes at rest", &[1.0; 5]));
    samples.push(stack("stack-10", "a stack of ten cubes at rest", &[1.0; 10]));
    samples.push(moving_stack(5));
    samples.push(stack("heavy-on-light", "a cube of 1e6 kg at rest on a cube of 1 kg", &[1.0, 1e6]));
    samples.push(stack(
        "heavy-on-light-3",
        "a stack at rest of cubes of 1 kg, 1e3 kg and 1e6 kg, the heaviest on top",
        &[1.0, 1e3, 1e6],
    ));
    samples.push(stack("light-on-heavy", "a cube of 1 kg at rest on a cube of 1e6 kg", &[1e6, 1.0]));
    samples.push(shifted_masses());
    samples
}

const CORNERS: [(f64, f64); 4] = [(0.5, 0.5), (0.5, -0.5), (-0.5, 0.5), (-0.5, -0.5)];
const HALF: Vector3 = Vector3::new(0.5, 0.5, 0.5);

/// A unit cube on the ground by its four lower corners, with the free velocity of a step.
fn cube(velocity: Vector3, friction: f64) -> Assembly {
    let mut assembly = Assembly::default();
    let body = assembly.add(Body::cuboid(1.0, HALF, Vector3::new(0.0, 0.0, 0.5)).moving(velocity));
    for (x, y) in CORNERS {
        assembly.coulomb(Touch::ground(body, Vector3::new(x, y, 0.0)), friction);
    }
    assembly
}

fn at_rest() -> Option<Sample> {
    let impulses = [FALL / 4.0, 0.0, 0.0].repeat(4);
    let assembly = cube(Vector3::new(0.0, 0.0, -FALL), FRICTION);
    Sample::new("box-at-rest", "a cube at rest on its four corners", assembly, Known::unique(impulses))
}

/// A push along x, as a multiple of what friction can take up.
fn pushed(name: &'static str, title: &'static str, share: f64, friction: f64) -> Option<Sample> {
    let limit = friction * FALL;
    let speed = if friction > 0.0 { share * limit } else { share * FALL };
    let tangent = speed.min(limit);
    // Friction at the ground turns the cube forwards: the front carries more by the moment over the length of the cube.
    let shift = 0.5 * tangent;
    let mut impulses = Vec::new();
    for (x, _) in CORNERS {
        let normal = 0.25 * FALL + 0.5 * shift * f64::signum(x);
        let fraction = if tangent > 0.0 { tangent / FALL } else { 0.0 };
        impulses.extend([normal, -fraction * normal, 0.0]);
    }
    let known = if friction == 0.0 { Known::unique(impulses) } else { Known::one(impulses) };
    Sample::new(name, title, cube(Vector3::new(speed, 0.0, -FALL), friction), known)
}

/// A cube thrown along x that catches its front edge: it turns about the edge, which sticks.
fn tipping() -> Option<Sample> {
    let (friction, speed) = (2.0, 1.0);
    let inertia = 1.0 / 6.0;
    // Angular momentum about the edge, at (½, −½) from the centre, is kept: forwards is positive about y.
    let spin = (0.5 * speed - 0.5 * FALL) / (inertia + 0.5);
    // The centre then moves with ω × (−½, ½) = (½ ω, ½ ω).
    let (tangent, normal) = (0.5 * spin - speed, 0.5 * spin + FALL);
    let mut impulses = Vec::new();
    for (x, _) in CORNERS {
        let share = if x > 0.0 { 0.5 } else { 0.0 };
        impulses.extend([share * normal, share * tangent, 0.0]);
    }
    let assembly = cube(Vector3::new(speed, 0.0, -FALL), friction);
    Sample::new("box-tipping", "a thrown cube that sticks at its front edge and tips", assembly, Known::one(impulses))
}

/// A plate on a square grid of legs.
fn table(legs: usize) -> Option<Sample> {
    let side = (2..=legs).find(|side| side * side >= legs)?;
    let mut assembly = Assembly::default();
    let half = Vector3::new(1.0, 1.0, 0.05);
    let height = Vector3::new(0.0, 0.0, 0.8);
    let body = assembly.add(Body::cuboid(10.0, half, height).moving(Vector3::new(0.0, 0.0, -FALL)));
    let place = |k: usize| 2.0 * k as f64 / (side - 1) as f64 - 1.0;
    for leg in 0..legs {
        let point = Vector3::new(place(leg % side), place(leg / side), 0.0);
        assembly.coulomb(Touch::ground(body, point), FRICTION);
    }
    let impulses = [10.0 * FALL / legs as f64, 0.0, 0.0].repeat(legs);
    Sample::new(
        format!("table-{legs}"),
        "a table at rest on more legs than it needs",
        assembly,
        Known::unique(impulses),
    )
}

/// A beam on legs that stand in one line, so that nothing but the legs' width keeps it from falling over.
fn bench(legs: usize) -> Option<Sample> {
    let mut assembly = Assembly::default();
    let half = Vector3::new(1.0, 0.1, 0.05);
    let body = Body::cuboid(5.0, half, Vector3::new(0.0, 0.0, 0.4)).moving(Vector3::new(0.0, 0.0, -FALL));
    let body = assembly.add(body);
    for leg in 0..legs {
        let x = 2.0 * leg as f64 / (legs - 1) as f64 - 1.0;
        assembly.coulomb(Touch::ground(body, Vector3::new(x, 0.0, 0.0)), FRICTION);
    }
    let impulses = [5.0 * FALL / legs as f64, 0.0, 0.0].repeat(legs);
    Sample::new(format!("bench-{legs}"), "a beam at rest on legs in one line", assembly, Known::unique(impulses))
}

/// Cubes on each other, the first on the ground.
fn tower(masses: &[f64], velocity: impl Fn(usize) -> Vector3) -> Assembly {
    let mut assembly = Assembly::default();
    for (level, &mass) in masses.iter().enumerate() {
        let centre = Vector3::new(0.0, 0.0, level as f64 + 0.5);
        let body = assembly.add(Body::cuboid(mass, HALF, centre).moving(velocity(level)));
        for (x, y) in CORNERS {
            let touch = Touch::ground(body, Vector3::new(x, y, level as f64));
            assembly.coulomb(Touch { first: level.checked_sub(1), ..touch }, FRICTION);
        }
    }
    assembly
}

fn stack(name: &'static str, title: &'static str, masses: &[f64]) -> Option<Sample> {
    let assembly = tower(masses, |_| Vector3::new(0.0, 0.0, -FALL));
    let carried = |level: usize| masses[level..].iter().sum::<f64>();
    let impulses = (0..masses.len()).flat_map(|level| [0.25 * FALL * carried(level), 0.0, 0.0].repeat(4)).collect();
    Sample::new(name, title, assembly, Known::unique(impulses))
}

/// A stack whose top cube is hit from the side.
fn moving_stack(count: usize) -> Option<Sample> {
    let push = |level: usize| if level + 1 == count { 0.5 } else { 0.0 };
    let assembly = tower(&vec![1.0; count], |level| Vector3::new(push(level), 0.1 * push(level), -FALL));
    Sample::new("stack-5-hit", "a stack of five cubes, the top one hit from the side", assembly, Known::existence())
}

/// A heavy cube on two levels of light ones, pushed a little.
fn shifted_masses() -> Option<Sample> {
    let assembly = tower(&[1.0, 1.0, 1e6], |_| Vector3::new(0.05 * FALL, 0.0125 * FALL, -FALL));
    let title = "a cube of 1e6 kg on two cubes of 1 kg, pushed below the friction limit";
    // All three stick and stay: each contact takes its share of the push; the heavy cube leans on the front corners.
    let mut impulses = Vec::new();
    let masses = [1.0, 1.0, 1e6];
    for level in 0..3 {
        let carried: f64 = masses[level..].iter().sum();
        // Moment about this level's face of the pushes above it.
        let moment: f64 = (level..3).map(|k| masses[k] * ((k - level) as f64 + 0.5)).sum();
        for (x, y) in CORNERS {
            let lean = 0.5 * moment * FALL * (0.05 * x.signum() + 0.0125 * y.signum());
            let normal = 0.25 * FALL * carried + lean;
            impulses.extend([normal, -0.05 * normal, -0.0125 * normal]);
        }
    }
    Sample::new("heavy-on-light-pushed", title, assembly, Known::one(impulses))
}
