//! A ladder of the exact methods: each rung starts where the last one left the best point, by the judge's measure.
//!
//! Sweeps solve easy problems, and find the right contact modes of many more: a few steps of Newton's method, tried on the way,
//! end those. They are mixed or, of very many laws, have momentum, which takes impulses far along directions that move nearly
//! nothing. Of very many laws, sweeps and steps of Newton's method take turns, from the sweeps' point and then from where interior
//! points of several kinds jam: somewhere they all do. Where that leads nowhere, the central path of slightly softer contacts is
//! followed around its folds. Else the interior point method finds the right basin, with the same tries on its way, and the
//! proximal Newton method closes in from where it stops. Where that jams, the central path is followed around its bends.
//! Variants of both come next, as they fail on different problems. Alternating directions, which find other basins, are the last
//! resort.

mod sweeping;
mod turns;

use super::admm::{Admm, AdmmSettings};
use super::gauss_seidel::GaussSeidel;
use super::interior_point::{CentralPath, InteriorPoint, InteriorSettings, PathSettings};
use super::mixing::Mixing;
use super::momentum::Momentum;
use super::newton::{Equations, Newton};
use super::proximal_newton::{ProximalNewton, ProximalSettings};
use super::quartets::Quartets;
use super::refused::Refused;
use super::system::System;
use super::working_set::WorkingSet;
use super::{ContactSolver, Progress, memory};
use crate::scaled::Scaled;
use crate::{ContactProblem, ContactSolution, Method, Outcome, Settings};
use stiction_complementarity::Observer;

/// The most laws for which a step of Newton's method costs less than the sweeps that it saves.
const FEW: usize = 64;
/// The laws from which a factorisation may cost more than it is worth, and sweeps have momentum. Fewer are better off with mixtures,
/// unless the tolerance is loose and a start was given: then momentum is for more than the second number.
const MANY: usize = 500;
const MANY_IF_LOOSE: usize = 150;
/// From a start that was given, steps of Newton's method go on to this share of the goal as long as they pay.
const WARM_GOAL: f64 = 1e-2;
/// Rounding may leave a relative residual like this.
const LEAST: f64 = 1e-12;
/// Steps of a try of Newton's method.
const POLISH_STEPS: usize = 4;
/// The scaling of the natural map at which it is tried, and `α` over the residual. Where the start is the last step's answer its
/// modes are mostly right, and it is the impulses that know them: at first the scaling is such that they count.
const POLISH_SCALING: f64 = 100.0;
const WARM_SCALING: f64 = 1.0;
const POLISH_PROXIMAL: f64 = 1e-2;
/// A try that does not bring the residual below this share of itself was the last.
const POLISH_GAIN: f64 = 0.1;
/// The residuals at which the interior point method pauses for a try.
const PAUSES: [f64; 4] = [1e-3, 1e-5, 1e-7, 0.0];
/// The residual below which it need not go on where it stands still, as Newton's method closes in from there.
const FLOOR: f64 = 1e-7;
/// Factorisations that the proximal Newton method gets after each variant of the interior point method.
const BUDGETS: [usize; 4] = [60, 150, 300, 600];
/// Of more laws than this, the interior point method starts near the best point: the mean of its products over the residual, try
/// by try, and the factorisations after each.
const NEAR_FROM: usize = 40;
const NEAR_AIMS: [f64; 2] = [10.0, 1.0];
const NEAR_BUDGET: usize = 15;
/// Sweeps after each, and those of laws that have momentum but are not very many: they take less than one of the crossings to come.
const SWEEPS_AGAIN: usize = 200;
const SWEEPS_AGAIN_IF_LOOSE: usize = 3000;
/// Where sweeps of many laws came as near as this, the proximal Newton method is tried first, with so many factorisations.
const VERY_NEAR: f64 = 1e-5;
const VERY_NEAR_BUDGET: usize = 10;
/// How often laws that were left out may turn out to be needed, until all are taken.
const WIDENINGS: usize = 4;
/// The share of the normal in the slip speed with which the central path is followed after each variant, the residual at which
/// Newton's method is near enough, and the factorisations that it then gets.
const SHARES: [f64; 4] = [0.3, 0.6, 0.1, 0.8];
const PATH_GOAL: f64 = 1e-5;
const AFTER_PATH: usize = 150;
/// A residual so small that there is nothing better to look for elsewhere.
const SAME_BASIN: f64 = 1e-6;
/// The last rung: iterations of alternating directions, and factorisations after them.
const LAST_ITERATIONS: usize = 6000;
const LAST_BUDGET: usize = 900;

