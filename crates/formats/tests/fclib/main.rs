//! FCLIB files: recorded ones, round trips, and every objection.
#![allow(clippy::unwrap_used)]

mod damaged;
mod errors;
mod layout;
mod recorded;
mod sketch;
