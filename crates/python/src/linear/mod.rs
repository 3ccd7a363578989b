//! Complementarity problems.

mod certificate;
mod effort;
mod enumeration;
mod nonlinear;
mod prox_iteration;
mod residual;
mod solution;
mod solve;

pub use certificate::Certificate;
pub use effort::Effort;
pub use enumeration::{Enumeration, Face, enumerate_lcp};
pub use nonlinear::solve_mcp;
pub use prox_iteration::prox;
pub use residual::Residual;
pub use solution::Solution;
pub use solve::{methods, solve_lcp, solve_mlcp};
