use stiction_simulation::Event;

/// What only the program has: the clock, and words.
#[derive(Clone, Copy, Debug)]
pub struct Hooks {
    /// Seconds since some moment.
    pub clock: fn() -> f64,
    /// An event of a step (its number and time) as a JSON object.
    pub event: fn(usize, f64, &Event) -> String,
}
