use super::{listing, single, table};
use crate::request::Request;
use crate::run::{Listing, Run};

/// The whole answer for people.
pub fn answer(request: &Request, runs: &[Run], listing: Option<&Listing>) -> String {
    let rows = request.posed.problem().dimension();
    let plural = if rows == 1 { "" } else { "s" };
    let mut text = format!("{}: {}, {rows} row{plural}\n\n", request.title, request.posed.kind());
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
