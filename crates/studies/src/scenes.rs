//! Scenes of studies, in motion.

use crate::StudyError;
use crate::error::missing;
use stiction_contact::ContactProblem;
use stiction_formats::{NoSceneFiles, SceneFile, built_in_scene};
use stiction_simulation::World;

/// A built-in scene at its start, with settings changed.
pub fn world(name: &str, settings: &[&str]) -> Result<World, StudyError> {
    let scene = built_in_scene(name).ok_or_else(|| missing(name))?;
    world_of(name, scene.text, settings)
}

/// The same of a scene that a study writes.
pub fn world_of(name: &str, text: &str, settings: &[&str]) -> Result<World, StudyError> {
    let file = SceneFile::parse(name, text.as_bytes(), settings).map_err(StudyError::broken)?;
    let loaded = file.resolve(name, &mut NoSceneFiles).map_err(StudyError::broken)?;
    World::new(loaded.scene).map_err(StudyError::broken)
}

/// A copy of the contact problem that the last step of a world solved.
pub fn frozen_problem(world: &World) -> Result<ContactProblem, StudyError> {
    let problem = world.contact_problem();
    let (matrix, free) = (problem.dense().into_owned(), problem.free_velocity().to_vec());
    let copy = ContactProblem::new(matrix, free, problem.laws().to_vec()).map_err(StudyError::broken)?;
    match problem.given_slips() {
        [] => Ok(copy),
        slips => copy.with_slips(slips.to_vec()).map_err(StudyError::broken),
    }
}
