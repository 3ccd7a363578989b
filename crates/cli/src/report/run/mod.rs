//! What a run came to: for people a summary, details on request, and for programs every digit.

mod closing;
mod details;
mod final_contacts;
mod json;
mod summary;

use crate::simulate::{End, Finished};

pub use json::answer as json;

/// For people. The summary answers what a person asks first: was every step solved, how accurately, did anything
/// penetrate, slip or gain energy, and how fast was it.
pub fn text(run: &Finished, with_details: bool) -> String {
    let mut text = summary::answer(run);
    if matches!(run.end, End::Done) {
        text.push_str(&final_contacts::answer(&run.world));
    }
    if with_details {
        text.push_str(&details::answer(run));
    }
    text.push_str(&closing::answer(run, with_details));
    text
}
