use crate::arguments::{RobotArguments, RunArguments};
use crate::failure::Failure;
use crate::output;
use crate::report::number::plain_power;
use crate::same_file::is_same_file;
use std::path::{Path, PathBuf};
use stiction_formats::{FindSceneError, LoadedScene, RecordingHeader, RecordingMark, RobotScene, RunPlan, SceneBundle};
use stiction_simulation::{Energy, RunSummary, StepSettings, World};

/// A run with everything decided: from its start, or from the middle.
pub struct RunRequest {
    /// The world where the run starts.
    pub world: World,
    /// What the world was made of.
    pub scene: SceneBundle,
    /// What the run came to so far.
    pub summary: RunSummary,
    /// The energies at the scene's start.
    pub initial: Energy,
    /// The number of the last step.
    pub steps: usize,
    /// How often it is recorded, where problems are saved, and the like.
    pub plan: RunPlan,
    /// Where to record it.
    pub record: Record,
    /// What a recording says of the scene.
    pub header: RecordingHeader,
    /// The page to write of it.
    pub html: Option<PathBuf>,
    /// Where its checkpoints are written.
    pub checkpoint: Option<PathBuf>,
    /// Whether the answer is JSON.
    pub json: bool,
    /// Whether the answer for people has details.
    pub details: bool,
}

/// What becomes of a recording.
pub enum Record {
    /// There is none.
    Nothing,
    /// A new file.
    New(PathBuf),
    /// One that goes on from where it was.
    Continued(RecordingMark),
}

/// A built-in scene, one from a file, or that of a robot alone.
pub fn find_scene(name: &str, changes: &[String]) -> Result<LoadedScene, Failure> {
    find_bundle(name, changes, &RobotArguments::default()).map(|(_, loaded)| loaded)
}

/// The same, with all that it was made of.
fn find_bundle(name: &str, changes: &[String], robot: &RobotArguments) -> Result<(SceneBundle, LoadedScene), Failure> {
    let RobotArguments { on_ground, pose, hold, root } = robot;
    let (root, pose) = (root.map(Into::into), pose.clone());
    let robot = RobotScene { root, on_ground: *on_ground, pose, hold: *hold, ..RobotScene::default() };
    stiction_formats::find_scene(name, changes, robot, |field| format!("--{field}")).map_err(|error| match error {
        FindSceneError::File(error) => error.into(),
        FindSceneError::Name(words) => Failure::Request(words),
    })
}

impl RunRequest {
    /// Reads the scene and settles the defaults.
    pub fn resolve(arguments: &RunArguments) -> Result<Self, Failure> {
        // Options are settings, so that one list says all that was changed.
        let mut changes = arguments.changes.clone();
        changes.extend(arguments.method.map(|method| format!("stepper.method={method}")));
        changes.extend(arguments.stepper.map(|stepper| format!("stepper.scheme={stepper}")));
        changes.extend(arguments.time_step.map(|seconds| format!("stepper.time_step={seconds:?}")));
        changes.extend(arguments.until.map(|seconds| format!("duration={seconds:?}")));
        let (bundle, loaded) = find_bundle(&arguments.scene, &changes, &arguments.robot)?;
        for notice in &loaded.notices {
            output::error(&format!("warning: {notice}\n"));
        }
        let scene = loaded.scene;
        check_output("--record", arguments.record.as_deref(), arguments, "--force overwrites it")?;
        check_output(
            "--checkpoint",
            arguments.checkpoint.as_deref(),
            arguments,
            "`stiction resume` continues it, --force overwrites it",
        )?;
        check_output("--html", arguments.html.as_deref(), arguments, "--force overwrites it")?;
        let outputs =
            [("--html", &arguments.html), ("--record", &arguments.record), ("--checkpoint", &arguments.checkpoint)];
        check_distinct(&outputs)?;
        let steps = steps(scene.duration, &scene.settings)?;
        let mut world = World::new(scene).map_err(|error| Failure::Request(format!("{}: {error}", arguments.scene)))?;
        world.set_threads(arguments.threads);
        let plan = RunPlan {
            every: arguments.every.map_or(loaded.record_every, |every| every as usize),
            failures: arguments.failures.display().to_string(),
            saved: Vec::new(),
            checkpoint_every: arguments.checkpoint_every,
            budget: arguments.budget_us,
        };
        let header = RecordingHeader::new(&world, plan.every);
        Ok(Self {
            header: header.with_view(&loaded.description, loaded.camera).with_source(&bundle),
            html: arguments.html.clone(),
            initial: world.energy(),
            world,
            scene: bundle,
            summary: RunSummary::default(),
            steps,
            plan,
            record: arguments.record.clone().map_or(Record::Nothing, Record::New),
            checkpoint: arguments.checkpoint.clone(),
            json: arguments.json,
            details: arguments.details,
        })
    }
}

/// Refuses to write over the scene, and over other files unless that was asked for.
fn check_output(option: &str, path: Option<&Path>, arguments: &RunArguments, advice: &str) -> Result<(), Failure> {
    let Some(path) = path.filter(|path| path.exists()) else { return Ok(()) };
    let shown = path.display();
    if is_same_file(path, Path::new(&arguments.scene)) {
        return Err(Failure::Request(format!("{option} {shown}: expected another file than the scene itself")));
    }
    if arguments.force { Ok(()) } else { Err(Failure::Request(format!("{shown}: exists; {advice}"))) }
}

/// Refuses two outputs that lead to one file.
fn check_distinct(outputs: &[(&str, &Option<PathBuf>)]) -> Result<(), Failure> {
    for (place, (option, path)) in outputs.iter().enumerate() {
        for (other, second) in &outputs[place + 1..] {
            let (Some(first), Some(second)) = (path, second) else { continue };
            if is_same_file(first, second) {
                let (path, what) = (second.display(), if *option == "--html" { "page" } else { "recording" });
                return Err(Failure::Request(format!("{other} {path}: expected another file than the {what}")));
            }
        }
    }
    Ok(())
}

/// How many steps a time takes.
pub fn steps(duration: f64, settings: &StepSettings) -> Result<usize, Failure> {
    const MOST: f64 = 1e12;
    let steps = settings.steps_in(duration);
    let [duration, time_step] = [duration, settings.time_step].map(plain_power);
    match steps {
        _ if steps < 1.0 => Err(Failure::Request(format!(
            "{duration} s in steps of {time_step} s: expected at least one step, found none"
        ))),
        _ if steps <= MOST => Ok(steps as usize),
        _ => Err(Failure::Request(format!("{duration} s in steps of {time_step} s: expected at most {MOST:e} steps"))),
    }
}
