use super::Limits;
use stiction_formats::{Frame, LoadedScene, RecordingHeader};
use stiction_simulation::{Scene, World};

/// The most frames that a run records.
const MOST_FRAMES: usize = 10_000;

/// A run with everything decided.
pub(crate) struct Job {
    pub scene: Scene,
    pub start: Frame,
    pub header: RecordingHeader,
    pub steps: usize,
    /// s of the clock.
    pub seconds: f64,
    /// Of the recording.
    pub bytes: usize,
}

impl Job {
    /// The run of a scene; in words, why there is none.
    pub fn new(loaded: LoadedScene, settings: Vec<String>, limits: &Limits) -> Result<Self, String> {
        let LoadedScene { scene, description, camera, .. } = loaded;
        let (duration, time_step) = (scene.duration, scene.settings.time_step);
        let steps = (duration / time_step - 1e-6).ceil();
        if !(1.0..=limits.steps as f64).contains(&steps) {
            let most = limits.steps;
            return Err(format!(
                "{duration} s in time steps of {time_step} s: expected 1 to {most} steps, found {steps}; `stiction run` \
                 has no such limit"
            ));
        }
        let steps = steps as usize;
        // Looked at here, so that what is wrong is told at once; a world stays in the thread that it was made in.
        let world = World::new(scene).map_err(|error| error.to_string())?;
        let every = steps.div_ceil(MOST_FRAMES.min(frames_within(&world, limits.bytes))).max(1);
        let mut header = RecordingHeader::new(&world, every).with_view(&description, camera);
        header.settings = settings;
        let (scene, start) = (world.scene().clone(), Frame::start(&world));
        Ok(Self { scene, start, header, steps, seconds: limits.seconds, bytes: limits.bytes })
    }
}

/// How many frames so many bytes hold, if each body has three contacts; half of them, to be safe.
fn frames_within(world: &World, bytes: usize) -> usize {
    let model = &world.scene().model;
    let numbers = 8 * (model.configuration_size() + model.velocity_size());
    (bytes / 2 / (numbers + 3 * 81 * model.bodies().len() + 100)).max(2)
}
