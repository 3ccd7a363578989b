//! Answers as text for people and as JSON for programs.

pub mod json;
mod listing;
mod number;
mod single;
mod table;
pub mod text;
