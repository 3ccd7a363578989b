//! One contact in every mode: a point mass, a body that touches beside its centre, Painlevé's rod.
//!
//! The solution is chosen first: impulse `p` and velocity `u` of the wanted mode. Then the body is given the velocity for
//! which `b = u − W p`.

use super::{Assembly, Body, Known, Sample, Touch};
use stiction_linalg::space::Vector3;

/// Every sample of this file.
pub(super) fn samples() -> Vec<Option<Sample>> {
    let mut samples = point_masses();
    samples.extend(offset_bodies());
    samples.extend(planar_contacts());
    samples.extend(rods());
    samples
}

/// Mass of the single bodies, kg.
const MASS: f64 = 2.0;
const FRICTION: f64 = 0.5;

/// A contact of the ground with a body whose centre is at `centre` from it, with the chosen solution.
fn chosen(
    name: &'static str,
    title: &'static str,
    (centre, friction): (Vector3, f64),
    impulse: [f64; 3],
    velocity: [f64; 3],
    known: fn(Vec<f64>) -> Known,
) -> Option<Sample> {
    let body = Body { inertia: [0.3, 0.2, 0.25], ..Body::ball(MASS, 1.0, centre) };
    let assembly = |body: Body| {
        let mut assembly = Assembly::default();
        let body = assembly.add(body);
        assembly.coulomb(Touch::ground(body, Vector3::ZERO), friction);
        assembly
    };
    let delassus = assembly(body).delassus();
    let mut change = [0.0; 3];
    delassus.multiply(&impulse, &mut change);
    // Rows are normal, x, y; without spin the contact moves as the centre does.
    let [n, x, y] = [0, 1, 2].map(|k| velocity[k] - change[k]);
    Sample::new(name, title, assembly(body.moving(Vector3::new(x, y, n))), known(impulse.to_vec()))
}

/// Friction at its limit, against a slip at an angle.
fn sliding(normal: f64, friction: f64, speed: f64, angle: f64) -> ([f64; 3], [f64; 3]) {
    let (sine, cosine) = angle.sin_cos();
    let limit = friction * normal;
    ([normal, -limit * cosine, -limit * sine], [0.0, speed * cosine, speed * sine])
}

fn point_masses() -> Vec<Option<Sample>> {
    // Straight above the contact at no height: W is diagonal, so the solution is the only one.
    let body = (Vector3::ZERO, FRICTION);
    let make = |name, title, p, u| chosen(name, title, body, p, u, Known::unique);
    let slide = |name, title, angle: f64| {
        let (p, u) = sliding(3.0, FRICTION, 0.7, angle);
        chosen(name, title, body, p, u, Known::unique)
    };
    let (ice, frictionless) = ("a point mass that hits frictionless ground and slides", (Vector3::ZERO, 0.0));
    vec![
        make("point-open", "a point mass that flies off the ground", [0.0; 3], [0.4, 0.3, -0.2]),
        make(
            "point-touch",
            "a point mass that grazes the ground: no impulse, no normal velocity",
            [0.0; 3],
            [0.0, 0.3, -0.2],
        ),
        make("point-stick", "a point mass that hits the ground and sticks", [3.0, 0.8, -0.9], [0.0; 3]),
        make("point-verge", "a point mass that sticks with friction at its limit", [3.0, 0.9, -1.2], [0.0; 3]),
        slide("point-slip-0", "a point mass that slides along the first tangent", 0.0),
        slide(
            "point-slip-30",
            "a point mass that slides at 30 degrees to the first tangent",
            std::f64::consts::FRAC_PI_6,
        ),
        slide("point-slip-200", "a point mass that slides at 200 degrees to the first tangent", 200.0_f64.to_radians()),
        chosen("point-frictionless", ice, frictionless, [3.0, 0.0, 0.0], [0.0, 0.5, 0.1], Known::unique),
        make("point-at-rest", "a point mass at rest without a contact impulse", [0.0; 3], [0.0; 3]),
    ]
}

fn offset_bodies() -> Vec<Option<Sample>> {
    // The centre lies beside the contact: W couples the normal with both tangents. Enumeration finds no other solution.
    let body = (Vector3::new(0.15, -0.1, 0.3), FRICTION);
    let make = |name, title, p, u| chosen(name, title, body, p, u, Known::unique);
    let slide = |name, title, angle: f64| {
        let (p, u) = sliding(3.0, FRICTION, 0.7, angle);
        chosen(name, title, body, p, u, Known::unique)
    };
    let (ice, frictionless) = ("a body with an off-centre contact that slides without friction", (body.0, 0.0));
    vec![
        make("offset-open", "a body with an off-centre contact that separates", [0.0; 3], [0.4, 0.3, -0.2]),
        make(
            "offset-touch",
            "a body with an off-centre contact that grazes: no impulse, no normal velocity",
            [0.0; 3],
            [0.0, 0.3, -0.2],
        ),
        make("offset-stick", "a body with an off-centre contact that sticks", [3.0, 0.8, -0.9], [0.0; 3]),
        slide("offset-slip-0", "a body with an off-centre contact that slides along the first tangent", 0.0),
        slide(
            "offset-slip-100",
            "a body with an off-centre contact that slides at 100 degrees to the first tangent",
            100.0_f64.to_radians(),
        ),
        slide(
            "offset-slip-250",
            "a body with an off-centre contact that slides at 250 degrees to the first tangent",
            250.0_f64.to_radians(),
        ),
        chosen("offset-frictionless", ice, frictionless, [3.0, 0.0, 0.0], [0.0, 0.5, 0.1], Known::unique),
    ]
}

