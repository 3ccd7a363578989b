//! Rigid bodies in contact, stepped through time: each step is one contact problem, solved exactly and judged.

mod acceleration;
mod energy;
mod error;
mod free_motion;
mod gains;
mod impact;
mod load;
mod material;
mod memory;
mod motor;
mod patience;
mod projection;
mod report;
mod rows;
mod scene;
mod settings;
mod signal;
mod solve;
mod stepper;
mod summary;
mod world;

pub use energy::Energy;
pub use error::{SimulationError, UnsolvedStep};
pub use gains::{Tuning, moved_inertia};
pub use load::{Drive, Load, LoadTarget};
pub use material::{Material, MaterialId, Materials};
pub use motor::Motor;
pub use report::{Event, ImpulseReason, StepReport};
pub use rows::{Source, StepContact};
pub use scene::Scene;
pub use settings::{FailurePolicy, ImpactLaw, Scheme, StepSettings, UnknownName};
pub use signal::Signal;
pub use stepper::Stage;
pub use summary::{RunSummary, Worst};
pub use world::{BodyState, World};
