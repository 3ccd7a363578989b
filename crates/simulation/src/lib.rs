//! Rigid bodies in contact, stepped through time: each step is one contact problem, solved exactly and judged.

mod acceleration;
mod budget;
mod energy;
mod error;
mod free_motion;
mod impact;
mod load;
mod material;
mod memory;
mod patience;
mod projection;
mod report;
mod rows;
mod scene;
mod settings;
mod signal;
mod snapshot;
mod solve;
mod stepper;
mod summary;
mod world;

pub use budget::Budget;
pub use energy::Energy;
pub use error::{SimulationError, UnsolvedStep};
pub use load::{Drive, Load, LoadTarget};
pub use material::{Material, MaterialId, Materials};
pub use report::{Event, ImpulseReason, StepReport};
pub use rows::{Source, StepContact};
pub use scene::Scene;
pub use settings::{FailurePolicy, ImpactLaw, Scheme, StepSettings, UnknownName};
pub use signal::Signal;
pub use snapshot::{Rest, Snapshot};
pub use stepper::Stage;
pub use summary::{RunSummary, Worst};
pub use world::{BodyState, World};
