//! Every built-in scene reads, starts without overlaps and takes steps that are solved; some have numbers to meet.

use stiction_formats::{BUILT_IN_SCENES, LoadedScene, built_in_scene};
use stiction_simulation::{Event, ImpulseReason, World};

fn load(name: &str) -> LoadedScene {
    built_in_scene(name).unwrap().load(&[] as &[&str]).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_scene_reads_and_takes_solved_steps() {
    for scene in BUILT_IN_SCENES {
        let loaded = scene.load(&[] as &[&str]).unwrap_or_else(|error| panic!("{error}"));
        assert!(!loaded.description.is_empty() && loaded.notices.is_empty(), "{}: {:?}", scene.name, loaded.notices);
        assert_eq!(loaded.scene.model.name().trim_end_matches(" (redundant)"), scene.name);
        // Large heaps take long: a few steps show that they start.
        let steps = if ["ball-pit-1000", "stone-arch-101"].contains(&scene.name) { 3 } else { 50 };
        let mut world = World::new(loaded.scene).unwrap();
        for _ in 0..steps {
            let report = world.step().unwrap_or_else(|error| panic!("{}: {error}", scene.name));
            assert_eq!(report.outcome.name(), "solved", "{}: {report:?}", scene.name);
            if scene.name == "box-stack" {
                assert_eq!(report.contacts, 40);
            }
            if report.step == 1 {
                assert!(report.penetration < 1e-9, "{}: {}", scene.name, report.penetration);
            }
        }
    }
}

/// The chain meets the floor at 0.1565 s, whichever coordinates it is given.
#[test]
fn the_pendulum_meets_the_floor_when_it_should() {
    for (name, freedoms, rows) in [("twelve-link-pendulum", 12, 0), ("twelve-link-pendulum-redundant", 72, 60)] {
        let scene = load(name).scene;
        assert_eq!(scene.model.velocity_size(), freedoms);
        let closures = scene.model.closures().iter().map(|closure| closure.kind.rows()).sum::<usize>();
        assert_eq!(closures, rows);
        let mut world = World::new(scene).unwrap();
        let first = loop {
            let report = world.step().unwrap();
            let pushed = world.contacts().iter().any(|contact| world.impulse(contact).x > 0.0);
            if pushed || report.time > 0.2 {
                break report.time;
            }
        };
        eprintln!("{name} {first}");
        assert!((first - 0.1565).abs() <= 1e-3, "{name}: {first}");
    }
}

/// Slides for 2 v/(7 μ g), then rolls at 5/7 of the speed.
#[test]
fn the_sphere_ends_up_rolling() {
    let loaded = load("sphere-on-plane");
    let steps = (loaded.scene.duration / loaded.scene.settings.time_step).round() as usize;
    let mut world = World::new(loaded.scene).unwrap();
    (0..steps).for_each(|_| assert_eq!(world.step().unwrap().outcome.name(), "solved"));
    let ball = world.bodies()[2];
    assert!((ball.linear_velocity.x - 10.0 / 7.0).abs() < 1e-12, "{}", ball.linear_velocity.x);
    assert!((ball.angular_velocity.y - 10.0 / 7.0).abs() < 1e-12, "{}", ball.angular_velocity.y);
}

/// One step of 0.1 s under a gravity of 10 m/s²: p = (0.5; −0.25, 0).
#[test]
fn the_particle_gets_the_impulse_that_is_worked_out_by_hand() {
    for (setting, normal, sliding) in [("gravity=[0,0,-10]", 0.5, 0.25), ("gravity=[0,0,-5]", 0.0, 0.0)] {
        let mut world =
            World::new(built_in_scene("particle-on-plane").unwrap().load(&[setting]).unwrap().scene).unwrap();
        world.step().unwrap();
        let impulse = world.impulse(&world.contacts()[0]);
        let tangential = impulse.y.hypot(impulse.z);
        assert!((impulse.x - normal).abs() < 1e-9 && (tangential - sliding).abs() < 1e-9, "{setting}: {impulse:?}");
    }
}

/// Down the slope with g (sin 30° − μ cos 30°).
#[test]
fn the_box_on_its_slope_slides_as_worked_out_by_hand() {
    let mut world = World::new(load("box-on-slope").scene).unwrap();
    (0..1000).for_each(|_| assert_eq!(world.step().unwrap().outcome.name(), "solved"));
    let (sine, cosine) = (30.0_f64.to_radians().sin(), 30.0_f64.to_radians().cos());
    let speed = world.bodies()[2].linear_velocity.norm();
    assert!((speed - 9.81 * (sine - 0.5 * cosine)).abs() < 1e-9, "{speed}");
}

#[test]
fn the_block_falls_and_stays() {
    let mut world = World::new(load("falling-block").scene).unwrap();
    for _ in 0..1000 {
        world.step().unwrap();
        assert!(world.state().configuration[0] > -1e-12);
    }
    assert!(world.state().configuration[0].abs() < 1e-9 && world.state().velocity[0].abs() < 1e-9);
}

/// Its loop stays closed and its energy stays what it was, but for what the first order of the step costs.
#[test]
fn the_four_bar_linkage_stays_together() {
    let mut world = World::new(load("four-bar-loop").scene).unwrap();
    let before = world.energy().total();
    for _ in 0..1000 {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "{report:?}");
    }
    let after = world.energy().total();
    assert!((after - before).abs() < 0.05 * before.abs(), "{before} {after}");
}

