//! Contact problems.

mod law;
mod options;
mod problem;
mod prox_iteration;
mod residual;
mod solution;

pub use problem::{ContactProblem, contact_methods};
pub use prox_iteration::prox_on_contacts;
pub use residual::ContactResidual;
pub use solution::ContactSolution;
