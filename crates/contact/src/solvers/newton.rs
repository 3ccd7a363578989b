//! Semismooth Newton on the natural map (Alart and Curnier 1991), with a proximal term.
//!
//! `F(x) = x − P(x − r u)`, `u = W x + b + α (x − x̄)`. A generalised derivative is `J = I − P′ + r P′ (W + α I)`. Steps are
//! halved until the merit beats the worst of the last few (Grippo, Lampariello and Lucidi 1986).

use super::Progress;
use super::system::System;
use crate::Law;
use crate::law::{LARGEST_CONTACT, rows_of_node};
use crate::scaled::Scaled;
use stiction_complementarity::Effort;
use stiction_linalg::kernels::{dot, norm_max};
use stiction_linalg::{Block, IDENTITY, NODE, ZERO};

/// How many past merits a step may be compared to.
const MEMORY: usize = 5;
/// The share of its length by which a step must lower the merit.
const SUFFICIENT_DECREASE: f64 = 2e-4;
/// A step whose linear equations are off by more than this share is none.
const LARGEST_ERROR: f64 = 1e-2;
/// Step lengths tried, each half of the one before.
const HALVINGS: usize = 10;

/// The equations that a run solves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Equations<'a> {
    /// `r` of the natural map.
    pub scaling: f64,
    /// `α`.
    pub proximal: f64,
    /// `x̄`; not looked at where `α` is zero.
    pub centre: &'a [f64],
    /// The largest entry of `F` that counts as solved.
    pub tolerance: f64,
    /// The largest number of steps.
    pub iteration_limit: usize,
    /// Whether a step that the sparse factorisation cannot give is asked of a dense one with pivoting.
    pub pivoting: bool,
}

/// What a run came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// Whether `F` is within the tolerance.
    pub solved: bool,
    /// Steps taken.
    pub iterations: usize,
}

/// Workspace of semismooth Newton.
#[derive(Default)]
pub(crate) struct Newton {
    velocity: Vec<f64>,
    map: Vec<f64>,
    step: Vec<f64>,
    step_velocity: Vec<f64>,
    trial: Vec<f64>,
    trial_velocity: Vec<f64>,
    trial_map: Vec<f64>,
    right: Vec<f64>,
    best: Vec<f64>,
    history: Vec<f64>,
}

impl Newton {
    /// Makes room for a problem.
    pub fn prepare(&mut self, system: &mut System, scaled: &Scaled) {
        system.prepare(scaled);
        for buffer in [
            &mut self.velocity,
            &mut self.map,
            &mut self.step,
            &mut self.step_velocity,
            &mut self.trial,
            &mut self.trial_velocity,
            &mut self.trial_map,
            &mut self.right,
            &mut self.best,
        ] {
            buffer.clear();
            buffer.resize(scaled.order(), 0.0);
        }
        self.history.reserve(MEMORY + 1);
    }

    /// Iterates from `x`, which becomes the point with the smallest merit. The observer is asked before each
    /// factorisation, and the limit on iterations of the whole solve holds.
    pub fn run(
        &mut self,
        system: &mut System,
        scaled: &Scaled,
        equations: Equations<'_>,
        x: &mut [f64],
        progress: &mut Progress<'_>,
    ) -> Run {
        evaluate_velocity(scaled, equations, x, &mut self.velocity);
        natural_map(scaled, equations.scaling, x, &self.velocity, &mut self.map);
        let mut merit = 0.5 * dot(&self.map, &self.map);
        let mut best_merit = f64::INFINITY;
        self.history.clear();
        let mut run = Run { solved: false, iterations: 0 };
        loop {
            if merit < best_merit {
                best_merit = merit;
                self.best.copy_from_slice(x);
            }
            // The merit is not finite where an entry is not, which a largest entry would hide.
            if merit.is_finite() && norm_max(&self.map) <= equations.tolerance {
                run.solved = true;
                break;
            }
            let ends = run.iterations == equations.iteration_limit || !merit.is_finite();
            if ends || progress.is_spent() || progress.stops() {
                break;
            }
            run.iterations += 1;
            progress.effort.iterations += 1;
            if !self.find_step(system, scaled, equations, x, &mut progress.effort) {
                break;
            }
            if self.history.len() == MEMORY {
                self.history.remove(0);
            }
            self.history.push(merit);
            let reference = self.history.iter().copied().fold(0.0, f64::max);
            scaled.response.multiply(&self.step, &mut self.step_velocity);
            for (target, step) in self.step_velocity.iter_mut().zip(&self.step) {
                *target += equations.proximal * step;
            }
            let mut length = 1.0;
            let mut accepted = false;
            for _ in 0..HALVINGS {
                for i in 0..x.len() {
                    self.trial[i] = x[i] + length * self.step[i];
                    self.trial_velocity[i] = self.velocity[i] + length * self.step_velocity[i];
                }
                progress.effort.evaluations += 1;
                natural_map(scaled, equations.scaling, &self.trial, &self.trial_velocity, &mut self.trial_map);
                let new = 0.5 * dot(&self.trial_map, &self.trial_map);
                if new <= (1.0 - SUFFICIENT_DECREASE * length) * reference {
                    merit = new;
                    accepted = true;
                    break;
                }
                length *= 0.5;
            }
            if !accepted {
                break;
            }
            x.copy_from_slice(&self.trial);
            std::mem::swap(&mut self.velocity, &mut self.trial_velocity);
            std::mem::swap(&mut self.map, &mut self.trial_map);
            if run.iterations.is_multiple_of(10) {
                // Products of steps pile up rounding.
                evaluate_velocity(scaled, equations, x, &mut self.velocity);
                natural_map(scaled, equations.scaling, x, &self.velocity, &mut self.map);
                merit = 0.5 * dot(&self.map, &self.map);
            }
        }
        x.copy_from_slice(&self.best);
        run
    }

