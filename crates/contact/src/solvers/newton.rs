//! Semismooth Newton on the natural map (Alart and Curnier 1991), with a proximal term.
//!
//! `F(x) = x − P(x − r u)`, `u = W x + b + α (x − x̄)`. A generalised derivative is `J = I − P′ + r P′ (W + α I)`. Steps are
//! halved until the merit beats the worst of the last few (Grippo, Lampariello and Lucidi 1986).

use crate::Law;
use crate::law::LARGEST_CONTACT;
use crate::scaled::Scaled;
use stiction_complementarity::Effort;
use stiction_linalg::kernels::{dot, norm};
use stiction_linalg::{Block, BlockLu, BlockMatrix, Lu, NODE, ZERO, block_product};

/// How many past merits a step may be compared to.
const MEMORY: usize = 5;
/// The share of its length by which a step must lower the merit.
const SUFFICIENT_DECREASE: f64 = 2e-4;
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
    jacobian: BlockMatrix,
    dense: Lu,
    velocity: Vec<f64>,
    map: Vec<f64>,
    step: Vec<f64>,
    step_velocity: Vec<f64>,
    trial: Vec<f64>,
    trial_velocity: Vec<f64>,
    trial_map: Vec<f64>,
    linear_residual: Vec<f64>,
    best: Vec<f64>,
    history: Vec<f64>,
}

impl Newton {
    /// Makes room for a problem.
    pub fn prepare(&mut self, scaled: &Scaled) {
        if !self.jacobian.has_pattern_of(&scaled.matrix) {
            self.jacobian.copy_from(&scaled.matrix);
        }
        for buffer in [
            &mut self.velocity,
            &mut self.map,
            &mut self.step,
            &mut self.step_velocity,
            &mut self.trial,
            &mut self.trial_velocity,
            &mut self.trial_map,
            &mut self.linear_residual,
            &mut self.best,
        ] {
            buffer.clear();
            buffer.resize(scaled.order(), 0.0);
        }
        self.history.reserve(MEMORY + 1);
    }

