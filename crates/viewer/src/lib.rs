//! Recordings in a browser: one page that holds everything, or the same page served on loopback with a lab beside it.

mod base64;
mod page;

pub use page::{MOST_ON_A_PAGE, page};
