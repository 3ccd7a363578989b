use crate::Budget;
use std::ops::ControlFlow;
use stiction_complementarity::{Iteration, Observer};

/// The most that is held back for the end of a step, as a share of its budget.
const LARGEST_RESERVE: f64 = 0.5;

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
    /// The share that was spent when the solves were done, and what the end of the last step then took.
    solved_at: f64,
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
    }

    /// Whether that share is spent.
    pub fn is_spent(&mut self) -> bool {
        let limit = self.limit;
        self.budget.as_mut().is_some_and(|budget| budget.spent() >= limit)
    }

    /// The step's solves are done.
    pub fn solves_end(&mut self) {
        if let Some(budget) = &mut self.budget {
            self.solved_at = budget.spent();
        }
    }

    /// The step is done; the end of the next will take as long.
    pub fn step_ends(&mut self) {
        if let Some(budget) = &mut self.budget {
            self.reserve = (budget.spent() - self.solved_at).clamp(0.0, LARGEST_RESERVE);
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
