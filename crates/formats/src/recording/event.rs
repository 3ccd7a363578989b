use crate::words::{name, short};
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

/// An event, in a sentence.
pub fn event_words(event: &Event) -> String {
    match event {
        Event::NextMethod { from, outcome, to } => format!("{from} ended {outcome}; {to} solved it"),
        Event::Accepted { outcome, residual } => {
            format!("not solved ({outcome}), the best point was taken: relative residual {}", short(*residual))
        }
        Event::Halved { pieces } => format!("too hard as a whole: taken in {pieces} pieces"),
        Event::BestInBudget { residual } => {
            format!("not solved within the budget, the best point was taken: relative residual {}", short(*residual))
        }
        Event::ProjectionCut { offset } => {
            format!("overlaps or loops are left open by {} m or rad, for want of budget", short(*offset))
        }
        Event::Blended { share, avoided } => {
            format!("{} of the restituted impulse, so that no energy is gained ({} J)", short(*share), short(*avoided))
        }
        Event::PoissonMissed(miss) => {
            format!("no expansion obeys Poisson's law (off by {} of the speed): a plastic impact", short(*miss))
        }
        Event::ImpulseStep { reason } => format!("a step of impulses: {}", reason.name()),
        Event::Projected { before, after, energy } => {
            let (before, after, energy) = (short(*before), short(*after), short(*energy));
            format!("moved bodies apart or loops together: {before} m or rad before, {after} after; {energy} J added")
        }
        Event::LeftOpen { offset, what } => {
            format!(
                "{} is open or overlaps by {} m or rad, which moving bodies cannot mend",
                name(what),
                short(*offset)
            )
        }
    }
}
