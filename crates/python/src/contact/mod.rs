//! Contact problems.

mod law;
mod options;
mod problem;
mod residual;
mod solution;

pub use problem::{ContactProblem, contact_methods};
pub use residual::ContactResidual;
pub use solution::ContactSolution;
