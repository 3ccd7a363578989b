use std::ops::ControlFlow;

/// What a solver shows of one iteration.
#[derive(Clone, Copy, Debug)]
pub struct Iteration<'a> {
    /// The method at work, by its registry name.
    pub method: &'static str,
    /// Counts from zero.
    pub number: usize,
    /// What was done, in a word or two: `pivot`, `newton`, `watchdog`, `gradient`, …
    pub step: &'static str,
    /// The number the method drives to zero: a residual, a merit, an artificial variable.
    pub measure: f64,
    /// Pivots so far, where the method pivots.
    pub pivots: usize,
    /// The row that is worst off, where the method knows it.
    pub worst_row: Option<usize>,
    /// The current point, where the method has one.
    pub point: &'a [f64],
}

/// Sees every iteration, and can stop the solver by breaking.
pub trait Observer {
    /// Called once per iteration.
    fn iteration(&mut self, iteration: &Iteration<'_>) -> ControlFlow<()>;

    /// Asked between the iterations that are shown, where each is long or many go by: whether the solver is to stop.
    fn stops(&mut self) -> bool {
        false
    }

    /// Whether to be shown every iterate, in the problem's units. Fixed-point iterations of contact problems otherwise show
    /// some of them, in units of their own.
    fn wants_iterates(&self) -> bool {
        false
    }
}

/// Looks at nothing.
impl Observer for () {
    fn iteration(&mut self, _: &Iteration<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<Watch: FnMut(&Iteration<'_>) -> ControlFlow<()>> Observer for Watch {
    fn iteration(&mut self, iteration: &Iteration<'_>) -> ControlFlow<()> {
        self(iteration)
    }
}
