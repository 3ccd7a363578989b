//! Mechanisms.

mod dynamics;
mod model;

pub use model::Model;
