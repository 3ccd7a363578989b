use crate::failure::Failure;
use crate::output;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stiction_formats::{Checkpoint, RecordingMark, RunPlan, SceneBundle, fingerprint, write_checkpoint};
use stiction_simulation::{Energy, RunSummary, World};

/// By the clock, unless somebody says how often.
const PAUSE: Duration = Duration::from_secs(10);

/// Writes the checkpoints of a run, always to the same file.
pub struct Checkpoints {
    pub path: PathBuf,
    scene: SceneBundle,
    /// Every how many steps; by the clock if that is not said.
    every: Option<usize>,
    initial: Energy,
    build: Option<u64>,
    written: Instant,
}

impl Checkpoints {
    pub fn new(path: &Path, scene: SceneBundle, plan: &RunPlan, time_step: f64, initial: Energy) -> Self {
        let every = plan.checkpoint_every.map(|seconds| (seconds / time_step).round().max(1.0) as usize);
        Self { path: path.to_owned(), scene, every, initial, build: build(), written: Instant::now() }
    }

    /// Whether it is time for one after this step.
    pub fn is_due(&self, step: usize) -> bool {
        match self.every {
            Some(every) => step.is_multiple_of(every),
            None => self.written.elapsed() >= PAUSE,
        }
    }

    /// Writes one.
    pub fn write(
        &mut self,
        world: &World,
        summary: &RunSummary,
        plan: &RunPlan,
        recording: Option<RecordingMark>,
    ) -> Result<(), Failure> {
        let Some(snapshot) = world.snapshot() else { return Ok(()) };
        let checkpoint = Checkpoint {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            build: self.build,
            scene: self.scene.clone(),
            snapshot,
            summary: summary.clone(),
            initial: self.initial,
            plan: plan.clone(),
            recording,
        };
        self.written = Instant::now();
        Ok(write_checkpoint(&self.path, &checkpoint)?)
    }

    /// The same in the middle of a run, which is worth more than a checkpoint: where that fails, says so and goes on.
    pub fn try_write(&mut self, world: &World, summary: &RunSummary, plan: &RunPlan, recording: Option<RecordingMark>) {
        if let Err(failure) = self.write(world, summary, plan, recording) {
            output::error(&format!("warning: no checkpoint after step {}: {failure}\n", world.steps()));
        }
    }
}

/// Tells this build of the program from others.
pub fn build() -> Option<u64> {
    std::env::current_exe().ok().and_then(|program| fingerprint(&program).ok())
}