/// The most rows of a problem without friction for which a proof is sought that there is no solution.
const LARGEST_PROOF: usize = 500;

/// The ladder and its workspace.
pub(crate) struct Auto {
    settings: Settings,
    patience: Option<usize>,
    scaled: Scaled,
    system: System,
    sweeps: GaussSeidel,
    mixing: Mixing,
    momentum: Momentum,
    quartets: Quartets,
    /// Whether it is quartets that sweep.
    by_fours: bool,
    newton: Newton,
    proximal: ProximalNewton,
    interior: InteriorPoint,
    path: CentralPath,
    admm: Admm,
    working_set: WorkingSet,
    point: Vec<f64>,
    kept: Vec<f64>,
    centre: Vec<f64>,
    velocity: Vec<f64>,
    best: Best,
    /// Whether a start was given: the problem is one of a sequence.
    follows: bool,
    /// Impulses and velocities of an answer that was given back.
    spare: Option<(Vec<f64>, Vec<f64>)>,
}

/// The best point so far, and the rung that found it.
struct Best {
    point: Vec<f64>,
    residual: f64,
    method: Method,
}

impl Best {
    fn offer(&mut self, point: &[f64], residual: f64, method: Method) {
        let finite = if residual.is_finite() { residual } else { f64::INFINITY };
        if finite < self.residual || self.point.is_empty() {
            self.point.clear();
            self.point.extend_from_slice(point);
            self.residual = finite;
            self.method = method;
        }
    }
}

/// Why the climb ends; `Ok` means that the next rung is needed.
enum End {
    Solved,
    Interrupted,
    GivenUp,
}

impl Auto {
    pub fn new(settings: &Settings) -> Self {
        Self {
            settings: *settings,
            patience: None,
            scaled: Scaled::default(),
            system: System::default(),
            sweeps: GaussSeidel::default(),
            mixing: Mixing::default(),
            momentum: Momentum::default(),
            quartets: Quartets::default(),
            by_fours: false,
            newton: Newton::default(),
            proximal: ProximalNewton::default(),
            interior: InteriorPoint::default(),
            path: CentralPath::default(),
            admm: Admm::default(),
            working_set: WorkingSet::default(),
            point: Vec::new(),
            kept: Vec::new(),
            centre: Vec::new(),
            velocity: Vec::new(),
            best: Best { point: Vec::new(), residual: f64::INFINITY, method: Method::Auto },
            follows: false,
            spare: None,
        }
    }

    /// The whole ladder.
    fn climb(&mut self, warm: bool, progress: &mut Progress<'_>) -> Result<(), End> {
        self.sweep(warm, progress)?;
        if self.patience.is_some() && self.follows && self.scaled.laws.len() > MANY {
            return Err(End::GivenUp);
        }
        self.climb_on(progress)
    }

    /// The ladder from the rungs with factorisations on, with the laws that are in play; where one that was left out turns out
    /// not to be open, once more with it.
    fn climb_on(&mut self, progress: &mut Progress<'_>) -> Result<(), End> {
        // Of few laws, those that are open cost nothing.
        let widenings = if self.scaled.laws.len() > FEW { WIDENINGS } else { 0 };
        for _ in 0..widenings {
            self.scaled.velocity(&self.best.point, &mut self.velocity);
            let Best { point, residual, .. } = &mut self.best;
            if !self.working_set.enter(&mut self.scaled, point, &self.velocity, *residual) {
                break;
            }
            self.velocity.resize(self.scaled.order(), 0.0);
            self.point.clone_from(&self.best.point);
            let end = self.climb_within(progress);
            self.working_set.leave(&mut self.scaled, &mut self.best.point);
            self.velocity.resize(self.scaled.order(), 0.0);
            self.point.clone_from(&self.best.point);
            self.best.residual = self.residual();
            match end {
                Err(End::Solved) => self.look(false, progress)?,
                other => return other,
            }
        }
        self.climb_within(progress)
    }