/// No accelerations obey the laws, which is proved, and an impulse goes through: the end of the rod comes to rest.
#[test]
fn the_rod_is_stopped_by_an_impulse_where_no_force_exists() {
    let mut world = World::new(load("painleve-rod").scene).unwrap();
    let report = world.step().unwrap();
    let proved = Event::ImpulseStep { reason: ImpulseReason::NoSolution };
    assert!(report.events.contains(&proved), "{report:?}");
    // With little friction there is a force.
    let mut world =
        World::new(built_in_scene("painleve-rod").unwrap().load(&["material.default.friction=0.5"]).unwrap().scene)
            .unwrap();
    let report = world.step().unwrap();
    assert!(report.events.is_empty(), "{report:?}");
    let force = world.impulse(&world.contacts()[0]).x / 1e-3;
    assert!((force - 8.91428).abs() < 1e-2, "{force}");
}

#[test]
fn the_stack_stands_still() {
    let mut world = World::new(load("box-stack").scene).unwrap();
    for _ in 0..200 {
        let report = world.step().unwrap();
        assert_eq!((report.outcome.name(), report.contacts), ("solved", 40), "{report:?}");
    }
    for (k, body) in world.bodies()[2..].iter().enumerate() {
        assert!(
            (body.position.z - 0.1 - 0.2 * k as f64).abs() < 1e-9 && body.linear_velocity.norm() < 1e-9,
            "{body:?}"
        );
    }
}

/// One impact after the other hands all of the motion on to the last ball.
#[test]
fn the_cradle_hands_its_motion_on() {
    let mut world = World::new(load("newton-cradle").scene).unwrap();
    let before = world.energy();
    let mut fastest = [0.0_f64; 5];
    for _ in 0..5000 {
        world.step().unwrap();
        for (fastest, body) in fastest.iter_mut().zip(&world.bodies()[1..]) {
            *fastest = fastest.max(body.linear_velocity.norm());
        }
    }
    let arriving = (2.0 * 9.81 * (1.0 - 45.0_f64.to_radians().cos())).sqrt();
    assert!(fastest.iter().all(|speed| (speed - arriving).abs() < 0.02 * arriving), "{fastest:?}");
    assert!((world.energy().total() - before.total()).abs() < 0.02 * arriving * arriving);
}

#[test]
fn the_top_stays_up() {
    let mut world = World::new(load("spinning-top").scene).unwrap();
    let before = world.energy().total();
    for _ in 0..2000 {
        let report = world.step().unwrap();
        assert_eq!(report.outcome.name(), "solved", "{report:?}");
        assert!(world.bodies()[2].position.z > 0.045, "{report:?}");
    }
    assert!(world.energy().total() < before);
}
