//! The prox fixed point: `z ← P(z − r (M z + q))`, all rows at once.
//!
//! `P` moves a point into the box, so fixed points with any `r > 0` are exactly the solutions. Whether the
//! iteration gets there depends on `r`: with `M` symmetric positive definite it does for
//! `0 < r < 2/λ_max`, fastest for `r = 2/(λ_max + λ_min)` (Förg, Pfeiffer and Ulbrich 2005); along a
//! direction of negative curvature it runs away from every `r`. Unbounded growth is reported as
//! `Diverged`, a bounded cycle (the projection can turn one into the other) as `Stalled`.
//!
//! # Symbols
//! | letter | meaning |
//! |---|---|
//! | `r` | scaling of the step, one number or one per row |
//! | `s` | the common factor of the rows' `r` in the adaptive scaling |

mod scaling;

pub use scaling::ProxScaling;

use super::progress::{Progress, row_residual, worst};
use super::start::start_point;
use super::{LinearSolver, Settings};
use crate::{Effort, Iteration, LinearProblem, Method, Observer, Outcome, Solution};
use scaling::Scaling;

/// What [`Prox`] can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProxSettings {
    /// The largest scaled natural residual that counts as solved; 1e-10.
    pub tolerance: f64,
    /// The largest number of iterations; 50 000.
    pub iteration_limit: usize,
    /// How `r` is chosen; adaptive.
    pub scaling: ProxScaling,
    /// A residual this many times the problem's size is divergence; 1e8.
    pub divergence_growth: f64,
    /// Iterations without the residual falling by a tenth before the solve counts as stalled; 5 000.
    pub stall_iterations: usize,
}

impl Default for ProxSettings {
    fn default() -> Self {
        Self {
            tolerance: 1e-10,
            iteration_limit: 50_000,
            scaling: ProxScaling::default(),
            divergence_growth: 1e8,
            stall_iterations: 5_000,
        }
    }
}

impl From<&Settings> for ProxSettings {
    fn from(settings: &Settings) -> Self {
        let own = Self::default();
        Self {
            tolerance: settings.tolerance,
            iteration_limit: settings.iteration_limit.unwrap_or(own.iteration_limit),
            ..own
        }
    }
}

/// The prox fixed point (projected Jacobi), for linear problems on any box.
#[derive(Clone, Debug, Default)]
pub struct Prox {
    /// What it was told.
    pub settings: ProxSettings,
    scaling: Scaling,
    w: Vec<f64>,
    /// For the judge.
    scratch: Vec<f64>,
    progress: Progress,
}

impl Prox {
    /// A solver with these settings.
    pub fn new(settings: ProxSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    fn iterate(&mut self, problem: &dyn LinearProblem, z: &mut [f64], watch: &mut dyn Observer) -> (Outcome, Effort) {
        let mut effort = Effort::default();
        let ProxSettings { tolerance, divergence_growth, stall_iterations, .. } = self.settings;
        let size = |z: &[f64]| problem.units().size(z);
        self.w.resize(z.len(), 0.0);
        self.scratch.resize(2 * z.len(), 0.0);
        self.scaling.prepare(&self.settings.scaling, problem);
        self.progress.restart(z, size(z), divergence_growth, stall_iterations);
        for number in 0..=self.settings.iteration_limit {
            problem.evaluate(z, &mut self.w);
            effort.evaluations += 1;
            let (measure, row) = worst((0..z.len()).map(|i| row_residual(problem, i, z[i], self.w[i])));
            let iteration = Iteration {
                method: Method::Prox.name(),
                number,
                step: self.scaling.last_change(),
                measure,
                pivots: 0,
                worst_row: Some(row),
                point: z,
            };
            if watch.iteration(&iteration).is_break() {
                return (Outcome::Interrupted, effort);
            }
            // The judge costs as much as a sweep: it is asked only once the residual is small.
            if measure <= tolerance * size(z) && problem.residual_in(z, &self.w, &mut self.scratch).within(tolerance) {
                self.progress.best_point.copy_from_slice(z);
                return (Outcome::Solved, effort);
            }
            if let Some(end) = self.progress.note(z, measure) {
                return (end, effort);
            }
            self.scaling.adapt(z, &self.w, measure);
            for i in 0..z.len() {
                z[i] = problem.bounds().clamp(i, z[i] - self.scaling.step(i) * self.w[i]);
            }
            effort.iterations += 1;
        }
        effort.iterations -= 1;
        (Outcome::IterationLimit, effort)
    }
}

impl LinearSolver for Prox {
    fn solve(&mut self, problem: &dyn LinearProblem, start: Option<&[f64]>, observer: &mut dyn Observer) -> Solution {
        let mut z = start_point(problem.bounds(), start);
        let (outcome, effort) = self.iterate(problem, &mut z, observer);
        z.copy_from_slice(&self.progress.best_point);
        Solution::judged(problem, z, outcome, self.settings.tolerance, effort, Method::Prox)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DenseMatrix, Lcp, MixedLcp};
    use std::ops::ControlFlow;

