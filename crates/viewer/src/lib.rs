//! Recordings in a browser: one page that holds everything, or the same page served on loopback with a lab beside it.

mod base64;
mod clock;
mod lab;
mod page;
mod server;

pub use clock::Clock;
pub use lab::{Lab, Limits, RunForm};
pub use page::{MOST_ON_A_PAGE, page};
pub use server::{Content, Server};