    /// The rungs with factorisations.
    fn climb_within(&mut self, progress: &mut Progress<'_>) -> Result<(), End> {
        if InteriorPoint::takes(&self.scaled.laws) {
            // The point of a problem that stands alone is near nothing.
            let many = self.follows && self.scaled.laws.len() > NEAR_FROM;
            if self.follows && self.best.residual < VERY_NEAR {
                self.point.clone_from(&self.best.point);
                self.close_in(VERY_NEAR_BUDGET, progress)?;
            }
            // A central path costs less than these turns unless it is that of very many.
            if many && self.scaled.laws.len() > MANY {
                self.take_turns(progress)?;
            }
            let is_loose = self.has_momentum() && self.scaled.laws.len() <= MANY;
            let sweeps = if is_loose { SWEEPS_AGAIN_IF_LOOSE } else { SWEEPS_AGAIN };
            for aim in NEAR_AIMS.into_iter().filter(|_| many) {
                self.cross_the_interior(&InteriorSettings::default(), Some(aim * self.best.residual), progress)?;
                self.close_in(NEAR_BUDGET, progress)?;
                self.sweep_again(sweeps, sweeping::OLDEST, progress)?;
                progress.effort.restarts += 1;
            }
            for (number, variant) in InteriorSettings::VARIANTS.iter().enumerate() {
                self.cross_the_interior(variant, None, progress)?;
                self.close_in(BUDGETS[number], progress)?;
                progress.effort.restarts += 1;
                self.follow_the_path(PathSettings::whole(SHARES[number]), PATH_GOAL, progress)?;
                self.close_in(AFTER_PATH, progress)?;
                progress.effort.restarts += 1;
                if self.best.residual < SAME_BASIN {
                    self.point.clone_from(&self.best.point);
                    self.close_in(LAST_BUDGET, progress)?;
                }
            }
        }
        self.point.fill(0.0);
        let settings = AdmmSettings { iteration_limit: LAST_ITERATIONS };
        let end = self.admm.run(&mut self.system, &self.scaled, settings, &mut self.point, progress);
        self.best.offer(&self.point, end.residual, Method::Admm);
        self.look(end.interrupted, progress)?;
        self.close_in(LAST_BUDGET, progress)
    }

    /// The interior point method, with tries of Newton's method at its pauses; ends at the best point. It starts in the middle,
    /// or near the best point so far, with this mean of the products.
    fn cross_the_interior(
        &mut self,
        variant: &InteriorSettings,
        near: Option<f64>,
        progress: &mut Progress<'_>,
    ) -> Result<(), End> {
        self.kept.clone_from(&self.best.point);
        let settings = InteriorSettings { floor: FLOOR, ..*variant };
        match near {
            Some(aim) => {
                self.interior.begin_near(&mut self.system, &self.scaled, settings, &self.kept, aim);
            }
            None => self.interior.begin(&mut self.system, &self.scaled, settings),
        }
        let mut best = f64::INFINITY;
        // Nothing is to be won from tries farther away than where it began.
        let began = near.map_or(f64::INFINITY, |_| self.best.residual);
        for pause in PAUSES.into_iter().filter(|&pause| pause < began) {
            let goal = pause.max(progress.goal);
            let end = self.interior.advance(&mut self.system, &self.scaled, goal, &mut self.point, progress);
            self.best.offer(&self.point, end.residual, Method::InteriorPoint);
            self.look(end.interrupted, progress)?;
            if end.residual < best {
                best = end.residual;
                self.kept.clone_from(&self.point);
            }
            if self.interior.has_ended() {
                break;
            }
            let reached = self.polish(end.residual, POLISH_SCALING, progress)?;
            if reached < best {
                best = reached;
                self.kept.clone_from(&self.point);
            }
        }
        self.point.clone_from(&self.kept);
        Ok(())
    }

    /// The central path around its bends; ends at the best point.
    fn follow_the_path(&mut self, settings: PathSettings, goal: f64, progress: &mut Progress<'_>) -> Result<(), End> {
        let goal = goal.max(progress.goal);
        let end = self.path.run(&mut self.system, &self.scaled, settings, goal, &mut self.point, progress);
        self.best.offer(&self.point, end.residual, Method::InteriorPoint);
        self.look(end.interrupted, progress)
    }

    /// A few steps of Newton's method from the current point, as long as they pay; the last residual.
    fn polish(&mut self, mut residual: f64, scaling: f64, progress: &mut Progress<'_>) -> Result<f64, End> {
        self.newton.prepare(&mut self.system, &self.scaled);
        loop {
            self.centre.clone_from(&self.point);
            let proximal = (POLISH_PROXIMAL * residual).max(1e-12);
            let equations = Equations {
                scaling,
                proximal,
                centre: &self.centre,
                tolerance: (0.1 * proximal).max(1e-13),
                iteration_limit: POLISH_STEPS,
                pivoting: false,
            };
            self.newton.run(&mut self.system, &self.scaled, equations, &mut self.point, progress);
            let reached = self.residual();
            self.best.offer(&self.point, reached, Method::Newton);
            let stopped = progress.report("polish", reached, &self.point).is_break();
            let pays = reached <= POLISH_GAIN * residual;
            // The next problem of a sequence will start here: a step more than needed now saves it one.
            let goes_on = self.follows && pays && reached > (WARM_GOAL * progress.goal).max(LEAST) && !stopped;
            if !goes_on {
                self.look(stopped, progress)?;
            }
            if !pays {
                return Ok(reached);
            }
            residual = reached;
        }
    }

