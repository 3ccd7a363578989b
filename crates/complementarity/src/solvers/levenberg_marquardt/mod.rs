//! Levenberg–Marquardt methods on the Fischer–Burmeister equations of a complementarity problem.
//!
//! Both minimise `ψ(x) = ½ ‖φ(x)‖²`; they differ in how a step is made safe. [`RegularLevenbergMarquardt`]
//! turns the damping up and down by the ratio of actual to predicted decrease;
//! [`ProjectedLevenbergMarquardt`] keeps the damping tiny and the points in the box, and searches along the
//! step. Both can run into a minimum of `ψ` that is no solution. They then try a few other starts; where
//! those fail too, the outcome is `Stalled`, which proves nothing.

pub(crate) mod fischer_burmeister_system;
mod options;
mod projected;
mod regular;
mod restart;

pub use options::{LevenbergMarquardtError, LevenbergMarquardtOptions, LevenbergMarquardtParameter};
pub use projected::{ProjectedLevenbergMarquardt, ProjectedLevenbergMarquardtSettings};
pub use regular::{RegularLevenbergMarquardt, RegularLevenbergMarquardtSettings};
