//! How the built-in scenes move: against closed forms, conservation laws, other methods and themselves.
#![allow(clippy::unwrap_used)]

mod arches;
mod budget;
mod checkpoint;
mod conservation;
mod determinism;
mod friction;
mod impacts;
mod mechanisms;
mod methods;
mod order;
mod pieces;
mod piles;
mod recording;
mod robots;
mod soft;

use stiction_formats::built_in_scene;
use stiction_simulation::{BodyState, Scene, World};

/// A built-in scene with settings of its own.
pub fn scene(name: &str, settings: &[&str]) -> Scene {
    built_in_scene(name).unwrap().load(settings).unwrap().scene
}

/// The same, ready to run.
pub fn world(name: &str, settings: &[&str]) -> World {
    World::new(scene(name, settings)).unwrap()
}

/// The state of the body of that name.
pub fn body(world: &World, name: &str) -> BodyState {
    world.bodies()[world.scene().model.find_body(name).unwrap().index()]
}
