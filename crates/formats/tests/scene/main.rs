//! Scene files: what they mean, what is wrong with them, and the scenes that come with the program.
#![allow(clippy::unwrap_used)]

mod any_bytes;
mod bad_input;
mod built_in;
mod reference;
mod robot_alone;
mod robots;
mod shapes;
