use super::checkpoints::build;
use super::request::{Record, RunRequest, steps};
use super::run::execute;
use crate::arguments::ResumeArguments;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::report::number::plain_power;
use std::process::ExitCode;
use stiction_formats::{Checkpoint, LoadedScene, RecordingHeader, RecordingMark, read_checkpoint};
use stiction_simulation::World;

/// `stiction resume`.
pub fn resume(arguments: &ResumeArguments) -> Result<ExitCode, Failure> {
    interrupt::install();
    execute(RunRequest::resume(arguments)?)
}

impl RunRequest {
    /// Reads a checkpoint and settles what is to change.
    fn resume(arguments: &ResumeArguments) -> Result<Self, Failure> {
        let file = arguments.file.display();
        let checkpoint = read_checkpoint(&arguments.file)?;
        let Checkpoint { program, mut scene, snapshot, summary, initial, mut plan, recording, .. } = checkpoint;
        if checkpoint.build.is_none() || checkpoint.build != build() {
            output::error(&format!(
                "warning: {file} was written by another build of the program ({program}): the last digits may differ from \
                 those of an uninterrupted run\n"
            ));
        }
        if let Some(until) = arguments.until {
            scene.settings.push(format!("duration={until:?}"));
        }
        let LoadedScene { scene: loaded, description, camera, .. } = scene.load()?;
        let duration = loaded.duration;
        let steps = steps(duration, &loaded.settings)?;
        let restored = World::restore(loaded, &snapshot);
        let mut world = restored.map_err(|error| Failure::Request(format!("{file}: {error}")))?;
        world.set_threads(arguments.threads);
        if steps <= world.steps() {
            let (at, end) = (plain_power(world.state().time), plain_power(duration));
            return Err(Failure::Request(format!(
                "{file}: expected a run to continue, found one at {at} s that ends at {end} s; a later --until continues it"
            )));
        }
        if let Some(folder) = &arguments.failures {
            plan.failures = folder.display().to_string();
        }
        plan.checkpoint_every = arguments.checkpoint_every.or(plan.checkpoint_every);
        let record = match (recording, &arguments.record) {
            (Some(mark), Some(moved)) => Record::Continued(RecordingMark { path: moved.display().to_string(), ..mark }),
            (Some(mark), None) => Record::Continued(mark),
            (None, Some(path)) if path.exists() && !arguments.force => return Err(Failure::Exists(path.clone())),
            (None, Some(path)) => Record::New(path.clone()),
            (None, None) => Record::Nothing,
        };
        let (checkpoint, json, details) = (Some(arguments.file.clone()), arguments.json, arguments.details);
        let header = RecordingHeader::new(&world, plan.every).with_view(&description, camera).with_source(&scene);
        Ok(Self { header, html: None, world, scene, summary, initial, steps, plan, record, checkpoint, json, details })
    }
}
