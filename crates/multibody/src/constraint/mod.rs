//! Equations and inequalities between bodies: loop closures, couplings, limits.

mod bilateral;
mod closure;
mod closure_rows;
mod coupling;
mod limits;

pub use bilateral::Bilateral;
pub use closure::{ClosureKind, LoopClosure};
pub use coupling::Coupling;
pub use limits::{Limit, LimitSide, Limits};
