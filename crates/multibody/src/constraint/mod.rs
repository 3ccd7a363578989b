//! Equations and inequalities between bodies, and what they do to the dynamics.

mod closure;
mod coupling;

pub use closure::{ClosureKind, LoopClosure};
pub use coupling::Coupling;
