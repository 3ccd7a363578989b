use crate::{ContactProblem, Method, Residual};
use stiction_complementarity::{Certificate, Effort};

/// How a solve ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The exact laws hold: the relative natural map is within the tolerance.
    Solved,
    /// The law that the formulation puts in their place holds (a pyramid, a relaxed law), the exact ones do not.
    ModelSolved,
    /// There is no solution, and here is the proof. Only for problems without friction.
    NoSolution(Certificate),
    /// Pivoting ran into a ray. This alone proves nothing.
    RayTermination,
    /// The limit on iterations was reached.
    IterationLimit,
    /// No further progress.
    Stalled,
    /// The iterates grow without bound.
    Diverged,
    /// Arithmetic failed: a singular system, NaN, or an answer that did not pass the problem's own measure.
    NumericalFailure,
    /// The method does not take this problem or these settings: a law, or the reason in a few words.
    Unsuited(&'static str),
    /// The observer stopped the solve.
    Interrupted,
}

impl Outcome {
    /// The outcome's name in files and on the command line.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::ModelSolved => "model-solved",
            Self::NoSolution(_) => "no-solution",
            Self::RayTermination => "ray-termination",
            Self::IterationLimit => "iteration-limit",
            Self::Stalled => "stalled",
            Self::Diverged => "diverged",
            Self::NumericalFailure => "numerical-failure",
            Self::Unsuited(_) => "unsuited",
            Self::Interrupted => "interrupted",
        }
    }
}

impl From<stiction_complementarity::Outcome> for Outcome {
    fn from(outcome: stiction_complementarity::Outcome) -> Self {
        use stiction_complementarity::Outcome as Linear;
        match outcome {
            Linear::Solved => Self::Solved,
            Linear::NoSolution(certificate) => Self::NoSolution(certificate),
            Linear::RayTermination(_) => Self::RayTermination,
            Linear::IterationLimit => Self::IterationLimit,
            Linear::Stalled => Self::Stalled,
            Linear::Diverged => Self::Diverged,
            Linear::NumericalFailure => Self::NumericalFailure,
            Linear::Interrupted => Self::Interrupted,
        }
    }
}

/// How well the law that a formulation puts in the exact one's place is solved.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelResidual {
    /// What was solved instead, in a few words.
    pub model: String,
    /// Its own residual, relative.
    pub relative: f64,
}

/// The answer of a method, with the residual that the problem measured.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactSolution {
    /// The best impulses found, N·s.
    pub impulses: Vec<f64>,
    /// `W p + b`, m/s.
    pub velocities: Vec<f64>,
    /// How the solve ended.
    pub outcome: Outcome,
    /// How far the impulses are from the exact laws, measured by the problem.
    pub residual: Residual,
    /// How well the formulation's own law holds, where it is another.
    pub model: Option<ModelResidual>,
    /// What it cost.
    pub effort: Effort,
    /// The method that gave this answer: for `auto`, the rung of its ladder.
    pub answered_by: Method,
}

impl ContactSolution {
    /// Judges impulses by the problem. A claim of `Solved` that does not pass becomes `NumericalFailure`; any outcome
    /// but a proof or an interruption becomes `Solved` when they pass.
    pub fn judged(
        problem: &ContactProblem,
        impulses: Vec<f64>,
        claim: Outcome,
        tolerance: f64,
        effort: Effort,
        method: Method,
    ) -> Self {
        Self::judged_in(Vec::new(), problem, impulses, claim, tolerance, effort, method)
    }

    /// The same, with the velocities in given storage.
    pub(crate) fn judged_in(
        mut velocities: Vec<f64>,
        problem: &ContactProblem,
        impulses: Vec<f64>,
        claim: Outcome,
        tolerance: f64,
        effort: Effort,
        method: Method,
    ) -> Self {
        velocities.clear();
        velocities.resize(problem.order(), 0.0);
        problem.velocity_into(&impulses, &mut velocities);
        let residual = Residual::measure(problem, &impulses, &velocities);
        let passes = residual.within(tolerance);
        let outcome = match claim {
            Outcome::Solved if !passes => Outcome::NumericalFailure,
            Outcome::NoSolution(_) | Outcome::Interrupted | Outcome::Unsuited(_) => claim,
            _ if passes => Outcome::Solved,
            claim => claim,
        };
        Self { impulses, velocities, outcome, residual, model: None, effort, answered_by: method }
    }

    /// The same with the residual of the law that was solved in the exact one's place: `ModelSolved` where that one
    /// holds and the exact ones do not.
    pub fn with_model(mut self, model: ModelResidual, tolerance: f64) -> Self {
        let unsolved = !matches!(
            self.outcome,
            Outcome::Solved | Outcome::NoSolution(_) | Outcome::Interrupted | Outcome::Unsuited(_)
        );
        if unsolved && model.relative <= tolerance {
            self.outcome = Outcome::ModelSolved;
        }
        self.model = Some(model);
        self
    }

    /// Whether the exact laws hold.
    pub fn is_solved(&self) -> bool {
        self.outcome == Outcome::Solved
    }
}