    /// Proximal Newton from the current point.
    fn close_in(&mut self, budget: usize, progress: &mut Progress<'_>) -> Result<(), End> {
        self.newton.prepare(&mut self.system, &self.scaled);
        let residual = self.residual();
        let settings = ProximalSettings { proximal: (10.0 * residual).min(1e-2), factorization_limit: budget };
        let end =
            self.proximal.run(&mut self.newton, &mut self.system, &self.scaled, settings, &mut self.point, progress);
        self.best.offer(&self.point, end.residual, Method::ProximalNewton);
        self.look(end.interrupted, progress)
    }

    /// Ends the climb at the goal, or where the observer wants it.
    fn look(&self, interrupted: bool, progress: &Progress<'_>) -> Result<(), End> {
        if self.best.residual <= progress.goal {
            Err(End::Solved)
        } else if interrupted {
            Err(End::Interrupted)
        } else {
            Ok(())
        }
    }

    /// Without friction, pivoting can prove that there is no solution.
    fn proved(&self, problem: &ContactProblem, solution: ContactSolution, watch: &mut dyn Observer) -> ContactSolution {
        let frictionless = problem.laws().iter().all(|law| law.discs().next().is_none());
        let failed = matches!(solution.outcome, Outcome::Stalled | Outcome::NumericalFailure);
        if !(failed && frictionless && problem.order() <= LARGEST_PROOF) {
            return solution;
        }
        let mut other = Method::MlcpLemke.solver(&self.settings).solve(problem, None, watch);
        other.effort += solution.effort;
        if other.is_solved() || matches!(other.outcome, Outcome::NoSolution(_)) { other } else { solution }
    }

    fn residual(&mut self) -> f64 {
        self.scaled.velocity(&self.point, &mut self.velocity);
        self.scaled.residual(&self.point, &self.velocity)
    }
}

impl ContactSolver for Auto {
    fn solve(&mut self, problem: &ContactProblem, start: Option<&[f64]>, watch: &mut dyn Observer) -> ContactSolution {
        if !memory::forms_blocks(problem) {
            return Refused::new(Method::Auto, memory::TOO_LARGE).solve(problem, start, watch);
        }
        self.follows = start.is_some();
        self.scaled.prepare(problem);
        self.scaled.start(start, &mut self.point);
        self.velocity.resize(self.scaled.order(), 0.0);
        self.best.point.clear();
        self.best.residual = f64::INFINITY;
        let mut progress = Progress::new(&self.settings, Method::Auto.name(), &self.scaled, watch);
        let mut end = self.climb(start.is_some(), &mut progress);
        loop {
            let outcome = match end {
                Err(End::Solved) => Outcome::Solved,
                Err(End::Interrupted) => progress.stop(),
                Err(End::GivenUp) => Outcome::IterationLimit,
                Ok(()) => Outcome::Stalled,
            };
            let (impulses, velocities) = self.spare.take().unwrap_or_default();
            let impulses = self.scaled.unscale_in(impulses, &self.best.point);
            let (tolerance, effort) = (self.settings.tolerance, progress.effort);
            let by = self.best.method;
            let solution = ContactSolution::judged_in(velocities, problem, impulses, outcome, tolerance, effort, by);
            // Huge impulses may look right in scaled units and not to the judge, whose word counts: once more without them.
            if solution.outcome != Outcome::NumericalFailure || progress.goal < self.settings.tolerance {
                return self.proved(problem, solution, progress.watch);
            }
            progress.goal *= 0.1;
            self.best.point.clear();
            self.best.residual = f64::INFINITY;
            self.point.fill(0.0);
            let residual = self.residual();
            self.best.offer(&self.point, residual, Method::Auto);
            end = self.climb_on(&mut progress);
        }
    }

    fn recycle(&mut self, answer: ContactSolution) {
        self.spare = Some((answer.impulses, answer.velocities));
    }

    fn set_patience(&mut self, sweeps: Option<usize>) {
        self.patience = sweeps;
    }
}
