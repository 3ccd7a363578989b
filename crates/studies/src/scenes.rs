//! Scenes of studies, in motion.

use crate::StudyError;
use crate::error::missing;
use stiction_formats::built_in_scene;
use stiction_simulation::World;

/// A built-in scene at its start, with settings changed.
pub fn world(name: &str, settings: &[&str]) -> Result<World, StudyError> {
    let scene = built_in_scene(name).ok_or_else(|| missing(name))?;
    let loaded = scene.load(settings).map_err(StudyError::broken)?;
    World::new(loaded.scene).map_err(StudyError::broken)
}
