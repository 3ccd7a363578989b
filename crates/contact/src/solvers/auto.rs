//! A ladder of the exact methods: each rung starts where the last one left the best point, by the judge's measure.
//!
//! Sweeps solve easy problems; a proximal Newton run closes in where they come near. Else the interior point method, in one
//! variant after the other, finds the right basin, and the proximal Newton method closes in from there. Alternating
//! directions, which find other basins, are the last resort.

use super::admm::{Admm, AdmmSettings};
use super::gauss_seidel::GaussSeidel;
use super::interior_point::{InteriorPoint, InteriorSettings};
use super::newton::Newton;
use super::proximal_newton::{ProximalNewton, ProximalSettings};
use super::{ContactSolver, Progress};
use crate::scaled::Scaled;
use crate::{ContactProblem, ContactSolution, Method, Outcome, Settings};
use stiction_complementarity::{Effort, Observer};

/// The most sweeps, and how many are made before the first look at how fast they converge.
const SWEEPS: usize = 100;
const FIRST_SWEEPS: usize = 8;
/// Residual below which Newton is tried straight after the sweeps, and its budget of factorisations.
const NEAR: f64 = 1e-4;
const NEAR_FACTORIZATIONS: usize = 6;
/// Factorisations that the proximal Newton method gets after each variant of the interior point method.
const BUDGETS: [usize; 4] = [60, 150, 300, 600];
/// The last rung: iterations of alternating directions, and factorisations after them.
const LAST_ITERATIONS: usize = 6000;
const LAST_FACTORIZATIONS: usize = 900;

/// The ladder and its workspace.
pub(crate) struct Auto {
    settings: Settings,
    scaled: Scaled,
    sweeps: GaussSeidel,
    newton: Newton,
    proximal: ProximalNewton,
    interior: InteriorPoint,
    admm: Admm,
    point: Vec<f64>,
    velocity: Vec<f64>,
    best: Best,
}

/// The best point so far, and the rung that found it.
struct Best {
    point: Vec<f64>,
    residual: f64,
    method: Method,
}

impl Best {
    fn offer(&mut self, point: &[f64], residual: f64, method: Method) {
        if residual < self.residual {
            self.point.clear();
            self.point.extend_from_slice(point);
            self.residual = residual;
            self.method = method;
        }
    }
}

/// Whether to climb on.
#[derive(PartialEq)]
enum Rung {
    Solved,
    Higher,
    Interrupted,
}

impl Auto {
    pub fn new(settings: &Settings) -> Self {
        Self {
            settings: *settings,
            scaled: Scaled::default(),
            sweeps: GaussSeidel::default(),
            newton: Newton::default(),
            proximal: ProximalNewton::default(),
            interior: InteriorPoint::default(),
            admm: Admm::default(),
            point: Vec::new(),
            velocity: Vec::new(),
            best: Best { point: Vec::new(), residual: f64::INFINITY, method: Method::Auto },
        }
    }

    /// The whole ladder.
    fn climb(&mut self, progress: &mut Progress<'_>, effort: &mut Effort) -> Outcome {
        match self.climb_rungs(progress, effort) {
            Rung::Solved => Outcome::Solved,
            Rung::Interrupted => Outcome::Interrupted,
            Rung::Higher => Outcome::Stalled,
        }
    }

