use crate::report::number::{count, plain_power, seconds};
use crate::simulate::{End, Finished};
use stiction_formats::event_words;

/// How many events are listed without and with details.
const EVENTS: [usize; 2] = [3, 20];

/// Events that a reader should know of, how the run ended if not as planned, and the files that it wrote.
pub fn answer(run: &Finished, with_details: bool) -> String {
    let mut text = events(run, EVENTS[usize::from(with_details)]);
    let steps = count(run.summary.steps, "step");
    match &run.end {
        End::Done => {}
        End::Interrupted => {
            text.push_str(&format!("\nstopped by Ctrl-C after {steps}\n"));
            if let Some(path) = &run.checkpoint {
                text.push_str(&format!("continue with: stiction resume {}\n", path.display()));
            }
        }
        End::Stopped(reason) => text.push_str(&format!("\nstopped early: {reason}\n")),
    }
    let tolerance = plain_power(run.world.scene().settings.contact.tolerance);
    let mut files = String::new();
    for path in &run.plan.saved {
        files.push_str(&format!(
            "unsolved problem: {path}; try other methods: stiction solve {path} --method all --tolerance {tolerance}\n"
        ));
    }
    if let Some(path) = &run.recorded {
        files.push_str(&format!("recording: {0}; look at it with: stiction view {0}\n", path.display()));
    }
    if let Some(path) = &run.page {
        files.push_str(&format!("page: {}; open it in a browser\n", path.display()));
    }
    if !with_details {
        files.push_str("more with --details, every digit with --json\n");
    }
    format!("{text}\n{files}")
}

fn events(run: &Finished, most: usize) -> String {
    let events = &run.summary.events;
    let mut text = String::new();
    for (step, time, event) in events.iter().take(most) {
        let beginning = if text.is_empty() { "\n" } else { "" };
        text.push_str(&format!("{beginning}step {step} at {}: {}\n", seconds(*time), event_words(event)));
    }
    if let more @ 1.. = events.len().saturating_sub(most) {
        text.push_str(&format!(
            "… and {more} more events; {}\n",
            if most < EVENTS[1] { "--details shows more" } else { "--json has them all" }
        ));
    }
    text
}
