//! The page about the format tells the truth: its examples are scenes.

use std::path::Path;
use stiction_formats::{
    FormatError, LoadedScene, NoSceneFiles, Robot, RobotState, RootJoint, SceneFile, SceneFiles, TriangleMesh,
    parse_urdf,
};
use stiction_simulation::World;

const PAGE: &str = include_str!("../../../../docs/scenes.md");

/// The one robot of the page, beside those that come with the program.
pub struct Arm;

impl SceneFiles for Arm {
    fn robot(&mut self, file: &str, root: Option<RootJoint>) -> Result<Robot, FormatError> {
        if file != "arm.urdf" {
            return NoSceneFiles.robot(file, root);
        }
        let arm = PAGE.split("```xml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        parse_urdf("arm.urdf", arm.as_bytes(), root.unwrap_or_default(), &mut |_| false)
    }

    fn mesh(&mut self, file: &Path) -> Result<TriangleMesh, FormatError> {
        Err(missing(&file.display().to_string()))
    }

    fn state(&mut self, file: &str, _: &Robot) -> Result<RobotState, FormatError> {
        Err(missing(file))
    }
}

fn missing(file: &str) -> FormatError {
    FormatError { file: file.to_owned(), position: None, field: String::new(), message: "not on the page".to_owned() }
}

/// The page's example of all keys.
pub fn all_keys() -> &'static str {
    examples().nth(1).unwrap()
}

fn examples() -> impl Iterator<Item = &'static str> {
    PAGE.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap())
}

fn load(text: &str, settings: &[&str]) -> LoadedScene {
    let file = SceneFile::parse("scene.toml", text.as_bytes(), settings).unwrap_or_else(|error| panic!("{error}"));
    file.resolve("scene", &mut Arm).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_example_is_a_scene_that_runs() {
    assert_eq!(examples().count(), 3);
    for example in examples() {
        let mut world = World::new(load(example, &[]).scene).unwrap();
        for _ in 0..20 {
            let report = world.step().unwrap();
            assert_eq!(report.outcome.name(), "solved", "{report:?}");
        }
    }
}

#[test]
fn all_keys_mean_what_the_page_says() {
    let LoadedScene { scene, description, camera, record_every, notices } = load(all_keys(), &[]);
    assert_eq!((scene.name.as_str(), scene.duration, record_every), ("reference", 2.0, 10));
    assert!(description.starts_with("Every key") && notices.is_empty(), "{notices:?}");
    assert_eq!(camera.unwrap().position.to_array(), [3.0, -6.0, 3.0]);
    let model = &scene.model;
    // World, floor, six pegs, base and fore of the robot, crate, figure, six balls, crank, coupler, rocker, slider.
    assert_eq!(model.bodies().len(), 22);
    assert_eq!((model.closures().len(), model.couplings().len()), (1, 1));
    assert_eq!((scene.loads.len(), scene.drives.len(), scene.motors.len()), (2, 1, 2));
    // The forearm: 1 kg·m² of its own, its joint through its centre of mass.
    let pace = std::f64::consts::TAU * 5.0;
    let [given, tuned] = [&scene.motors[0], &scene.motors[1]];
    assert_eq!((given.stiffness, given.damping, given.limits), (20.0, 2.0, (-30.0, 30.0)));
    assert!((tuned.stiffness - pace * pace).abs() < 1e-9 && (tuned.damping - 2.0 * pace).abs() < 1e-9, "{tuned:?}");
    assert_eq!(tuned.position, stiction_simulation::Signal::Constant(0.5));
    let ice = scene.materials.find("ice").unwrap();
    let pair = scene.materials.pair(ice, stiction_simulation::Materials::DEFAULT);
    assert_eq!((pair.friction, pair.restitution), (0.05, 0.1));
    let motor = model.joint(model.find_joint("motor").unwrap());
    assert!((scene.initial.configuration[motor.configuration.start] - 90.0_f64.to_radians()).abs() < 1e-15);
    let elbow = model.joint(model.find_joint("left elbow").unwrap());
    assert_eq!(scene.initial.configuration[elbow.configuration.start], 0.5);
    assert_eq!(scene.initial.velocity[elbow.velocity.start], 0.1);
    let world = World::new(scene).unwrap();
    let fore = world.scene().model.find_body("left fore").unwrap();
    // Its placement, and the joint's in its file.
    assert_eq!(world.bodies()[fore.index()].position.to_array(), [1.0, -2.0, 0.0]);
}

#[test]
fn settings_change_what_they_name() {
    let settings = [
        "stepper.time_step=5e-4",
        "stepper.method=nsgs",
        "material.default.friction=0.3",
        "body.crate.velocity=[1,0,0]",
        "body.figure.shape.head.radius=0.1",
        "body.ball.repeat.count=[1,1,1]",
        "never_touch.1.0=figure",
        "name=\"another\"",
        "duration = 3",
    ];
    let scene = load(all_keys(), &settings).scene;
    assert_eq!((scene.settings.time_step, scene.settings.method.name()), (5e-4, "nsgs"));
    assert_eq!(scene.materials.get(stiction_simulation::Materials::DEFAULT).friction, 0.3);
    assert_eq!(scene.model.bodies().len(), 17);
    assert_eq!((scene.name.as_str(), scene.duration), ("another", 3.0));
    let free = scene.model.joint(scene.model.find_joint("crate").unwrap());
    // Along the world's axes, so that the body, turned by 30°, sees it turned back.
    let along = &scene.initial.velocity[free.velocity.clone()][3..];
    assert!((along[0] - 30.0_f64.to_radians().cos()).abs() < 1e-15 && (along[1] + 0.5).abs() < 1e-15, "{along:?}");
    // A table that the file leaves out.
    let small = examples().next().unwrap();
    assert_eq!(load(small, &["stepper.time_step=1e-2"]).scene.settings.time_step, 1e-2);
    // One number of a list that the file leaves out.
    assert_eq!(load(small, &["gravity.2=-1.62"]).scene.model.gravity().to_array(), [0.0, 0.0, -1.62]);
}

#[test]
fn the_same_grid_comes_out_each_time_and_another_seed_gives_another() {
    let place = |settings: &[&str]| load(all_keys(), settings).scene.initial.configuration;
    assert_eq!(place(&[]), place(&[]));
    assert_ne!(place(&[]), place(&["body.ball.repeat.seed=8"]));
}
