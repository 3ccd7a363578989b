//! Loops, chains and walkers against closed forms.

use crate::{body, scene, world};
use std::f64::consts::PI;
use stiction_formats::{NoSceneFiles, SceneFile, built_in_scene};
use stiction_simulation::World;

/// The capstan of the program with another number of beads and another heavy end, as a scene of its own.
fn capstan(segments: usize, heavy: f64) -> World {
    let (radius, turn) = (0.101, PI / segments as f64);
    let hang = |name: &str, x: f64, mass: f64| {
        format!(
            "[[body]]\nname = '{name}'\nmass = {mass}\nposition = [{x}, 0, -0.2]\njoint = [\
             {{ kind = 'prismatic', axis = [1, 0, 0] }}, {{ kind = 'prismatic', axis = [0, 0, 1] }}]\n"
        )
    };
    let rod = |first: &str, second: &str, length: f64| {
        format!(
            "[[loop]]\nname = '{first} {second}'\nkind = 'distance'\ndistance = {length}\n\
             first = {{ body = '{first}' }}\nsecond = {{ body = '{second}' }}\n"
        )
    };
    let mut text = format!(
        "version = 1\n[material.default]\nfriction = 0.3\n\
         [[fixed]]\nname = 'drum'\norientation = {{ axis = [1, 0, 0], angle_deg = 90 }}\n\
         shape = {{ kind = 'cylinder', radius = 0.1, length = 0.05 }}\n\
         [[body]]\nname = 'bead'\nmass = 1e-4\nposition = [{radius}, 0, 0]\njoint = [\
         {{ kind = 'prismatic', axis = [1, 0, 0] }}, {{ kind = 'prismatic', axis = [0, 0, 1] }}]\n\
         repeat = {{ count = {}, axis = [0, -1, 0], turn = {turn} }}\nshape = {{ kind = 'sphere', radius = 0.001 }}\n",
        segments + 1
    );
    text += &(hang("light", radius, 1.0) + &hang("heavy", -radius, heavy) + &rod("light", "bead-0", 0.2));
    for k in 0..segments {
        text += &rod(&format!("bead-{k}"), &format!("bead-{}", k + 1), 2.0 * radius * (0.5 * turn).sin());
    }
    text += &rod(&format!("bead-{segments}"), "heavy", 0.2);
    let file = SceneFile::parse("capstan.toml", text.as_bytes(), &[] as &[&str]).unwrap();
    World::new(file.resolve("capstan", &mut NoSceneFiles).unwrap().scene).unwrap()
}

/// The largest mass that 1 kg holds. A bead where the rods leave the tangent by α and β is about to slide when
/// `T' (cos β − μ sin β) = T (cos α + μ sin α) + w (cos θ + μ sin θ)`, w its weight and θ its place.
fn largest_held(segments: usize, bead: f64) -> f64 {
    let (friction, half) = (0.3, 0.5 * PI / segments as f64);
    (0..=segments).fold(1.0, |tension, k| {
        let alpha = if k == 0 { 0.0 } else { half };
        let beta = if k == segments { 0.0 } else { half };
        let theta = 2.0 * half * k as f64;
        let along = |angle: f64, friction: f64| angle.cos() + friction * angle.sin();
        (tension * along(alpha, friction) + bead * along(theta, friction)) / along(beta, -friction)
    })
}

/// The chain slides where the recursion says, which nears e^(μ φ) with the square of the number of beads.
#[test]
fn a_chain_over_a_drum_holds_as_the_capstan_formula_says() {
    for segments in [4, 8, 16] {
        let limit = largest_held(segments, 1e-4);
        for (share, slides) in [(0.999, false), (1.001, true)] {
            let mut world = capstan(segments, share * limit);
            for _ in 0..300 {
                let report = world.step().unwrap();
                assert_eq!(report.outcome.name(), "solved", "{report:?}");
                assert!(report.residual.relative <= 1e-9, "{report:?}");
            }
            let speed = body(&world, "heavy").linear_velocity.norm();
            assert_eq!(speed > 1e-4, slides, "{segments}: {speed:e} m/s at {share} of {limit}");
            assert!(slides || speed < 1e-9, "{segments}: {speed:e} m/s at {share} of {limit}");
        }
    }
    let smooth = (0.3 * PI).exp();
    let errors = [8, 16, 32].map(|segments| largest_held(segments, 0.0) - smooth);
    for pair in errors.windows(2) {
        let ratio = pair[0] / pair[1];
        assert!((ratio - 4.0).abs() < 0.1, "{errors:?}");
    }
}

/// The built-in one holds its 2.5 kg, and lets 2.6 go.
#[test]
fn the_capstan_holds() {
    for (mass, slides) in [("2.5", false), ("2.6", true)] {
        let mut world = world("capstan", &[&format!("body.heavy.mass={mass}")]);
        (0..300).for_each(|_| assert_eq!(world.step().unwrap().outcome.name(), "solved"));
        let speed = body(&world, "heavy").linear_velocity.norm();
        assert_eq!(speed > 1e-3, slides, "{mass} kg: {speed:e} m/s");
    }
}

/// Loops stay closed while motors move the platform: it is level, and goes where it is sent.
#[test]
fn the_parallel_robot_keeps_its_loops_closed() {
    let mut world = world("parallel-robot", &[]);
    let mut open = 0.0_f64;
    for _ in 0..5000 {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "{report:?}");
        open = open.max(report.offset);
    }
    assert!(open <= 1e-10, "{open:e} m");
    let platform = body(&world, "platform");
    assert!(platform.orientation.to_rotation_vector().norm() < 1e-6, "{:?}", platform.orientation);
    assert!(platform.position.x.hypot(platform.position.y) > 0.01, "{:?}", platform.position);
}

