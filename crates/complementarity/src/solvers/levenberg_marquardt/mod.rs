//! Levenberg–Marquardt methods on the Fischer–Burmeister equations of a complementarity problem.
//!
//! Both minimise `ψ(x) = ½ ‖φ(x)‖²`; they differ in how a step is made safe. [`RegularLevenbergMarquardt`]
//! turns the damping up and down by the ratio of actual to predicted decrease;
//! [`ProjectedLevenbergMarquardt`] keeps the damping tiny and the points in the box, and searches along the
//! step. Both can end in a minimum of `ψ` that is no solution: that is `Stalled`, and proves nothing.

pub(crate) mod fischer_burmeister_system;
mod projected;
mod regular;

pub use projected::{ProjectedLevenbergMarquardt, ProjectedLevenbergMarquardtSettings};
pub use regular::{RegularLevenbergMarquardt, RegularLevenbergMarquardtSettings};
