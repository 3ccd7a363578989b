use std::ops::ControlFlow;
use stiction_complementarity::{Iteration, Observer};

/// Shows the iterations of a method for complementarity problems under the name of the contact method that uses it.
pub(super) struct Renamed<'a> {
    pub method: &'static str,
    pub watch: &'a mut dyn Observer,
}

impl Observer for Renamed<'_> {
    fn iteration(&mut self, iteration: &Iteration<'_>) -> ControlFlow<()> {
        self.watch.iteration(&Iteration { method: self.method, ..*iteration })
    }
}
