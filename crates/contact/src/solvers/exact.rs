//! The methods on the exact cone that are also rungs of the ladder, each by itself.

use super::admm::{Admm, AdmmSettings};
use super::gauss_seidel::GaussSeidel;
use super::interior_point::{InteriorPoint, InteriorSettings};
use super::newton::{Equations, Newton};
use super::proximal_newton::{ProximalNewton, ProximalSettings};
use super::refused::Refused;
use super::system::System;
use super::{ContactSolver, Progress, memory};
use crate::scaled::Scaled;
use crate::{ContactProblem, ContactSolution, Method, Outcome, Settings};
use stiction_complementarity::Observer;

/// `nsgs`, `newton`, `proximal-newton`, `interior-point` or `admm`.
pub(crate) struct Exact {
    method: Method,
    settings: Settings,
    scaled: Scaled,
    point: Vec<f64>,
    start: Vec<f64>,
    best: Vec<f64>,
    velocity: Vec<f64>,
    sweeps: GaussSeidel,
    newton: Newton,
    proximal: ProximalNewton,
    interior: InteriorPoint,
    admm: Admm,
    system: System,
}

impl Exact {
    pub fn new(method: Method, settings: &Settings) -> Self {
        Self {
            method,
            settings: *settings,
            scaled: Scaled::default(),
            point: Vec::new(),
            start: Vec::new(),
            best: Vec::new(),
            velocity: Vec::new(),
            sweeps: GaussSeidel::default(),
            newton: Newton::default(),
            proximal: ProximalNewton::default(),
            interior: InteriorPoint::default(),
            admm: Admm::default(),
            system: System::default(),
        }
    }

    /// Sweeps until the goal; the residual is looked at every few sweeps.
    fn sweep(&mut self, progress: &mut Progress<'_>) -> Outcome {
        let limit = self.settings.iteration_limit.unwrap_or(100_000);
        self.sweeps.prepare(&self.scaled);
        let mut least = f64::INFINITY;
        self.best.clone_from(&self.point);
        for number in 0..limit {
            self.sweeps.sweep(&self.scaled, &mut self.point, number % 2 == 1);
            progress.effort.iterations += 1;
            let looks = number <= 16 || number % 8 == 0 || number + 1 == limit;
            if !(looks || progress.is_spent() || progress.stops()) {
                continue;
            }
            self.scaled.velocity(&self.point, &mut self.velocity);
            let residual = self.scaled.residual(&self.point, &self.velocity);
            if residual < least {
                least = residual;
                self.best.copy_from_slice(&self.point);
            }
            let stopped = progress.report("sweep", residual, &self.point).is_break();
            if residual <= progress.goal {
                return Outcome::Solved;
            }
            if stopped || residual.is_nan() {
                self.point.copy_from_slice(&self.best);
                return if stopped { progress.stop() } else { Outcome::NumericalFailure };
            }
        }
        self.point.copy_from_slice(&self.best);
        Outcome::IterationLimit
    }

    /// Newton from the start, with one scaling of the natural map after the other.
    fn newton(&mut self, progress: &mut Progress<'_>) -> Outcome {
        let limit = self.settings.iteration_limit.unwrap_or(200);
        self.newton.prepare(&mut self.system, &self.scaled);
        self.start.clone_from(&self.point);
        self.best.clone_from(&self.point);
        let mut least = f64::INFINITY;
        for scaling in [1.0, 100.0, 10.0] {
            self.point.copy_from_slice(&self.start);
            // A few at a time, so that the observer sees them.
            let mut merit_left = limit;
            while merit_left > 0 {
                let steps = merit_left.min(5);
                merit_left -= steps;
                let equations = Equations {
                    scaling,
                    proximal: 0.0,
                    centre: &[],
                    tolerance: 1e-14,
                    iteration_limit: steps,
                    pivoting: true,
                };
                let run = self.newton.run(&mut self.system, &self.scaled, equations, &mut self.point, progress);
                self.scaled.velocity(&self.point, &mut self.velocity);
                let residual = self.scaled.residual(&self.point, &self.velocity);
                if residual < least {
                    least = residual;
                    self.best.copy_from_slice(&self.point);
                }
                if progress.report("newton", residual, &self.point).is_break() {
                    self.point.copy_from_slice(&self.best);
                    return progress.stop();
                }
                if residual <= progress.goal {
                    return Outcome::Solved;
                }
                if run.solved || run.iterations < steps {
                    break;
                }
            }
        }
        self.point.copy_from_slice(&self.best);
        if progress.is_spent() { Outcome::IterationLimit } else { Outcome::Stalled }
    }

    fn run(&mut self, progress: &mut Progress<'_>) -> Outcome {
        let limit = self.settings.iteration_limit;
        // Whether the method's own limit ended it.
        let mut limited = false;
        let end = match self.method {
            Method::Nsgs => return self.sweep(progress),
            Method::Newton => return self.newton(progress),
            Method::ProximalNewton => {
                self.newton.prepare(&mut self.system, &self.scaled);
                let settings = ProximalSettings { proximal: 1e-2, factorization_limit: limit.unwrap_or(1000) };
                let (newton, system, point) = (&mut self.newton, &mut self.system, &mut self.point);
                let end = self.proximal.run(newton, system, &self.scaled, settings, point, progress);
                limited = progress.effort.factorizations > settings.factorization_limit;
                end
            }
            Method::Admm => {
                let settings = AdmmSettings { iteration_limit: limit.unwrap_or(20_000) };
                let end = self.admm.run(&mut self.system, &self.scaled, settings, &mut self.point, progress);
                limited = progress.effort.iterations >= settings.iteration_limit;
                end
            }
            _ => {
                let mut settings = InteriorSettings::VARIANTS[0];
                settings.iteration_limit = limit.unwrap_or(settings.iteration_limit);
                self.interior.begin(&mut self.system, &self.scaled, settings);
                self.interior.advance(&mut self.system, &self.scaled, progress.goal, &mut self.point, progress)
            }
        };
        if end.interrupted {
            progress.stop()
        } else if end.residual <= progress.goal {
            Outcome::Solved
        } else if end.residual.is_nan() {
            Outcome::NumericalFailure
        } else if limited || progress.is_spent() {
            Outcome::IterationLimit
        } else {
            Outcome::Stalled
        }
    }
}

impl ContactSolver for Exact {
    fn solve(&mut self, problem: &ContactProblem, start: Option<&[f64]>, watch: &mut dyn Observer) -> ContactSolution {
        if !memory::forms_blocks(problem) {
            return Refused::new(self.method, memory::TOO_LARGE).solve(problem, start, watch);
        }
        self.scaled.prepare(problem);
        self.scaled.start(start, &mut self.point);
        self.velocity.resize(self.scaled.order(), 0.0);
        let unsuited = self.method == Method::InteriorPoint && !InteriorPoint::takes(problem.laws());
        let mut progress = Progress::new(&self.settings, self.method.name(), &self.scaled, watch);
        let outcome = if unsuited { Outcome::Unsuited("rolling") } else { self.run(&mut progress) };
        let impulses = self.scaled.unscale(&self.point);
        ContactSolution::judged(problem, impulses, outcome, self.settings.tolerance, progress.effort, self.method)
    }
}
