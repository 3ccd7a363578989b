use super::TOLERANCE;
use super::work_limit::WorkLimit;
use crate::Host;
use stiction_complementarity::Solution;
use stiction_contact::{ContactProblem, Method, Outcome, Settings};

/// One method on one problem.
pub struct Trial {
    /// How it ended, by name.
    pub outcome: &'static str,
    pub relative: f64,
    /// The impulses, or the unknowns of a complementarity problem.
    pub answer: Vec<f64>,
    pub iterations: usize,
    pub factorizations: usize,
    pub pivots: usize,
    /// By the host's clock.
    pub seconds: f64,
}

impl Trial {
    pub fn run(method: Method, problem: &ContactProblem, host: &mut dyn Host) -> Self {
        // Four facets: the pyramids' own error is not the question here, their size is.
        let settings = Settings { tolerance: TOLERANCE, facets: 4, ..Settings::default() };
        let mut limit = WorkLimit::new(method, problem, settings.facets);
        if limit.is_hopeless() {
            return Self::without("too-large", problem.order());
        }
        let began = host.seconds();
        let solution = method.solve(problem, &settings, None, &mut limit);
        let seconds = host.seconds() - began;
        Self {
            outcome: if matches!(solution.outcome, Outcome::Interrupted) {
                "work-limit"
            } else {
                solution.outcome.name()
            },
            relative: solution.residual.relative,
            answer: solution.impulses,
            iterations: solution.effort.iterations,
            factorizations: solution.effort.factorizations,
            pivots: solution.effort.pivots,
            seconds,
        }
    }

    /// One that was not even begun.
    fn without(outcome: &'static str, order: usize) -> Self {
        let answer = vec![0.0; order];
        Self { outcome, relative: f64::NAN, answer, iterations: 0, factorizations: 0, pivots: 0, seconds: 0.0 }
    }

    /// Of a complementarity problem; none where the method does not take such problems.
    pub fn of_solution(solution: Option<Solution>, seconds: f64) -> Self {
        let Some(solution) = solution else { return Self::without("unsuited", 0) };
        Self {
            outcome: solution.outcome.name(),
            relative: solution.residual.scaled.natural,
            answer: solution.z,
            iterations: solution.effort.iterations,
            factorizations: solution.effort.factorizations,
            pivots: solution.effort.pivots,
            seconds,
        }
    }

    /// Whether the method did what it is for: the exact laws hold, or those of its pyramid.
    pub fn settled(&self) -> bool {
        matches!(self.outcome, "solved" | "model-solved" | "no-solution")
    }
}
