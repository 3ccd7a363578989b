//! Answers as text for people and as JSON for programs.

pub mod bench;
pub mod compare;
pub mod contact;
pub mod evaluation;
pub mod json;
mod listing;
pub mod model;
pub mod model_json;
mod moves;
pub mod number;
mod paragraph;
pub mod recording;
pub mod run;
pub mod scene;
mod single;
pub mod study;
mod table;
pub mod text;
mod tree;

pub use paragraph::paragraph;
