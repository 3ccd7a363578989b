use stiction_formats::built_in_scene;
use stiction_simulation::{Scene, SimulationError, StepReport, World};

/// What is changed of a scene where its contacts are to be rigid.
const RIGID: &str = "material.default.stiffness=inf";

/// A built-in scene, and which of its steps count.
pub struct Motion {
    /// The scene.
    pub scene: Scene,
    /// Steps before those that count.
    pub skip: usize,
    /// Steps that count.
    pub steps: usize,
}

impl Motion {
    /// The scene of that name, exactly as it comes with the program; without a number of steps, to its end.
    pub fn new(name: &str, skip: usize, steps: Option<usize>) -> Result<Self, String> {
        Self::with(name, &[], skip, steps)
    }

    /// The same as it comes, `built-in`, or `rigid`.
    pub fn variant(name: &str, variant: &str, skip: usize, steps: usize) -> Result<Self, String> {
        match variant {
            "built-in" => Self::new(name, skip, Some(steps)),
            "rigid" => Self::with(name, &[RIGID], skip, Some(steps)),
            _ => Err(format!("expected built-in or rigid, found '{variant}'")),
        }
    }

    fn with(name: &str, settings: &[&str], skip: usize, steps: Option<usize>) -> Result<Self, String> {
        let scene = built_in_scene(name).ok_or_else(|| format!("no scene {name}"))?;
        let scene = scene.load(settings).map_err(|error| error.to_string())?.scene;
        let steps = steps.unwrap_or((scene.settings.steps_in(scene.duration) as usize).saturating_sub(skip));
        if steps == 0 {
            return Err("expected at least one step".to_owned());
        }
        Ok(Self { scene, skip, steps })
    }

    /// A world at the scene's start.
    pub fn start(&self) -> Result<World, String> {
        World::new(self.scene.clone()).map_err(|error| error.to_string())
    }

    /// A world after the steps that do not count.
    pub fn begin(&self) -> Result<World, String> {
        let mut world = self.start()?;
        for _ in 0..self.skip {
            step(&mut world)?;
        }
        Ok(world)
    }
}

/// One step, its error in words.
pub fn step(world: &mut World) -> Result<StepReport, String> {
    world.step().map_err(|error: SimulationError| format!("step {}: {error}", world.steps() + 1))
}
