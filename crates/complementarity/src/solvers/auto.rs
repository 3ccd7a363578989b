//! The default: a ladder of methods that ends in a judged solution, a checked proof that there is none,
//! or an honest outcome.
//!
//! Linear problems: block pivoting while it makes progress (positive definite problems end here), then
//! Lemke's method (copositive, semidefinite, P), a Farkas vector where the inequalities alone have no
//! solution, Lemke with other covering vectors, the solver of PATH's class, interior point, projected
//! Levenberg–Marquardt. Small problems are decided before those last ones by enumerating their pieces.
//! Nonlinear problems: the solver of PATH's class, then both Levenberg–Marquardt methods.

use super::enumeration::farkas;
use super::{
    BlockPivoting, BlockPivotingSettings, Covering, EnumerationSettings, EnumerationSolver, InteriorPoint, Lemke,
    LinearSolver, NonlinearSolver, Path, ProjectedGaussSeidel, ProjectedLevenbergMarquardt, Prox,
    RegularLevenbergMarquardt, Settings,
};
use crate::{Effort, LinearProblem, Method, Observer, Outcome, Problem, Solution};
use stiction_linalg::DenseMatrix;

/// Above this order the methods that factorise are left out: their dense matrices would not fit. What
/// remains are the sweeps, which keep a sparse matrix sparse.
const DENSE_LIMIT: usize = 6000;

/// Settings of [`Auto`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AutoSettings {
    /// The largest scaled natural residual that counts as solved.
    pub tolerance: f64,
    /// A limit on iterations for every rung, in place of its own.
    pub iteration_limit: Option<usize>,
    /// The largest number of pieces that the last rung looks at.
    pub node_limit: usize,
}

impl Default for AutoSettings {
    fn default() -> Self {
        Self { tolerance: 1e-10, iteration_limit: None, node_limit: 300_000 }
    }
}

impl From<&Settings> for AutoSettings {
    fn from(settings: &Settings) -> Self {
        Self { tolerance: settings.tolerance, iteration_limit: settings.iteration_limit, ..Self::default() }
    }
}

/// The ladder.
pub struct Auto {
    /// What may be set.
    pub settings: AutoSettings,
    block: BlockPivoting,
    lemke: Lemke,
    path: Path,
    interior: InteriorPoint,
    projected: ProjectedLevenbergMarquardt,
    regular: RegularLevenbergMarquardt,
    sweeps: ProjectedGaussSeidel,
    prox: Prox,
}

impl Default for Auto {
    fn default() -> Self {
        Self::new(AutoSettings::default())
    }
}

/// The best answer so far, with what all rungs have cost.
#[derive(Default)]
struct Ladder {
    best: Option<Solution>,
    effort: Effort,
}

impl Ladder {
    /// Takes in a rung's answer. Returns the final one if this ends the ladder.
    fn climb(&mut self, mut solution: Solution) -> Option<Solution> {
        self.effort += solution.effort;
        solution.effort = self.effort;
        if matches!(solution.outcome, Outcome::Solved | Outcome::NoSolution(_)) {
            return Some(solution);
        }
        let interrupted = solution.outcome == Outcome::Interrupted;
        let better = |best: &Solution| solution.residual.scaled.natural < best.residual.scaled.natural;
        if self.best.as_ref().is_none_or(better) {
            self.best = Some(solution);
        }
        if !interrupted {
            return None;
        }
        // The best point of all rungs, with what they have cost.
        self.best.take().map(|best| Solution { outcome: Outcome::Interrupted, effort: self.effort, ..best })
    }

    fn best_point(&self) -> Option<&[f64]> {
        self.best.as_ref().map(|best| best.z.as_slice())
    }

    /// No rung answered: the best point, with the outcome of the rung that found it.
    fn finish(self, problem: &(impl Problem + ?Sized), tolerance: f64) -> Solution {
        let z = || vec![0.0; problem.dimension()];
        let none = || Solution::judged(problem, z(), Outcome::Stalled, tolerance, self.effort, Method::Auto);
        let effort = self.effort;
        Solution { effort, ..self.best.unwrap_or_else(none) }
    }
}

/// The rungs for linear problems, in their order.
#[derive(Clone, Copy)]
enum Rung {
    Block,
    Lemke,
    Farkas,
    /// Lemke with another covering vector.
    OtherCovering(usize),
    /// Enumeration, on problems small enough to be decided for good.
    Enumeration,
    Path,
    InteriorPoint,
    /// Block pivoting from the best point so far.
    Finish,
    Projected,
    /// Enumeration of larger problems, with a small limit: pruning alone decides some.
    Pruning,
}

impl Rung {
    const LINEAR: [Self; 14] = [
        Self::Block,
        Self::Lemke,
        Self::Farkas,
        Self::OtherCovering(0),
        Self::OtherCovering(1),
        Self::OtherCovering(2),
        Self::OtherCovering(3),
        Self::OtherCovering(4),
        Self::Enumeration,
        Self::Path,
        Self::InteriorPoint,
        Self::Finish,
        Self::Projected,
        Self::Pruning,
    ];
}