    /// One whole step from `x`; returns whether there is one.
    pub fn step(
        &mut self,
        system: &mut System,
        scaled: &Scaled,
        equations: Equations<'_>,
        x: &mut [f64],
        progress: &mut Progress<'_>,
    ) -> bool {
        evaluate_velocity(scaled, equations, x, &mut self.velocity);
        natural_map(scaled, equations.scaling, x, &self.velocity, &mut self.map);
        progress.effort.iterations += 1;
        let found = self.find_step(system, scaled, equations, x, &mut progress.effort);
        if found {
            x.iter_mut().zip(&self.step).for_each(|(x, step)| *x += step);
        }
        found
    }

    /// Sets `step` to `−J⁻¹ F`; returns whether there is one.
    fn find_step(
        &mut self,
        system: &mut System,
        scaled: &Scaled,
        equations: Equations<'_>,
        x: &[f64],
        effort: &mut Effort,
    ) -> bool {
        self.linearise(system, scaled, equations, x);
        self.right.iter_mut().zip(&self.map).for_each(|(right, map)| *right = -map);
        effort.factorizations += 1;
        if system.factor() && system.solve(&self.right, &mut self.step) <= LARGEST_ERROR {
            return true;
        }
        if !equations.pivoting {
            return false;
        }
        effort.factorizations += 1;
        effort.restarts += 1;
        system.factor_with_pivoting() && system.solve_with_pivoting(&self.right, &mut self.step) <= LARGEST_ERROR
    }

    /// Sets the rows of `I − P′ + r P′ (W + α I)` at `x`.
    fn linearise(&self, system: &mut System, scaled: &Scaled, equations: Equations<'_>, x: &[f64]) {
        let r = equations.scaling;
        let share = r * equations.proximal - 1.0;
        let mut y = [0.0; LARGEST_CONTACT];
        let (mut derivatives, mut by_first) = ([ZERO; 2], [ZERO; 2]);
        let rows = |derivative: &Block| {
            let (mut own, mut left) = (IDENTITY, ZERO);
            for column in 0..NODE {
                for row in 0..NODE {
                    own[column][row] += share * derivative[column][row];
                    left[column][row] = r * derivative[column][row];
                }
            }
            (own, left)
        };
        for (index, law) in scaled.laws.iter().enumerate() {
            let first = scaled.first_nodes[index];
            if let Law::Bilateral { rows: count } = *law {
                for node in 0..law.nodes() {
                    derivatives[0] = ZERO;
                    (0..rows_of_node(count, node)).for_each(|k| derivatives[0][k][k] = 1.0);
                    let (own, left) = rows(&derivatives[0]);
                    system.set_row(scaled, first + node, &own, &left);
                }
                continue;
            }
            for (k, row) in scaled.rows_of(index).enumerate() {
                y[k] = x[row] - r * self.velocity[row];
            }
            law.project_derivative(&y, &mut derivatives, &mut by_first);
            for node in 0..law.nodes() {
                let (own, left) = rows(&derivatives[node]);
                system.set_row(scaled, first + node, &own, &left);
            }
            if law.nodes() > 1 && by_first[1] != ZERO {
                let (mut own, left) = rows(&by_first[1]);
                (0..NODE).for_each(|k| own[k][k] -= 1.0);
                system.couple(scaled, first + 1, first, &own, &left);
            }
        }
    }
}

/// `u = W x + b + α (x − x̄)`.
fn evaluate_velocity(scaled: &Scaled, equations: Equations<'_>, x: &[f64], u: &mut [f64]) {
    scaled.velocity(x, u);
    if equations.proximal != 0.0 {
        for i in 0..x.len() {
            u[i] += equations.proximal * (x[i] - equations.centre[i]);
        }
    }
}

/// `F = x − P(x − r u)`.
fn natural_map(scaled: &Scaled, r: f64, x: &[f64], u: &[f64], map: &mut [f64]) {
    for (index, law) in scaled.laws.iter().enumerate() {
        let rows = scaled.rows_of(index);
        law.prox_error(r, &x[rows.clone()], &u[rows.clone()], &mut map[rows]);
    }
}