    fn climb_rungs(&mut self, progress: &mut Progress<'_>, effort: &mut Effort) -> Rung {
        let rung = self.sweep(progress, effort);
        if rung != Rung::Higher {
            return rung;
        }
        self.newton.prepare(&self.scaled);
        if self.best.residual < NEAR {
            let rung = self.close_in(NEAR_FACTORIZATIONS, progress, effort);
            if rung != Rung::Higher {
                return rung;
            }
        }
        if InteriorPoint::takes(&self.scaled.laws) {
            for (variant, budget) in InteriorSettings::VARIANTS.iter().zip(BUDGETS) {
                let end = self.interior.run(&self.scaled, variant, &mut self.point, progress, effort);
                self.best.offer(&self.point, end.residual, Method::InteriorPoint);
                let rung = self.verdict(end.interrupted, progress);
                if rung != Rung::Higher {
                    return rung;
                }
                let rung = self.close_in(budget, progress, effort);
                if rung != Rung::Higher {
                    return rung;
                }
                effort.restarts += 1;
            }
        }
        self.point.fill(0.0);
        let settings = AdmmSettings { iteration_limit: LAST_ITERATIONS };
        let end = self.admm.run(&self.scaled, settings, &mut self.point, progress, effort);
        self.best.offer(&self.point, end.residual, Method::Admm);
        let rung = self.verdict(end.interrupted, progress);
        if rung != Rung::Higher {
            return rung;
        }
        self.close_in(LAST_FACTORIZATIONS, progress, effort)
    }

    fn verdict(&self, interrupted: bool, progress: &Progress<'_>) -> Rung {
        if self.best.residual <= progress.goal {
            Rung::Solved
        } else if interrupted {
            Rung::Interrupted
        } else {
            Rung::Higher
        }
    }

    /// Sweeps as long as they are on the way to the goal.
    fn sweep(&mut self, progress: &mut Progress<'_>, effort: &mut Effort) -> Rung {
        self.sweeps.prepare(&self.scaled);
        let mut earlier = f64::INFINITY;
        for number in 0..SWEEPS {
            self.sweeps.sweep(&self.scaled, &mut self.point, number % 2 == 1);
            effort.iterations += 1;
            let looks = number < 2 || number % FIRST_SWEEPS == FIRST_SWEEPS - 1;
            if !looks {
                continue;
            }
            let residual = self.residual();
            self.best.offer(&self.point, residual, Method::Nsgs);
            let interrupted = progress.report("sweep", residual, &self.point).is_break();
            let rung = self.verdict(interrupted, progress);
            if rung != Rung::Higher {
                return rung;
            }
            if number >= FIRST_SWEEPS {
                // At this rate, how many more looks would it take?
                let rate = residual / earlier;
                let left = ((SWEEPS - number) / FIRST_SWEEPS) as f64;
                if rate.is_nan() || rate >= 1.0 || residual * rate.powf(left) > progress.goal {
                    return Rung::Higher;
                }
            }
            earlier = residual;
        }
        Rung::Higher
    }

    /// Proximal Newton from the current point.
    fn close_in(&mut self, budget: usize, progress: &mut Progress<'_>, effort: &mut Effort) -> Rung {
        let residual = self.residual();
        let settings = ProximalSettings { proximal: (10.0 * residual).min(1e-2), factorization_limit: budget };
        let end = self.proximal.run(&mut self.newton, &self.scaled, settings, &mut self.point, progress, effort);
        self.best.offer(&self.point, end.residual, Method::ProximalNewton);
        self.verdict(end.interrupted, progress)
    }

    fn residual(&mut self) -> f64 {
        self.scaled.velocity(&self.point, &mut self.velocity);
        self.scaled.residual(&self.point, &self.velocity)
    }
}

impl ContactSolver for Auto {
    fn solve(&mut self, problem: &ContactProblem, start: Option<&[f64]>, watch: &mut dyn Observer) -> ContactSolution {
        let mut effort = Effort::default();
        self.scaled.prepare(problem);
        self.scaled.start(start, &mut self.point);
        self.velocity.resize(self.scaled.order(), 0.0);
        self.best.residual = f64::INFINITY;
        let mut progress = Progress { goal: self.settings.tolerance, method: Method::Auto.name(), number: 0, watch };
        let outcome = self.climb(&mut progress, &mut effort);
        let impulses = self.scaled.unscale(&self.best.point);
        ContactSolution::judged(problem, impulses, outcome, self.settings.tolerance, effort, self.best.method)
    }
}
