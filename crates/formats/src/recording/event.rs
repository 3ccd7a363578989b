use crate::words::{LEAST, length_or_angle, name, scaled, short};
use serde::Serialize;
use stiction_simulation::Event;

/// An event as recordings and answers have it.
#[derive(Serialize)]
pub struct RecordedEvent {
    step: usize,
    time_s: f64,
    kind: &'static str,
    detail: String,
}

impl RecordedEvent {
    /// An event of a step, by its number and time, s.
    pub fn new(step: usize, time: f64, event: &Event) -> Self {
        Self { step, time_s: time, kind: event.kind(), detail: event_words(event) }
    }

    /// As a JSON object.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What steps with an event of a kind did.
pub fn event_kind_words(kind: &str) -> &'static str {
    match kind {
        "next-method" => "solved by fallback",
        "accepted-unsolved" => "unsolved",
        "halved" => "solved in substeps",
        "best-in-budget" => "time budget spent",
        "blended-impact" => "restitution limited",
        "poisson-missed" => "Poisson's law missed",
        "impulse-step" => "solved for impulses",
        "impact-step" => "with an impact",
        "left-open" => "constraint violation left",
        "projection-cut" => "projection cut short",
        "projected" => "position projection",
        _ => "other events",
    }
}

/// An event, in a sentence.
pub fn event_words(event: &Event) -> String {
    match event {
        Event::NextMethod { from, outcome, to } => format!("{from} did not solve the step ({outcome}); {to} did"),
        Event::Accepted { outcome, residual } => format!(
            "unsolved ({outcome}): continued with the best impulses found, relative residual {}",
            short(*residual)
        ),
        Event::Halved { pieces } => format!("solved in {pieces} substeps"),
        Event::BestInBudget { residual } => {
            format!("time budget spent: continued with the best impulses found, relative residual {}", short(*residual))
        }
        Event::ProjectionCut { offset } => {
            format!(
                "time budget spent: an error of {} in overlaps, joint limits or loops remains",
                length_or_angle(*offset)
            )
        }
        Event::Blended { share, avoided } => format!(
            "restitution limited to {} % so that the impact adds no energy; Newton's law would add {}",
            short(100.0 * share),
            scaled(*avoided, "J")
        ),
        Event::PoissonMissed(miss) => format!(
            "no restitution impulse satisfies Poisson's law (error {} of the approach speed); the impact is plastic",
            short(*miss)
        ),
        Event::ImpulseStep { reason } => {
            format!("solved for impulses, not accelerations: {}", reason.name())
        }
        Event::Projected { before, after, energy } => {
            let remains = if *after < LEAST { String::new() } else { format!("; {} remains", length_or_angle(*after)) };
            format!(
                "bodies moved to correct an error of {} in overlaps, joint limits or loops{remains}; \
                 energy changes by {}",
                length_or_angle(*before),
                scaled(*energy, "J")
            )
        }
        Event::LeftOpen { offset, what } => {
            format!("{}: moving bodies cannot correct the error of {}", name(what), length_or_angle(*offset))
        }
    }
}