/// The rods pull alike in minimal and in redundant coordinates, at rest and in motion.
#[test]
fn rods_pull_alike_in_redundant_coordinates() {
    let text = built_in_scene("parallel-robot").unwrap().text;
    // Motors have no form in redundant coordinates: without them the arms swing down.
    let bare: String =
        text.split("\n\n").filter(|part| !part.starts_with("[[motor]]")).map(|part| format!("{part}\n\n")).collect();
    let run = |redundant: bool, time_step: f64, steps: usize| {
        let settings = [format!("redundant={redundant}"), format!("stepper.time_step={time_step}")];
        let file = SceneFile::parse("robot.toml", bare.as_bytes(), &settings).unwrap();
        let mut world = World::new(file.resolve("robot", &mut NoSceneFiles).unwrap().scene).unwrap();
        (0..steps).for_each(|_| assert_eq!(world.step().unwrap().outcome.name(), "solved"));
        let rods = (0..world.scene().model.closures().len())
            .filter(|rod| world.scene().model.closures()[*rod].name.starts_with("rod-"));
        let forces: Vec<f64> = rods.map(|rod| world.loop_impulses(rod)[0] / time_step).collect();
        assert_eq!(forces.len(), 6);
        forces
    };
    let difference = |time_step: f64, steps: usize| {
        let (minimal, redundant) = (run(false, time_step, steps), run(true, time_step, steps));
        let largest = minimal.iter().fold(0.0_f64, |largest, force| largest.max(force.abs()));
        minimal.iter().zip(&redundant).map(|(a, b)| (a - b).abs() / largest).fold(0.0, f64::max)
    };
    for steps in [1, 100, 300] {
        let found = difference(1e-3, steps);
        assert!(found < 1e-9, "{found:e} after {steps} steps");
    }
}

/// A minute of the four-bar linkage: its loop opens by less than a tenth of a nanometre.
#[test]
fn the_four_bar_linkage_stays_closed_for_a_minute() {
    let mut world = world("four-bar-loop", &[]);
    for _ in 0..60_000 {
        let report = world.step().unwrap();
        assert!(report.outcome.name() == "solved" && report.offset <= 1e-10, "{report:?}");
    }
}

/// The rimless wheel comes to its own speed: ω⁺ = η ω⁻ and ½ J (ω⁻² − ω⁺²) = 2 m g l sin α sin γ (McGeer 1990).
#[test]
fn the_walker_comes_to_walk_at_its_own_speed() {
    let (length, inertia, alpha, slope) = (0.5, 0.02 + 0.25, PI / 8.0, 6.0_f64.to_radians());
    let kept = (0.02 + 0.25 * (2.0 * alpha).cos()) / inertia;
    let given = 4.0 * 9.81 * length * alpha.sin() * slope.sin() / inertia;
    let expected = kept * (given / (1.0 - kept * kept)).sqrt();
    let mut scene = scene("planar-walker", &[]);
    scene.settings.time_step = 1e-4;
    let mut world = World::new(scene).unwrap();
    let (mut before, mut landings) = (world.state().velocity[2], Vec::new());
    for step in 0..100_000_usize {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "{report:?}");
        let now = world.state().velocity[2];
        let last = landings.last().map_or(0, |(step, _)| *step);
        // A landing may take two steps: its speed is that after the second.
        if now < before - 0.1 && step > last + 10 {
            landings.push((step, 0.0));
        }
        if let Some((step_of, speed)) = landings.last_mut().filter(|(at, _)| step == at + 2) {
            (*step_of, *speed) = (step - 2, now);
        }
        before = now;
    }
    assert!(landings.len() > 15, "{} steps", landings.len());
    for (_, speed) in &landings[10..landings.len() - 1] {
        assert!((speed - expected).abs() < 5e-3 * expected, "{speed} and {expected} rad/s");
    }
}

/// Spun one way, the rattleback turns back; spun the other way, it goes on. No energy comes from anywhere.
#[test]
fn the_rattleback_turns_back_one_way_only() {
    for (spin, turns_back) in [(-5.0_f64, true), (5.0, false)] {
        let mut world = world("rattleback", &[&format!("body.rattleback.angular_velocity=[0, 0, {spin}]")]);
        let before = world.energy().total();
        let mut back = 0.0_f64;
        for _ in 0..32_000 {
            let report = world.step().unwrap();
            assert_eq!(report.outcome.name(), "solved", "{report:?}");
            back = back.max(-body(&world, "rattleback").angular_velocity.z * spin.signum());
        }
        assert_eq!(back > 0.5, turns_back, "{spin} rad/s: {back} rad/s back");
        assert!(world.energy().total() < before + 1e-3 * before.abs(), "{} and {before} J", world.energy().total());
    }
}

/// On two flat feet for ten seconds: no foot moves once it has settled.
#[test]
fn the_humanoid_stands() {
    let mut world = world("humanoid-standing", &[]);
    let feet = |world: &World| ["left_foot", "right_foot"].map(|foot| body(world, foot).position);
    let mut settled = feet(&world);
    for step in 1..=10_000 {
        let report = world.step().unwrap();
        assert_eq!((report.outcome.name(), report.contacts), ("solved", 8), "{report:?}");
        assert!(report.residual.relative <= 1e-9, "{report:?}");
        if step == 5_000 {
            settled = feet(&world);
        }
    }
    let moved = feet(&world).iter().zip(&settled).map(|(now, then)| (*now - *then).norm()).fold(0.0, f64::max);
    assert!(moved < 1e-9, "{moved:e} m");
    assert!(body(&world, "torso").position.z > 0.9);
}
