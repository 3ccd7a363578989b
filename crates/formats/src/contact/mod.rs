//! Contact problem files: JSON with `"kind": "contact"`.

mod convert;
mod decode;
mod file;
mod law;
mod pose;
mod resolve;
mod write;

pub use file::{ContactFile, ContactForm, LoadedContact};
pub use law::LawFile;
