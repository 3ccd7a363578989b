//! Scenes, worlds, recordings.

mod batch;
mod contacts;
mod recording;
mod report;

mod scene;
mod state;
mod summary;
mod views;
mod world;

pub use batch::rollout;
pub use recording::Recording;
pub use report::StepReport;
pub use scene::{Scene, scenes};
pub use state::State;
pub use summary::RunSummary;
pub use world::World;