impl Auto {
    /// A ladder with the given settings.
    pub fn new(settings: AutoSettings) -> Self {
        let common = Settings {
            tolerance: settings.tolerance,
            iteration_limit: settings.iteration_limit,
            ..Settings::default()
        };
        // Block pivoting is for easy problems: it goes once it stops making progress.
        let block = BlockPivotingSettings { patience: 2, easy_only: true, ..BlockPivotingSettings::from(&common) };
        Self {
            settings,
            block: BlockPivoting::new(block),
            lemke: Lemke::new((&common).into()),
            path: Path::new((&common).into()),
            interior: InteriorPoint::new((&common).into()),
            projected: ProjectedLevenbergMarquardt::new((&common).into()),
            regular: RegularLevenbergMarquardt::new((&common).into()),
            sweeps: ProjectedGaussSeidel::new((&common).into()),
            prox: Prox::new((&common).into()),
        }
    }

    /// One rung's answer, or `None` where it has nothing to say.
    fn try_rung(
        &mut self,
        rung: Rung,
        (problem, matrix): (&dyn LinearProblem, &DenseMatrix),
        start: Option<&[f64]>,
        best: Option<&[f64]>,
        observer: &mut dyn Observer,
    ) -> Option<Solution> {
        let small = super::enumeration::choices(problem) <= super::ENUMERATION_LIMIT;
        Some(match rung {
            Rung::Block => self.block.run(problem, matrix, start, observer),
            Rung::Finish => self.block.run(problem, matrix, best, observer),
            Rung::Lemke => {
                self.lemke.settings.covering = Covering::Ones;
                self.lemke.run(problem, matrix, observer)
            }
            Rung::OtherCovering(round) => {
                self.lemke.settings.covering = other_covering(problem.dimension(), round);
                self.lemke.run(problem, matrix, observer)
            }
            Rung::Farkas => {
                let proof = Outcome::NoSolution(farkas(problem, matrix)?);
                let z = best.map_or_else(|| vec![0.0; problem.dimension()], <[f64]>::to_vec);
                let effort = Effort { factorizations: 1, ..Effort::default() };
                Solution::judged(problem, z, proof, self.settings.tolerance, effort, Method::Enumeration)
            }
            Rung::Enumeration if small => self.enumerate(problem, self.settings.node_limit, observer),
            Rung::Pruning if !small => self.enumerate(problem, self.settings.node_limit / 100, observer),
            Rung::Enumeration | Rung::Pruning => return None,
            Rung::Path => LinearSolver::solve(&mut self.path, problem, start, observer),
            Rung::InteriorPoint => self.interior.solve(problem, start, observer),
            Rung::Projected => LinearSolver::solve(&mut self.projected, problem, best, observer),
        })
    }

    fn enumerate(&self, problem: &dyn LinearProblem, node_limit: usize, observer: &mut dyn Observer) -> Solution {
        let settings = EnumerationSettings { tolerance: self.settings.tolerance, node_limit };
        EnumerationSolver { settings }.solve(problem, None, observer)
    }
}

/// Covering vectors to try after ones: by the constants, then fixed but irregular ones.
fn other_covering(order: usize, round: usize) -> Covering {
    match round {
        0 => Covering::Constants,
        _ => Covering::Weights(
            (0..order).map(|i| 1.0 + ((i * 37 + round * 101 + i * i * 11) % 97) as f64 / 9.7).collect(),
        ),
    }
}

impl LinearSolver for Auto {
    fn solve(&mut self, problem: &dyn LinearProblem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        let mut ladder = Ladder::default();
        if problem.dimension() > DENSE_LIMIT {
            let sweeps: [&mut dyn LinearSolver; 2] = [&mut self.sweeps, &mut self.prox];
            for rung in sweeps {
                if let Some(answer) = ladder.climb(rung.solve(problem, start, observer)) {
                    return answer;
                }
            }
            return ladder.finish(problem, self.settings.tolerance);
        }
        let matrix = problem.matrix().to_dense();
        for rung in Rung::LINEAR {
            let solution = self.try_rung(rung, (problem, &matrix), start, ladder.best_point(), observer);
            if let Some(answer) = solution.and_then(|solution| ladder.climb(solution)) {
                return answer;
            }
        }
        ladder.finish(problem, self.settings.tolerance)
    }
}

impl NonlinearSolver for Auto {
    fn solve(&mut self, problem: &dyn Problem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        let mut ladder = Ladder::default();
        let rungs: [&mut dyn NonlinearSolver; 3] = [&mut self.path, &mut self.projected, &mut self.regular];
        for rung in rungs {
            if let Some(answer) = ladder.climb(rung.solve(problem, start, observer)) {
                return answer;
            }
        }
        ladder.finish(problem, self.settings.tolerance)
    }
}
