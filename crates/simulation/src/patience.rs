use crate::Budget;
use std::ops::ControlFlow;
use stiction_complementarity::{Iteration, Observer};

/// What is held back of a budget for the end of a step: at most this share, by how much that changes from step to step, and
/// the share of steps that are to end in time.
const LARGEST_RESERVE: f64 = 0.5;
const RESERVE_CHANGE: f64 = 0.02;
const IN_TIME: f64 = 0.9;

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
    /// Whether that share was found to be spent.
    cut: bool,
    /// What is held back for what comes after.
    reserve: f64,
}

impl Patience {
    /// A step begins.
    pub fn step_begins(&mut self) {
        self.asked_to_end = false;
        self.cut = false;
        if let Some(budget) = &mut self.budget {
            budget.begin();
        }
    }

    /// The solves to come may take the step to this share of its budget, less what its end takes.
    pub fn may_take(&mut self, share: f64) {
        self.limit = share * (1.0 - self.reserve);
        self.cut = false;
    }

    /// Whether that share is spent.
    pub fn is_spent(&mut self) -> bool {
        let limit = self.limit;
        let spent = self.budget.as_mut().is_some_and(|budget| budget.spent() >= limit);
        self.cut = self.cut || spent;
        spent
    }

    /// The step is done. If it was cut short, that it ended in time or too late moves what is held back a little: a single
    /// one that took long, because the machine did something else, says nothing.
    pub fn step_ends(&mut self) {
        if let Some(budget) = self.budget.as_mut().filter(|_| self.cut) {
            let change = if budget.spent() > 1.0 { IN_TIME } else { IN_TIME - 1.0 };
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
