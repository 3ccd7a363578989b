//! Arches of loose stones against limit analysis: they stand where some thrust line lies within the stones and their cones.

use crate::world;
use std::f64::consts::PI;
use stiction_formats::{NoSceneFiles, SceneFile};
use stiction_simulation::World;

/// A semicircular arch of `n` stones, radius 1 m to the middle, thickness `t`, on the plane z = 0.
fn arch(n: usize, t: f64, friction: f64) -> World {
    let half = 0.5 * PI / n as f64;
    let mut points = String::new();
    for radius in [1.0 - 0.5 * t, 1.0 + 0.5 * t] {
        for angle in [-half, half] {
            for y in [-0.1, 0.1] {
                points.push_str(&format!("[{}, {y}, {}],", radius * angle.cos() - 1.0, radius * angle.sin()));
            }
        }
    }
    let (x, z, turn) = (half.cos(), half.sin(), 2.0 * half);
    let text = format!(
        "version = 1\n[material.default]\nfriction = {friction}\n\
         [[fixed]]\nname = 'floor'\nshape = {{ kind = 'plane' }}\n\
         [[body]]\nname = 'stone'\ndensity = 2500\nposition = [{x}, 0, {z}]\n\
         orientation = {{ axis = [0, -1, 0], angle = {half} }}\n\
         repeat = {{ count = {n}, axis = [0, -1, 0], turn = {turn} }}\n\
         shape = {{ kind = 'hull', points = [{points}] }}\n"
    );
    let file = SceneFile::parse("arch.toml", text.as_bytes(), &[] as &[&str]).unwrap();
    World::new(file.resolve("arch", &mut NoSceneFiles).unwrap().scene).unwrap()
}

/// Whether forces exist under which the arch rests, by half planes `a h + b m ≤ c` of the two unknowns at its crown: thrust h and
/// moment m about the centre. By symmetry these are all; an odd number of stones has no joint at the crown.
fn may_stand(n: usize, t: f64, friction: f64) -> bool {
    let step = PI / n as f64;
    let (inner, outer) = (1.0 - 0.5 * t, 1.0 + 0.5 * t);
    // A stone is a trapezium: its area, and how far its centroid is from the centre.
    let (near, far) = (inner * (0.5 * step).cos(), outer * (0.5 * step).cos());
    let (narrow, wide) = (2.0 * inner * (0.5 * step).sin(), 2.0 * outer * (0.5 * step).sin());
    let area = 0.5 * (far - near) * (narrow + wide);
    let centroid = near + (far - near) / 3.0 * (narrow + 2.0 * wide) / (narrow + wide);
    let mut planes = vec![(-1.0, 0.0, 0.0)];
    // From the crown down to the springing: weight, and its moment about the centre, of half the arch so far.
    let (mut weight, mut moment) = (0.0, 0.0);
    for k in 0..=n / 2 {
        // The angle from the vertical of the joint below stone k; the crown's stone counts by half.
        let angle = (0.5 + k as f64) * step;
        if k == 0 {
            let share = half_stone(near, far, narrow, wide);
            weight += 0.5 * area;
            moment += 0.5 * area * share;
        } else {
            weight += area;
            moment += area * centroid * (k as f64 * step).sin();
        }
        // On the half to the right: thrust h to the right at its crown, weights down, the joint's force in return.
        let (sine, cosine) = angle.sin_cos();
        // Along the joint's normal, towards the crown, and along its radius, outwards.
        let (normal_h, normal_w) = (cosine, sine);
        let (radial_h, radial_w) = (sine, -cosine);
        // The forces above about the centre, clockwise: m + the weights'. The normal force takes them at a radius between.
        for (radius, sign) in [(inner, 1.0), (outer, -1.0)] {
            // sign (radius × normal − moments) ≤ 0
            planes.push((sign * radius * normal_h, -sign, sign * (moment - radius * normal_w * weight)));
        }
        for sign in [1.0, -1.0] {
            // sign × shear ≤ μ × normal
            let (a, c) =
                (sign * radial_h - friction * normal_h, -sign * radial_w * weight + friction * normal_w * weight);
            planes.push((a, 0.0, c));
        }
    }
    feasible(&planes)
}

/// How far from its middle the centroid of half a trapezium is.
fn half_stone(near: f64, far: f64, narrow: f64, wide: f64) -> f64 {
    // Half widths grow from narrow/2 to wide/2 with the height: ∫ w²/2 over ∫ w.
    let (a, b) = (0.5 * narrow, 0.5 * wide);
    ((a * a + a * b + b * b) / 6.0 * (far - near)) / (0.5 * (a + b) * (far - near))
}

