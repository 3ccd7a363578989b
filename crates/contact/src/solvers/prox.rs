//! The prox fixed point `p ← P(p − r u(p))` (Moreau; Förg, Pfeiffer and Ulbrich 2005; Lu and Trinkle with eq. 26
//! started from the velocity before the step each time).
//!
//! One contact alone converges for `0 < r < 2 / λ_max`. Growth without bound is `Diverged`, a bounded cycle `Stalled`.

use super::refused::Refused;
use super::{ContactSolver, Progress, memory};
use crate::law::LARGEST_CONTACT;
use crate::response::Following;
use crate::scaled::Scaled;
use crate::spectrum::{global_scaling, largest_eigenvalue};
use crate::{ContactProblem, ContactSolution, Law, Method, Outcome, ProxScaling, Settings, Sweep};
use stiction_complementarity::Observer;
use stiction_linalg::{NODE, block_times};

/// The most iterations, where nobody says.
const ITERATION_LIMIT: usize = 100_000;
/// A residual this many times that of the start, or of rest, is divergence.
const DIVERGENCE: f64 = 1e8;
/// Iterations without the residual falling by a tenth before the solve counts as stalled.
const STALL_ITERATIONS: usize = 5_000;
/// What the adaptive factor is multiplied by when the residual grows and when it falls, and its range.
const SHRINK: f64 = 0.5;
const RECOVER: f64 = 1.1;
const FACTORS: (f64, f64) = (1e-8, 1e4);

/// The fixed point iteration and its workspace.
pub(crate) struct Prox {
    settings: Settings,
    scaled: Scaled,
    /// `r` of each law, in scaled units.
    scalings: Vec<f64>,
    point: Vec<f64>,
    velocity: Vec<f64>,
    best: Vec<f64>,
    following: Following,
    /// The change of one law's impulses.
    change: Vec<f64>,
    /// The point and velocity that the adaptive factor last looked at.
    last_point: Vec<f64>,
    last_velocity: Vec<f64>,
    /// The point in the problem's units, for an observer that wants it.
    shown: Vec<f64>,
}

impl Prox {
    pub fn new(settings: &Settings) -> Self {
        Self {
            settings: *settings,
            scaled: Scaled::default(),
            scalings: Vec::new(),
            point: Vec::new(),
            velocity: Vec::new(),
            best: Vec::new(),
            following: Following::default(),
            change: Vec::new(),
            last_point: Vec::new(),
            last_velocity: Vec::new(),
            shown: Vec::new(),
        }
    }

    /// Chooses `r`. A scaling `r` of the problem is `r / r_i` in scaled units, where the judge's own `r_i` is one.
    fn choose(&mut self, problem: &ContactProblem) {
        self.scalings.clear();
        let laws = 0..problem.laws().len();
        match self.settings.prox_scaling {
            ProxScaling::Fixed(r) => self.scalings.extend(laws.map(|law| r / problem.scaling(law))),
            ProxScaling::Global => {
                let r = global_scaling(problem);
                self.scalings.extend(laws.map(|law| r / problem.scaling(law)));
            }
            ProxScaling::Contact | ProxScaling::Adaptive => {
                let scaled = &self.scaled;
                self.scalings.extend(laws.map(|law| {
                    let (value, error) = own_eigenvalue(scaled, law);
                    if value > 0.0 { 1.0 / (value + error) } else { 1.0 }
                }));
            }
        }
    }

    fn iterate(&mut self, progress: &mut Progress<'_>) -> Outcome {
        let limit = self.settings.iteration_limit.unwrap_or(ITERATION_LIMIT);
        let adaptive = self.settings.prox_scaling == ProxScaling::Adaptive;
        // A look costs as much as a sweep; Jacobi's needs its velocities anyway.
        let shows_all = progress.watch.wants_iterates();
        let looks_always = adaptive || shows_all || self.settings.sweep == Sweep::Jacobi;
        let (mut factor, mut last, mut start) = (1.0, f64::INFINITY, None);
        let (mut best, mut reference, mut waited) = (f64::INFINITY, f64::INFINITY, 0);
        for number in 0..=limit {
            waited += 1;
            let looks = looks_always || number <= 16 || number % 8 == 0 || number == limit;
            if looks || progress.stops() {
                self.scaled.velocity(&self.point, &mut self.velocity);
                progress.effort.evaluations += 1;
                let residual = self.scaled.residual(&self.point, &self.velocity);
                if residual < best {
                    best = residual;
                    self.best.copy_from_slice(&self.point);
                }
                if shows_all {
                    self.shown = self.scaled.unscale_in(std::mem::take(&mut self.shown), &self.point);
                }
                let point = if shows_all { &self.shown } else { &self.point };
                if progress.report("prox", residual, point).is_break() {
                    return progress.stop();
                }
                if residual <= progress.goal {
                    return Outcome::Solved;
                }
                let start = *start.get_or_insert(f64::max(residual, 1.0));
                if !residual.is_finite() || residual > DIVERGENCE * start {
                    return Outcome::Diverged;
                }
                if best < 0.9 * reference {
                    (reference, waited) = (best, 0);
                }
                if adaptive {
                    factor = self.adapt(factor, residual <= last);
                    last = residual;
                }
            }
            if number == limit {
                return Outcome::IterationLimit;
            }
            if waited > STALL_ITERATIONS {
                return Outcome::Stalled;
            }
            self.sweep(factor);
            progress.effort.iterations += 1;
        }
        Outcome::IterationLimit
    }

