use crate::Budget;
use std::ops::ControlFlow;
use stiction_complementarity::{Iteration, Observer};

/// What is held back of a budget for the end of a step: at most this share, by how much that changes from step to step, and
/// how many ends of steps it is to suffice for.
const LARGEST_RESERVE: f64 = 0.5;
const RESERVE_CHANGE: f64 = 0.02;
const RESERVE_SUFFICES: f64 = 0.95;

/// Ends a solve when somebody asks for it, or when the step's budget is spent.
#[derive(Default)]
pub(crate) struct Patience {
    /// Whether to end.
    pub ends: Option<fn() -> bool>,
    /// Whether that was answered with yes.
    pub asked_to_end: bool,
    /// What a step may cost.
    pub budget: Option<Box<dyn Budget>>,
    /// The share of the budget at which the solve of the moment ends.
    limit: f64,
    /// The share that was spent when the last solve was told to end, or was done.
    ended_at: Option<f64>,
    /// What is held back for what comes after.
    reserve: f64,
}

impl Patience {
    /// A step begins.
    pub fn step_begins(&mut self) {
        self.asked_to_end = false;
        if let Some(budget) = &mut self.budget {
            budget.begin();
        }
    }

    /// The solves to come may take the step to this share of its budget, less what its end takes.
    pub fn may_take(&mut self, share: f64) {
        self.limit = share * (1.0 - self.reserve);
        self.ended_at = None;
    }

    /// Whether that share is spent.
    pub fn is_spent(&mut self) -> bool {
        let Some(budget) = &mut self.budget else { return false };
        let spent = budget.spent();
        if spent >= self.limit {
            self.ended_at.get_or_insert(spent);
        }
        spent >= self.limit
    }

    /// The step's solves are done.
    pub fn solves_end(&mut self) {
        if let Some(budget) = &mut self.budget {
            self.ended_at.get_or_insert_with(|| budget.spent());
        }
    }

    /// The step is done. What its end took moves what is held back for the next a little, towards what suffices for most of
    /// them: a single one that took long, because the machine did something else, says nothing.
    pub fn step_ends(&mut self) {
        if let (Some(budget), Some(ended_at)) = (&mut self.budget, self.ended_at) {
            let took = budget.spent() - ended_at;
            let change = if took > self.reserve { RESERVE_SUFFICES } else { RESERVE_SUFFICES - 1.0 };
            self.reserve = (self.reserve + RESERVE_CHANGE * change).clamp(0.0, LARGEST_RESERVE);
        }
    }
}

impl Observer for Patience {
    fn iteration(&mut self, _: &Iteration<'_>) -> ControlFlow<()> {
        if self.stops() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn stops(&mut self) -> bool {
        self.asked_to_end = self.asked_to_end || self.ends.is_some_and(|ends| ends());
        self.asked_to_end || self.is_spent()
    }
}
