/// What a step may cost, measured by whoever has the means to: nothing in here reads a clock.
pub trait Budget: Send {
    /// A step begins.
    fn begin(&mut self);

    /// The share of the budget that the step has spent; from one on, there is nothing left.
    fn spent(&mut self) -> f64;
}
