use crate::SimulationError;

/// Why a piece of a step was not taken.
pub(crate) enum Setback {
    /// It cannot be.
    Error(SimulationError),
    /// It takes more than it is worth while a shorter one may do.
    GivenUp,
}

impl From<SimulationError> for Setback {
    fn from(error: SimulationError) -> Self {
        Self::Error(error)
    }
}
