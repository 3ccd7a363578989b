use std::fmt;
use stiction_collision::CollisionError;
use stiction_contact::{ContactError, ContactProblem, ContactSolution};

/// Why a world cannot be made, or not stepped any further.
#[derive(Debug)]
pub enum SimulationError {
    /// A scene that cannot be.
    Scene {
        /// Where.
        field: String,
        /// What it must be.
        expected: String,
        /// What it is.
        found: String,
    },
    /// A snapshot that is none of this scene.
    Snapshot {
        /// Where.
        field: &'static str,
        /// What it must be.
        expected: String,
        /// What it is.
        found: String,
    },
    /// Shapes that cannot be.
    Collision(CollisionError),
    /// A state with numbers that are not finite.
    NotFinite {
        /// The step.
        step: usize,
        /// s.
        time: f64,
        /// What is not finite.
        what: &'static str,
    },
    /// A contact problem with numbers that cannot be.
    Problem {
        /// The step.
        step: usize,
        /// s.
        time: f64,
        /// Why.
        error: ContactError,
    },
    /// Somebody asked for an end, in the middle of a step.
    Interrupted {
        /// The step.
        step: usize,
        /// s.
        time: f64,
    },
    /// A contact problem that was not solved, under a policy that stops there.
    Unsolved(Box<UnsolvedStep>),
}

/// A step that was not taken.
#[derive(Debug)]
pub struct UnsolvedStep {
    /// The step.
    pub step: usize,
    /// s.
    pub time: f64,
    /// Its contact problem, with labels.
    pub problem: ContactProblem,
    /// The best answer.
    pub solution: ContactSolution,
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scene { field, expected, found } => write!(f, "{field}: expected {expected}, found {found}"),
            Self::Snapshot { field, expected, found } => {
                write!(f, "snapshot: {field}: expected {expected}, found {found}")
            }
            Self::Collision(error) => error.fmt(f),
            Self::Interrupted { step, time } => write!(f, "step {step} at {} s: interrupted", instant(*time)),
            Self::NotFinite { step, time, what } => {
                write!(f, "step {step} at {} s: {what} is no longer finite", instant(*time))
            }
            Self::Problem { step, time, error } => write!(
                f,
                "step {step} at {} s: no contact problem can be formed, the motion may have diverged: {error}",
                instant(*time)
            ),
            Self::Unsolved(unsolved) => {
                let UnsolvedStep { step, time, problem, solution } = unsolved.as_ref();
                write!(
                    f,
                    "step {step} at {} s: the contact problem was not solved ({}, relative residual {:.1e}, worst at {})",
                    instant(*time),
                    solution.outcome.name(),
                    solution.residual.relative,
                    problem.label(solution.residual.worst)
                )
            }
        }
    }
}

/// A simulated time to a microsecond, without the rounding error of a sum of steps.
fn instant(time: f64) -> f64 {
    (time * 1e6).round() / 1e6
}

impl std::error::Error for SimulationError {}

impl From<CollisionError> for SimulationError {
    fn from(error: CollisionError) -> Self {
        Self::Collision(error)
    }
}
