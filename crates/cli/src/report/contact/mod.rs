//! Answers to contact problems.

mod contacts;
mod json;
mod listing;
mod residual;
mod single;
mod summary;
mod table;

pub use json::answer as json;

use crate::contact::{ContactListing, ContactRequest, ContactRun};

/// The whole answer for people.
pub fn text(request: &ContactRequest, runs: &[ContactRun], listing: Option<&ContactListing>) -> String {
    let mut text = summary::answer(&request.title, &request.problem);
    text.push('\n');
    if request.compare {
        text.push_str(&table::answer(request, runs));
    } else {
        for run in runs {
            text.push_str(&single::answer(request, run));
        }
    }
    if let Some(listing) = listing {
        if !runs.is_empty() {
            text.push('\n');
        }
        text.push_str(&listing::answer(request, listing));
    }
    text
}
