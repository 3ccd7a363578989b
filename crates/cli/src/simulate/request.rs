use crate::arguments::{RobotArguments, RunArguments};
use crate::failure::Failure;
use crate::output;
use crate::report::number::plain_power;
use std::path::{Path, PathBuf};
use stiction_formats::{BUILT_IN_SCENES, LoadedScene, RobotScene, built_in_scene, is_robot_file, nearest, read_scene};
use stiction_simulation::World;

/// A run with everything decided.
pub struct RunRequest {
    /// The world at its start.
    pub world: World,
    /// How many steps to take.
    pub steps: usize,
    /// Where to record it.
    pub record: Option<PathBuf>,
    /// Every how many steps.
    pub every: usize,
    /// Where problems that were not solved are saved.
    pub failures: PathBuf,
    /// Whether the answer is JSON.
    pub json: bool,
}

/// A built-in scene, one from a file, or that of a robot alone.
pub fn find_scene(name: &str, changes: &[String]) -> Result<LoadedScene, Failure> {
    find(name, changes, &RobotArguments::default())
}

fn find(name: &str, changes: &[String], robot: &RobotArguments) -> Result<LoadedScene, Failure> {
    if is_robot_file(Path::new(name)) {
        let RobotArguments { on_ground, pose, hold, root } = robot;
        let (root, pose) = (root.map(Into::into), pose.clone());
        return Ok(RobotScene { file: name.into(), root, on_ground: *on_ground, pose, hold: *hold }.load(changes)?);
    }
    let given = [
        (robot.on_ground, "--on-ground"),
        (robot.pose.is_some(), "--pose"),
        (robot.hold, "--hold"),
        (robot.root.is_some(), "--root"),
    ];
    if let Some((_, option)) = given.iter().find(|(given, _)| *given) {
        return Err(Failure::Request(format!("{option}: expected a robot file (.urdf, .xml, .mjcf), found '{name}'")));
    }
    if let Some(scene) = built_in_scene(name) {
        return Ok(scene.load(changes)?);
    }
    let path = Path::new(name);
    let plain = path.extension().is_none() && path.components().count() == 1;
    if plain && !path.exists() {
        let near = nearest(name, BUILT_IN_SCENES.iter().map(|scene| scene.name));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
        return Err(Failure::Request(format!(
            "expected a scene file or a name listed by `stiction scenes`, found '{name}'{hint}"
        )));
    }
    Ok(read_scene(path, changes)?)
}

impl RunRequest {
    /// Reads the scene and settles the defaults.
    pub fn resolve(arguments: &RunArguments) -> Result<Self, Failure> {
        let loaded = find(&arguments.scene, &arguments.changes, &arguments.robot)?;
        for notice in &loaded.notices {
            output::error(&format!("notice: {notice}\n"));
        }
        let mut scene = loaded.scene;
        if let Some(method) = arguments.method {
            scene.settings.method = method;
        }
        if let Some(stepper) = arguments.stepper {
            scene.settings.scheme = stepper;
        }
        if let Some(time_step) = arguments.time_step {
            scene.settings.time_step = time_step;
        }
        if let Some(until) = arguments.until {
            scene.duration = until;
        }
        if let Some(record) = arguments.record.as_ref().filter(|path| path.exists()) {
            if is_same_file(record, Path::new(&arguments.scene)) {
                let record = record.display();
                return Err(Failure::Request(format!(
                    "--record {record}: expected another file than the scene itself"
                )));
            }
            if !arguments.force {
                return Err(Failure::Exists(record.clone()));
            }
        }
        let steps = steps(scene.duration, scene.settings.time_step)?;
        let every = arguments.every.map_or(loaded.record_every, |every| every as usize);
        let world = World::new(scene).map_err(|error| Failure::Request(format!("{}: {error}", arguments.scene)))?;
        Ok(Self {
            world,
            steps,
            record: arguments.record.clone(),
            every,
            failures: arguments.failures.clone(),
            json: arguments.json,
        })
    }
}

/// How many steps a time takes: to the nearest, so that rounding makes no extra one.
pub fn steps(duration: f64, time_step: f64) -> Result<usize, Failure> {
    const MOST: f64 = 1e12;
    let steps = (duration / time_step - 1e-6).ceil();
    let [duration, time_step] = [duration, time_step].map(plain_power);
    match steps {
        _ if steps < 1.0 => Err(Failure::Request(format!(
            "{duration} s in steps of {time_step} s: expected at least one step, found none"
        ))),
        _ if steps <= MOST => Ok(steps as usize),
        _ => Err(Failure::Request(format!("{duration} s in steps of {time_step} s: expected at most {MOST:e} steps"))),
    }
}

/// Whether two paths lead to one file, by whatever way.
fn is_same_file(first: &Path, second: &Path) -> bool {
    matches!((first.canonicalize(), second.canonicalize()), (Ok(first), Ok(second)) if first == second)
}