    /// Iterates from `x`, which becomes the point with the smallest merit.
    pub fn run(
        &mut self,
        factors: &mut BlockLu,
        scaled: &Scaled,
        equations: Equations<'_>,
        x: &mut [f64],
        effort: &mut Effort,
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
            let largest = self.map.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
            if largest <= equations.tolerance {
                run.solved = true;
                break;
            }
            if run.iterations == equations.iteration_limit || !merit.is_finite() {
                break;
            }
            run.iterations += 1;
            effort.iterations += 1;
            if !self.find_step(factors, scaled, equations, x, effort) {
                break;
            }
            if self.history.len() == MEMORY {
                self.history.remove(0);
            }
            self.history.push(merit);
            let reference = self.history.iter().copied().fold(0.0, f64::max);
            scaled.matrix.multiply(&self.step, &mut self.step_velocity);
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
                effort.evaluations += 1;
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

    /// Sets `step` to `−J⁻¹ F`; returns whether there is one.
    fn find_step(
        &mut self,
        factors: &mut BlockLu,
        scaled: &Scaled,
        equations: Equations<'_>,
        x: &[f64],
        effort: &mut Effort,
    ) -> bool {
        self.linearise(scaled, equations, x);
        effort.factorizations += 1;
        let size = norm(&self.map);
        if factors.factor(&self.jacobian) {
            self.step.iter_mut().zip(&self.map).for_each(|(step, map)| *step = -map);
            factors.solve(&mut self.step);
            let mut error = self.linear_error();
            if error > 1e-10 * size && error.is_finite() {
                factors.solve(&mut self.linear_residual);
                for (step, correction) in self.step.iter_mut().zip(&self.linear_residual) {
                    *step += correction;
                }
                error = self.linear_error();
            }
            if error <= 1e-2 * size {
                return true;
            }
        }
        if !equations.pivoting {
            return false;
        }
        // No pivoting was not enough: once more with it.
        effort.factorizations += 1;
        effort.restarts += 1;
        let jacobian = self.jacobian.to_dense();
        if !self.dense.factor(&jacobian) {
            return false;
        }
        self.step.iter_mut().zip(&self.map).for_each(|(step, map)| *step = -map);
        self.dense.solve(&mut self.step);
        let error = self.linear_error();
        error <= 1e-2 * size
    }

    /// Sets `linear_residual` to `−F − J step` and returns its size.
    fn linear_error(&mut self) -> f64 {
        self.jacobian.multiply(&self.step, &mut self.linear_residual);
        for (residual, map) in self.linear_residual.iter_mut().zip(&self.map) {
            *residual = -map - *residual;
        }
        norm(&self.linear_residual)
    }

    /// Fills the Jacobian at `x`.
    fn linearise(&mut self, scaled: &Scaled, equations: Equations<'_>, x: &[f64]) {
        let r = equations.scaling;
        let mut y = [0.0; LARGEST_CONTACT];
        let (mut own, mut by_first) = ([ZERO; 2], [ZERO; 2]);
        for (index, law) in scaled.laws.iter().enumerate() {
            let first = scaled.first_nodes[index];
            if let Law::Bilateral { rows } = *law {
                for node in 0..law.nodes() {
                    own[0] = ZERO;
                    (0..crate::law::rows_of_node(rows, node)).for_each(|k| own[0][k][k] = 1.0);
                    self.fill_row(scaled, first + node, &own[0], r, equations.proximal);
                }
                continue;
            }
            for (k, row) in scaled.rows_of(index).enumerate() {
                y[k] = x[row] - r * self.velocity[row];
            }
            law.project_derivative(&y, &mut own, &mut by_first);
            self.fill_row(scaled, first, &own[0], r, equations.proximal);
            if law.nodes() > 1 {
                self.fill_row(scaled, first + 1, &own[1], r, equations.proximal);
                self.couple(scaled, first, &by_first[1], r, equations.proximal);
            }
        }
    }

    /// Row `node` of `I − P′ + r P′ (W + α I)`, with the part of `P′` on the diagonal.
    fn fill_row(&mut self, scaled: &Scaled, node: usize, derivative: &Block, r: f64, proximal: f64) {
        let (_, sources) = scaled.matrix.row(node);
        let (columns, targets) = self.jacobian.row_mut(node);
        if *derivative == ZERO {
            targets.fill(ZERO);
        } else {
            let mut factor = *derivative;
            factor.iter_mut().flatten().for_each(|value| *value *= r);
            for (target, source) in targets.iter_mut().zip(sources) {
                *target = block_product(&factor, source);
            }
        }
        if let Ok(place) = columns.binary_search(&node) {
            let share = r * proximal - 1.0;
            for column in 0..NODE {
                for row in 0..NODE {
                    targets[place][column][row] += share * derivative[column][row];
                }
                targets[place][column][column] += 1.0;
            }
        }
    }

    /// Adds what the first node's normal does to the second node's radius.
    fn couple(&mut self, scaled: &Scaled, first: usize, derivative: &Block, r: f64, proximal: f64) {
        if *derivative == ZERO {
            return;
        }
        let mut factor = *derivative;
        factor.iter_mut().flatten().for_each(|value| *value *= r);
        let (columns, sources) = scaled.matrix.row(first);
        for (&j, source) in columns.iter().zip(sources) {
            if let Some(place) = self.jacobian.find(first + 1, j) {
                let product = block_product(&factor, source);
                let target = self.jacobian.block_mut(place);
                for column in 0..NODE {
                    for row in 0..NODE {
                        target[column][row] += product[column][row];
                        if j == first {
                            target[column][row] += (r * proximal - 1.0) * derivative[column][row];
                        }
                    }
                }
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
    let (mut y, mut projected) = ([0.0; LARGEST_CONTACT], [0.0; LARGEST_CONTACT]);
    for (index, law) in scaled.laws.iter().enumerate() {
        let rows = scaled.rows_of(index);
        if let Law::Bilateral { .. } = law {
            rows.for_each(|row| map[row] = r * u[row]);
            continue;
        }
        for (k, row) in rows.clone().enumerate() {
            y[k] = x[row] - r * u[row];
        }
        law.project(&y, &mut projected);
        rows.enumerate().for_each(|(k, row)| map[row] = x[row] - projected[k]);
    }
}
