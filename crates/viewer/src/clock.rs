/// Seconds since some moment: only the program reads the clock, and lends it.
pub type Clock = fn() -> f64;
