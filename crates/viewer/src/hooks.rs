/// What only the program has: the clock.
#[derive(Clone, Copy, Debug)]
pub struct Hooks {
    /// Seconds since some moment.
    pub clock: fn() -> f64,
}
