use std::ops::ControlFlow;
use stiction_complementarity::{Iteration, Observer};

/// Ends a solve when somebody asks for it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Patience {
    /// Whether to end.
    pub ends: Option<fn() -> bool>,
}

impl Observer for Patience {
    fn iteration(&mut self, _: &Iteration<'_>) -> ControlFlow<()> {
        if self.stops() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn stops(&mut self) -> bool {
        self.ends.is_some_and(|ends| ends())
    }
}
