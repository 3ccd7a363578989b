use crate::{Certificate, Method, Problem, Residual};

/// How a solve ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The scaled natural residual is within the tolerance.
    Solved,
    /// There is no solution, and here is the proof.
    NoSolution(Certificate),
    /// Pivoting ran into a ray. This alone proves nothing.
    RayTermination(Ray),
    /// The limit on iterations was reached.
    IterationLimit,
    /// No further progress.
    Stalled,
    /// The iterates grow without bound.
    Diverged,
    /// Arithmetic failed: a singular system, NaN, or an answer that did not pass the problem's own measure.
    NumericalFailure,
    /// The observer stopped the solve.
    Interrupted,
}

impl Outcome {
    /// The outcome's name in files and on the command line.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::NoSolution(_) => "no-solution",
            Self::RayTermination(_) => "ray-termination",
            Self::IterationLimit => "iteration-limit",
            Self::Stalled => "stalled",
            Self::Diverged => "diverged",
            Self::NumericalFailure => "numerical-failure",
            Self::Interrupted => "interrupted",
        }
    }
}

/// An unbounded edge that pivoting ended on: `z + s · direction` for every `s ≥ 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Ray {
    /// The last point on the path.
    pub z: Vec<f64>,
    /// The direction in which it can move for ever.
    pub direction: Vec<f64>,
    /// The artificial variable at the last point.
    pub artificial: f64,
}

/// Where a row's `z` is in a basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// At its lower bound; `w` is basic.
    Lower,
    /// At its upper bound; `w` is basic.
    Upper,
    /// Between its bounds: `z` is basic and `w = 0`.
    Basic,
}

/// A complementary basis: the position of every row.
pub type Basis = Vec<Position>;

/// What a solve cost, in counts that do not depend on the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Sweeps, steps or major iterations.
    pub iterations: usize,
    /// Changes of basis.
    pub pivots: usize,
    /// Matrix factorisations.
    pub factorizations: usize,
    /// Evaluations of the function.
    pub evaluations: usize,
    /// Starts from other points or settings.
    pub restarts: usize,
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.iterations += other.iterations;
        self.pivots += other.pivots;
        self.factorizations += other.factorizations;
        self.evaluations += other.evaluations;
        self.restarts += other.restarts;
    }
}

/// The answer of a solver, with the residual that the problem measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The best point found, inside the box.
    pub z: Vec<f64>,
    /// `F(z)`.
    pub w: Vec<f64>,
    /// How the solve ended.
    pub outcome: Outcome,
    /// How far the point is from a solution, measured by the problem.
    pub residual: Residual,
    /// What it cost.
    pub effort: Effort,
    /// The final complementary basis, where the method has one: a warm start for the next problem.
    pub basis: Option<Basis>,
    /// The method that gave this answer: for `auto`, the rung of its ladder.
    pub answered_by: Method,
}

impl Solution {
    /// Judges `z` (moved into the box first) by the problem. A claim of `Solved` that does not pass
    /// becomes `NumericalFailure`; any outcome but a proof becomes `Solved` when the point passes.
    pub fn judged(
        problem: &(impl Problem + ?Sized),
        mut z: Vec<f64>,
        claim: Outcome,
        tolerance: f64,
        effort: Effort,
        method: Method,
    ) -> Self {
        problem.bounds().project(&mut z);
        let mut w = vec![0.0; z.len()];
        problem.evaluate(&z, &mut w);
        let residual = problem.residual_with(&z, &w);
        let outcome = match claim {
            Outcome::Solved if !residual.within(tolerance) => Outcome::NumericalFailure,
            Outcome::RayTermination(_)
            | Outcome::IterationLimit
            | Outcome::Stalled
            | Outcome::Diverged
            | Outcome::NumericalFailure
                if residual.within(tolerance) =>
            {
                Outcome::Solved
            }
            claim => claim,
        };
        Self { z, w, outcome, residual, effort, basis: None, answered_by: method }
    }

    /// The same with the final basis attached.
    pub fn with_basis(mut self, basis: Option<Basis>) -> Self {
        self.basis = basis;
        self
    }

    /// Whether the outcome is `Solved`.
    pub fn is_solved(&self) -> bool {
        self.outcome == Outcome::Solved
    }
}
