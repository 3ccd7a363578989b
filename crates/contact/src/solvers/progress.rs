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
    /// Sees every iteration.
    pub watch: &'a mut dyn Observer,
}

impl<'a> Progress<'a> {
    /// A solve that begins.
    pub fn new(goal: f64, method: &'static str, watch: &'a mut dyn Observer) -> Self {
        Self { goal, method, number: 0, effort: Effort::default(), watch }
    }

    /// Shows one iteration; the observer may stop the solve.
    pub fn report(&mut self, step: &'static str, measure: f64, point: &[f64]) -> ControlFlow<()> {
        let number = self.number;
        self.number += 1;
        let iteration = Iteration { method: self.method, number, step, measure, pivots: 0, worst_row: None, point };
        self.watch.iteration(&iteration)
    }
}