    fn scalar(matrix: f64, vector: f64) -> Lcp {
        Lcp::new(DenseMatrix::from_rows(&[[matrix]]).unwrap(), vec![vector]).unwrap()
    }

    fn solve(problem: &dyn LinearProblem, scaling: ProxScaling, start: f64) -> Solution {
        Prox::new(ProxSettings { scaling, ..Default::default() }).solve(problem, Some(&[start]), &mut ())
    }

    const SCALINGS: [ProxScaling; 4] =
        [ProxScaling::Fixed(0.4), ProxScaling::Global, ProxScaling::PerRow, ProxScaling::ADAPTIVE];

    /// Painlevé's rod: unit mass, length 2, at 60° from the horizontal.
    fn rod(friction: f64, gravity: f64) -> Lcp {
        let (sine, cosine) = std::f64::consts::FRAC_PI_3.sin_cos();
        scalar(1.0 + 3.0 * cosine * (cosine - friction * sine), -gravity)
    }

    #[test]
    fn the_rod_with_little_friction_has_one_answer() {
        for scaling in SCALINGS {
            for start in [0.0, 1.0, 100.0] {
                let pressed = solve(&rod(0.5, 9.81), scaling, start);
                assert!(pressed.is_solved() && (pressed.z[0] - 8.91428).abs() < 1e-5, "{scaling:?}: {pressed:?}");
                let lifted = solve(&rod(0.5, -9.81), scaling, start);
                assert!(lifted.is_solved() && lifted.z[0] == 0.0);
            }
        }
    }

    #[test]
    fn the_rod_with_much_friction_runs_away_or_finds_the_stable_answer() {
        for scaling in SCALINGS {
            for start in [0.0, 1.0, 12.0, 1e3] {
                assert_eq!(solve(&rod(2.0, 9.81), scaling, start).outcome, Outcome::Diverged, "{scaling:?}");
            }
            for start in [0.0, 5.0, 11.0, 11.567] {
                let lifted = solve(&rod(2.0, -9.81), scaling, start);
                assert!(lifted.is_solved() && lifted.z[0] == 0.0, "{scaling:?} from {start}");
            }
            for start in [11.568, 12.0, 1e3] {
                assert_eq!(solve(&rod(2.0, -9.81), scaling, start).outcome, Outcome::Diverged, "{scaling:?}");
            }
        }
    }

    #[test]
    fn a_point_mass_converges_in_one_iteration_at_its_mass_and_below_twice_its_mass() {
        let (mass, load) = (3.0, -7.0);
        let contact = scalar(1.0 / mass, load / mass);
        let bilateral = MixedLcp::new(
            DenseMatrix::from_rows(&[[1.0 / mass]]).unwrap(),
            vec![load / mass],
            vec![f64::NEG_INFINITY],
            vec![f64::INFINITY],
        )
        .unwrap();
        for problem in [&contact as &dyn LinearProblem, &bilateral] {
            let at_mass = solve(problem, ProxScaling::Fixed(mass), 0.0);
            assert!(at_mass.is_solved() && at_mass.effort.iterations == 1);
            for share in [0.1, 0.5, 1.5, 1.9] {
                let solution = solve(problem, ProxScaling::Fixed(share * mass), 0.0);
                assert!(solution.is_solved() && (solution.z[0] + load).abs() < 1e-8, "{share}");
            }
        }
        for share in [-0.5, 2.1, 5.0] {
            assert_eq!(solve(&bilateral, ProxScaling::Fixed(share * mass), 0.0).outcome, Outcome::Diverged);
        }
        // On the half line the projection holds the swings in a bounded cycle.
        for share in [2.1, 5.0] {
            assert_eq!(solve(&contact, ProxScaling::Fixed(share * mass), 0.0).outcome, Outcome::Stalled);
        }
    }

    #[test]
    fn nonsense_settings_fail_honestly() {
        let problem = scalar(1.0, -1.0);
        assert_eq!(solve(&problem, ProxScaling::Fixed(0.0), 0.0).outcome, Outcome::Stalled);
        assert!(!solve(&problem, ProxScaling::Fixed(f64::NAN), 0.0).is_solved());
        assert!(!solve(&problem, ProxScaling::Fixed(f64::INFINITY), 0.0).is_solved());
    }

    #[test]
    fn the_observer_can_stop_it() {
        let mut seen = 0;
        let mut watch = |_: &Iteration<'_>| {
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let settings = ProxSettings { scaling: ProxScaling::Fixed(0.1), ..Default::default() };
        let solution = Prox::new(settings).solve(&scalar(1.0, -1.0), None, &mut watch);
        assert_eq!((solution.outcome, solution.effort.iterations), (Outcome::Interrupted, 2));
    }
}
