/// The energy of a world, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of motion.
    pub kinetic: f64,
    /// In the field of gravity.
    pub gravitational: f64,
    /// In joint springs.
    pub springs: f64,
}

impl Energy {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.kinetic + self.gravitational + self.springs
    }
}
