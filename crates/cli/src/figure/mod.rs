//! Figures as SVG, drawn without help from outside.

mod canvas;
mod log_axis;
mod performance_profile;

pub use performance_profile::performance_profile;