/// Whether half planes have a point in common: what is left of a large square that each of them cuts.
fn feasible(planes: &[(f64, f64, f64)]) -> bool {
    let mut polygon = vec![(-100.0, -100.0), (100.0, -100.0), (100.0, 100.0), (-100.0, 100.0)];
    for (a, b, c) in planes {
        let excess = |(h, m): (f64, f64)| a * h + b * m - c;
        let mut kept = Vec::new();
        for (k, &corner) in polygon.iter().enumerate() {
            let next = polygon[(k + 1) % polygon.len()];
            let (here, there) = (excess(corner), excess(next));
            if here <= 0.0 {
                kept.push(corner);
            }
            if (here < 0.0) != (there < 0.0) && here != there {
                let share = here / (here - there);
                kept.push((corner.0 + share * (next.0 - corner.0), corner.1 + share * (next.1 - corner.1)));
            }
        }
        polygon = kept;
    }
    !polygon.is_empty()
}

/// Where a condition begins to hold.
fn threshold(mut fails: f64, mut holds: f64, condition: impl Fn(f64) -> bool) -> f64 {
    assert!(condition(holds) && !condition(fails));
    for _ in 0..40 {
        let middle = 0.5 * (fails + holds);
        *(if condition(middle) { &mut holds } else { &mut fails }) = middle;
    }
    holds
}

/// The largest velocity after a time, and the largest residual on the way.
fn run(world: &mut World, steps: usize) -> (f64, f64) {
    let mut residual = 0.0_f64;
    for _ in 0..steps {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "{report:?}");
        residual = residual.max(report.residual.relative);
    }
    (world.bodies().iter().map(|body| body.linear_velocity.norm()).fold(0.0, f64::max), residual)
}

/// Milankovitch's 0.1075 for many stones; the friction that such a thin arch needs, 0.395, and the least that any needs, 0.309
/// (Sinopoli, Corradi and Foce 1997).
#[test]
fn limit_analysis_finds_the_known_limits() {
    let thickness = |n: usize| threshold(0.01, 0.5, |t| may_stand(n, t, 10.0));
    let many = thickness(501);
    assert!((many - 0.1075).abs() < 1e-4, "{many}");
    assert!(thickness(25) < many && thickness(101) < many);
    let friction = |t: f64| threshold(0.01, 2.0, |friction| may_stand(501, t, friction));
    assert!((friction(1.0001 * many) - 0.395).abs() < 2e-3, "{}", friction(1.0001 * many));
    let least = (0..12).map(|k| friction(0.12 + 0.01 * f64::from(k))).fold(f64::INFINITY, f64::min);
    assert!((least - 0.309).abs() < 2e-3, "{least}");
}

/// Just thicker than the limit it stands, just thinner it folds.
#[test]
fn an_arch_stands_where_a_thrust_line_fits_in() {
    for n in [9, 25] {
        let limit = threshold(0.01, 0.5, |t| may_stand(n, t, 1.0));
        let (standing, residual) = run(&mut arch(n, 1.01 * limit, 1.0), 500);
        assert!(standing < 1e-8 && residual <= 1e-8, "{n} stones, {limit}: {standing:e} m/s, {residual:e}");
        let (falling, residual) = run(&mut arch(n, 0.99 * limit, 1.0), 500);
        assert!(falling > 1e-4 && residual <= 1e-8, "{n} stones, {limit}: {falling:e} m/s, {residual:e}");
    }
}

/// With friction just above the limit it stands, just below it spreads.
#[test]
fn an_arch_stands_where_friction_keeps_its_stones_together() {
    for (n, t) in [(9, 0.2), (25, 0.2)] {
        let limit = threshold(0.01, 2.0, |friction| may_stand(n, t, friction));
        let (standing, residual) = run(&mut arch(n, t, 1.01 * limit), 500);
        assert!(standing < 1e-8 && residual <= 1e-8, "{n} stones, {limit}: {standing:e} m/s, {residual:e}");
        let (falling, residual) = run(&mut arch(n, t, 0.99 * limit), 500);
        assert!(falling > 1e-4 && residual <= 1e-8, "{n} stones, {limit}: {falling:e} m/s, {residual:e}");
    }
}

/// Both built-in arches stand still, with every step solved.
#[test]
fn the_arches_stand() {
    for (name, steps, contacts) in [("stone-arch", 2000, 104), ("stone-arch-101", 50, 408)] {
        let mut world = world(name, &[]);
        let (fastest, residual) = run(&mut world, steps);
        assert!(fastest < 1e-8 && residual <= 1e-8, "{name}: {fastest:e} m/s, {residual:e}");
        assert_eq!(world.contacts().len(), contacts, "{name}");
    }
}
