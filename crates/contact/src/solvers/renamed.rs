use std::ops::ControlFlow;
use stiction_complementarity::{Iteration, Observer};

/// Shows the iterations of a method for complementarity problems under the name of the contact method that uses it.
pub(super) struct Renamed<'a> {
    pub method: &'static str,
    /// The contact problem's row of an unknown of the posed problem, where there is one.
    pub row: &'a dyn Fn(usize) -> Option<usize>,
    pub watch: &'a mut dyn Observer,
}

impl Observer for Renamed<'_> {
    fn iteration(&mut self, iteration: &Iteration<'_>) -> ControlFlow<()> {
        let worst_row = iteration.worst_row.and_then(self.row);
        self.watch.iteration(&Iteration { method: self.method, worst_row, ..*iteration })
    }

    fn stops(&mut self) -> bool {
        self.watch.stops()
    }
}