    /// The next adaptive factor. It shrinks where the residual grows, but not below `ΔxᵀΔu / ΔuᵀRΔu`, half of what the
    /// curvature along the last step allows: with friction a residual may also grow for other reasons.
    fn adapt(&mut self, factor: f64, falls: bool) -> f64 {
        let (mut curvature, mut square) = (0.0, 0.0);
        for (index, r) in self.scalings.iter().enumerate() {
            for row in self.scaled.rows_of(index) {
                let change = self.velocity[row] - self.last_velocity[row];
                curvature += (self.point[row] - self.last_point[row]) * change;
                square += change * r * change;
            }
        }
        self.last_point.copy_from_slice(&self.point);
        self.last_velocity.copy_from_slice(&self.velocity);
        let safe = curvature / square;
        if falls {
            (factor * RECOVER).min(FACTORS.1)
        } else if safe > 0.0 && factor > safe {
            (factor * SHRINK).max(safe).max(FACTORS.0)
        } else {
            factor
        }
    }

    fn sweep(&mut self, factor: f64) {
        let mut projected = [0.0; LARGEST_CONTACT];
        self.following.begin(&self.scaled.response, &self.point);
        self.change.resize(self.point.len(), 0.0);
        for (index, law) in self.scaled.laws.iter().enumerate() {
            let rows = self.scaled.rows_of(index);
            if self.settings.sweep == Sweep::GaussSeidel {
                let first = self.scaled.first_nodes[index];
                for node in first..first + law.nodes() {
                    let product = self.following.product_at(&self.scaled.response, node, &self.point);
                    for k in 0..NODE {
                        let place = NODE * node + k;
                        self.velocity[place] = product[k] + self.scaled.vector[place];
                    }
                }
            }
            let r = factor * self.scalings[index];
            let places = NODE * self.scaled.first_nodes[index]..NODE * self.scaled.first_nodes[index + 1];
            self.change[..places.len()].copy_from_slice(&self.point[places.clone()]);
            for row in rows.clone() {
                self.point[row] -= r * self.velocity[row];
            }
            if !matches!(law, Law::Bilateral { .. }) {
                law.project(&self.point[rows.clone()], &mut projected);
                let count = rows.len();
                self.point[rows].copy_from_slice(&projected[..count]);
            }
            if self.settings.sweep == Sweep::GaussSeidel {
                for (k, place) in places.clone().enumerate() {
                    self.change[k] = self.point[place] - self.change[k];
                }
                for (k, node) in (places.start / NODE..places.end / NODE).enumerate() {
                    let change = &self.change[NODE * k..NODE * k + NODE];
                    self.following.changed(&self.scaled.response, node, change);
                }
            }
        }
    }
}

/// The largest eigenvalue of a law's own block of the scaled `W`.
fn own_eigenvalue(scaled: &Scaled, law: usize) -> (f64, f64) {
    let (first, count) = (scaled.first_nodes[law], scaled.laws[law].nodes());
    let multiply = |x: &[f64], y: &mut [f64]| {
        for node in 0..count {
            let mut sum = [0.0; NODE];
            for other in 0..count {
                let product = block_times(&scaled.response.block(first + node, first + other), &x[NODE * other..]);
                (0..NODE).for_each(|k| sum[k] += product[k]);
            }
            y[NODE * node..NODE * (node + 1)].copy_from_slice(&sum);
        }
    };
    largest_eigenvalue(NODE * count, multiply, |_| {})
}

impl ContactSolver for Prox {
    fn solve(&mut self, problem: &ContactProblem, start: Option<&[f64]>, watch: &mut dyn Observer) -> ContactSolution {
        if !memory::forms_blocks(problem) {
            return Refused::new(Method::Prox, memory::TOO_LARGE).solve(problem, start, watch);
        }
        self.scaled.prepare(problem);
        self.scaled.start(start, &mut self.point);
        self.velocity.clear();
        self.velocity.resize(self.scaled.order(), 0.0);
        self.best.clone_from(&self.point);
        self.last_point.clone_from(&self.point);
        self.last_velocity.clone_from(&self.velocity);
        self.choose(problem);
        let tolerance = self.settings.tolerance;
        let mut progress = Progress::new(&self.settings, Method::Prox.name(), &self.scaled, watch);
        let outcome = self.iterate(&mut progress);
        let impulses = self.scaled.unscale(&self.best);
        ContactSolution::judged(problem, impulses, outcome, tolerance, progress.effort, Method::Prox)
    }
}