/// The same in the plane of x and z.
fn planar(
    name: &'static str,
    title: &'static str,
    (centre, friction): (Vector3, f64),
    body: Body,
    impulse: [f64; 2],
    velocity: [f64; 2],
    known: impl FnOnce(Vec<f64>) -> Known,
) -> Option<Sample> {
    let assembly = |body: Body| {
        let mut assembly = Assembly::default();
        let body = assembly.add(body);
        assembly.planar(Touch::ground(body, Vector3::ZERO), friction);
        assembly
    };
    let body = Body { centre, ..body };
    let delassus = assembly(body).delassus();
    let mut change = [0.0; 2];
    delassus.multiply(&impulse, &mut change);
    let velocity = Vector3::new(velocity[1] - change[1], 0.0, velocity[0] - change[0]);
    Sample::new(name, title, assembly(body.moving(velocity)), known(impulse.to_vec()))
}

fn planar_contacts() -> Vec<Option<Sample>> {
    let body = Body { inertia: [0.3, 0.2, 0.25], ..Body::ball(MASS, 1.0, Vector3::ZERO) };
    let at = (Vector3::new(0.15, 0.0, 0.3), FRICTION);
    let make = |name, title, p, u| planar(name, title, at, body, p, u, Known::unique);
    vec![
        make("planar-open", "one planar contact that separates", [0.0; 2], [0.4, 0.3]),
        make("planar-touch", "one planar contact that grazes: no impulse, no normal velocity", [0.0; 2], [0.0, -0.3]),
        make("planar-stick", "one planar contact that sticks", [3.0, 0.8], [0.0; 2]),
        make("planar-slip-forward", "one planar contact that slides along the tangent", [3.0, -1.5], [0.0, 0.7]),
        make("planar-slip-backward", "one planar contact that slides against the tangent", [3.0, 1.5], [0.0, -0.7]),
    ]
}

/// A uniform rod of length two and mass one whose lower end slides on the ground, at 60 degrees to it.
fn rod_body() -> (Vector3, Body) {
    let (sine, cosine) = std::f64::consts::FRAC_PI_3.sin_cos();
    // The end leads: friction against the slip turns the rod into the ground.
    let centre = Vector3::new(-cosine, 0.0, sine);
    (centre, Body { inertia: [1.0 / 3.0; 3], ..Body::ball(1.0, 1.0, centre) })
}

fn rods() -> Vec<Option<Sample>> {
    let (centre, body) = rod_body();
    let (sine, cosine) = std::f64::consts::FRAC_PI_3.sin_cos();
    // W_nn = 1 + 3 cos², W_nt = 3 sin cos: sliding forwards, the normal impulse meets W_nn − μ W_nt.
    let (normal, coupling) = (1.0 + 3.0 * cosine * cosine, 3.0 * sine * cosine);
    let near = 0.999 * normal / coupling;
    let paradox = 2.0;
    // Past the critical friction, pulled up and sliding forwards: open, pressed and stuck.
    let pulled = paradox * coupling - normal;
    let slip = planar(
        "rod-near-painleve",
        "Painlevé's rod with friction 0.1 % below the critical value",
        (centre, near),
        body,
        [1.0, -near],
        [0.0, 0.5],
        Known::one,
    );
    let several = planar(
        "rod-several",
        "Painlevé's rod beyond the critical friction: it separates, sticks or slides",
        (centre, paradox),
        body,
        [1.0, -paradox],
        [0.0, 0.5],
        |sliding| {
            // b = (pulled, b_t) with b_n > 0: no impulse at all is another solution.
            debug_assert!(pulled > 0.0);
            Known::several(vec![sliding, vec![0.0, 0.0]])
        },
    );
    let mut samples = vec![slip, several];
    samples.push(spatial_rod(near));
    samples
}

/// The rod near the critical friction with Coulomb's law in space, and a slip slightly across.
fn spatial_rod(friction: f64) -> Option<Sample> {
    let (centre, body) = rod_body();
    let assembly = |body: Body| {
        let mut assembly = Assembly::default();
        let body = assembly.add(body);
        assembly.coulomb(Touch::ground(body, Vector3::ZERO), friction);
        assembly
    };
    let (impulse, velocity) = sliding(1.0, friction, 0.5, 0.05);
    let mut change = [0.0; 3];
    assembly(Body { centre, ..body }).delassus().multiply(&impulse, &mut change);
    let [n, x, y] = [0, 1, 2].map(|k| velocity[k] - change[k]);
    Sample::new(
        "rod-near-painleve-spatial",
        "Painlevé's rod in space with friction 0.1 % below the critical value, sliding at 0.05 rad to the first \
         tangent",
        assembly(body.moving(Vector3::new(x, y, n))),
        Known::one(impulse.to_vec()),
    )
}
