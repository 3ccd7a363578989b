//! Scene files: what they mean, what is wrong with them, and the scenes that come with the program.
#![allow(clippy::unwrap_used)]

mod built_in;
mod reference;
