use crate::scaled::Scaled;
use crate::worst_row::WorstRow;
use crate::{Outcome, Settings};
use std::ops::ControlFlow;
use stiction_complementarity::{Effort, Iteration, Observer};

/// What a rung of the ladder left behind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RungEnd {
    /// The judge's relative residual of the best point.
    pub residual: f64,
    /// Whether the observer stopped it.
    pub interrupted: bool,
}

/// What a solve aims at, and who watches it.
pub(crate) struct Progress<'a> {
    /// The relative residual at which to stop.
    pub goal: f64,
    /// The method's name in the registry.
    pub method: &'static str,
    /// Iterations shown so far.
    pub number: usize,
    /// What was spent so far.
    pub effort: Effort,
    /// The most iterations, where there is a limit, and whether it ended the solve.
    limit: Option<usize>,
    limited: bool,
    /// Whether the observer, asked, wanted the solve to stop.
    stopped: bool,
    /// The worst row of the residual that was measured last.
    worst_row: WorstRow,
    /// Sees every iteration.
    pub watch: &'a mut dyn Observer,
}

impl<'a> Progress<'a> {
    /// A solve that begins.
    pub fn new(settings: &Settings, method: &'static str, scaled: &Scaled, watch: &'a mut dyn Observer) -> Self {
        Self {
            goal: settings.tolerance,
            method,
            number: 0,
            effort: Effort::default(),
            limit: settings.iteration_limit,
            limited: false,
            stopped: false,
            worst_row: scaled.worst_row.clone(),
            watch,
        }
    }

    /// Asks the observer, between iterations that it is shown, whether to stop; the next report then breaks.
    pub fn stops(&mut self) -> bool {
        self.stopped = self.stopped || self.watch.stops();
        self.stopped
    }

    /// The outcome of a solve that was stopped: by the limit on iterations, or else by the observer.
    pub fn stop(&self) -> Outcome {
        if self.limited { Outcome::IterationLimit } else { Outcome::Interrupted }
    }

    /// Whether the limit on iterations is reached.
    pub fn is_spent(&self) -> bool {
        self.limit.is_some_and(|limit| self.effort.iterations >= limit)
    }

    /// Shows one iteration, whose measure is the residual that was measured last; the observer may stop the solve, and so
    /// does the limit on iterations.
    pub fn report(&mut self, step: &'static str, measure: f64, point: &[f64]) -> ControlFlow<()> {
        let number = self.number;
        self.number += 1;
        let (method, worst_row) = (self.method, self.worst_row.get());
        let seen = self.watch.iteration(&Iteration { method, number, step, measure, pivots: 0, worst_row, point });
        if self.stopped {
            return ControlFlow::Break(());
        }
        if seen.is_continue() && self.is_spent() {
            self.limited = true;
            return ControlFlow::Break(());
        }
        seen
    }
}
