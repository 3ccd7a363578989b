//! Alternating direction method of multipliers with De Saxcé and Feng's shift renewed at each iteration.
//!
//! `x = (W + (ρ + η) I)⁻¹ (η x + ρ z + y − b − s)`, `z = P_K(x̂ − y/ρ)`, `y ← y − ρ (x̂ − z)`, with `x̂ = a x + (1 − a) z`,
//! `s = μ ‖y_t‖ n` and `K` the cones (Cadoux 2009; Carpentier, Le Lidec and Montaut 2024). `ρ` follows the ratio of the primal to the
//! dual residual.

use super::system::System;
use super::{Progress, RungEnd};
use crate::scaled::Scaled;
use crate::spectrum::PowerMethod;
use stiction_complementarity::Effort;
use stiction_linalg::kernels::norm;
use stiction_linalg::{IDENTITY, NODE, ZERO};

/// What the method can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AdmmSettings {
    /// The largest number of iterations.
    pub iteration_limit: usize,
}

/// Over-relaxation `a`.
const OVER_RELAXATION: f64 = 1.6;
/// `η`.
const PROXIMAL: f64 = 1e-6;
/// Iterations between looks at the residual and the penalty.
const INTERVAL: usize = 20;
/// The most changes of the penalty.
const CHANGES: usize = 40;
/// Steps of the power method that the first penalty is found by.
const POWER_ITERATIONS: usize = 12;

/// Workspace of the method.
#[derive(Default)]
pub(crate) struct Admm {
    right: Vec<f64>,
    x: Vec<f64>,
    z: Vec<f64>,
    last_z: Vec<f64>,
    y: Vec<f64>,
    velocity: Vec<f64>,
    best: Vec<f64>,
}

impl Admm {
    /// Iterates from `best`, which becomes the best point by the judge's measure.
    pub fn run(
        &mut self,
        system: &mut System,
        scaled: &Scaled,
        settings: AdmmSettings,
        best: &mut [f64],
        progress: &mut Progress<'_>,
    ) -> RungEnd {
        let order = scaled.order();
        for buffer in [&mut self.x, &mut self.z, &mut self.last_z, &mut self.best] {
            buffer.clear();
            buffer.extend_from_slice(best);
        }
        self.velocity.resize(order, 0.0);
        self.right.resize(order, 0.0);
        system.prepare(scaled);
        self.y.clear();
        self.y.resize(order, 0.0);
        scaled.velocity(&self.z, &mut self.velocity);
        let mut end = RungEnd { residual: scaled.residual(&self.z, &self.velocity), interrupted: false };
        // Where the velocity is right, so is the multiplier.
        if best.iter().any(|&value| value != 0.0) {
            self.shifted_velocity(scaled);
        }
        // Nearly will do.
        let multiply = |x: &[f64], y: &mut [f64]| scaled.response.multiply(x, y);
        let power = PowerMethod { iterations: POWER_ITERATIONS, settled: 0.0 };
        let (largest, _) = power.run(&mut self.x, &mut self.velocity, multiply, |_| {});
        let largest = if largest > 0.0 { largest } else { 1.0 };
        self.x.copy_from_slice(best);
        // √(m L) (L/m)^0.2 with m = 1e-6 L.
        let mut penalty = largest * 1e-3 * 1e6_f64.powf(0.2);
        let mut changes = 0;
        if !self.factor(system, scaled, penalty, &mut progress.effort) {
            return end;
        }
        for number in 0..settings.iteration_limit {
            progress.effort.iterations += 1;
            self.iterate(system, scaled, penalty);
            let looks = number % INTERVAL == INTERVAL - 1 || number + 1 == settings.iteration_limit;
            if !(looks || progress.is_spent() || progress.stops()) {
                continue;
            }
            scaled.velocity(&self.z, &mut self.velocity);
            let residual = scaled.residual(&self.z, &self.velocity);
            if residual < end.residual {
                end.residual = residual;
                self.best.copy_from_slice(&self.z);
            }
            if progress.report("admm", residual, &self.z).is_break() {
                end.interrupted = true;
                break;
            }
            if end.residual <= progress.goal || residual.is_nan() {
                break;
            }
            let primal = distance(&self.x, &self.z);
            let dual = penalty * distance(&self.z, &self.last_z);
            let factor = if primal > 10.0 * dual {
                3.0
            } else if dual > 10.0 * primal {
                1.0 / 3.0
            } else {
                1.0
            };
            if factor != 1.0 && changes < CHANGES {
                changes += 1;
                penalty *= factor;
                if !self.factor(system, scaled, penalty, &mut progress.effort) {
                    break;
                }
            }
        }
        best.copy_from_slice(&self.best);
        end
    }

    /// Factorises `W + (ρ + η) I`.
    fn factor(&self, system: &mut System, scaled: &Scaled, penalty: f64, effort: &mut Effort) -> bool {
        effort.factorizations += 1;
        let mut own = ZERO;
        (0..NODE).for_each(|k| own[k][k] = penalty + PROXIMAL);
        (0..scaled.order() / NODE).for_each(|node| system.set_row(scaled, node, &own, &IDENTITY));
        system.factor()
    }

    /// `y = u + s` at the current velocity.
    fn shifted_velocity(&mut self, scaled: &Scaled) {
        self.y.copy_from_slice(&self.velocity);
        for (index, law) in scaled.laws.iter().enumerate() {
            let start = NODE * scaled.first_nodes[index];
            let shift: f64 = law
                .discs()
                .map(|(first, count, friction)| friction * norm(&self.y[start + first..start + first + count]))
                .sum();
            self.y[start] += shift;
        }
    }

    fn iterate(&mut self, system: &mut System, scaled: &Scaled, penalty: f64) {
        for i in 0..self.x.len() {
            self.right[i] = PROXIMAL * self.x[i] + penalty * self.z[i] + self.y[i] - scaled.vector[i];
        }
        for (index, law) in scaled.laws.iter().enumerate() {
            let start = NODE * scaled.first_nodes[index];
            for (first, count, friction) in law.discs() {
                self.right[start] -= friction * norm(&self.y[start + first..start + first + count]);
            }
        }
        system.solve(&self.right, &mut self.x);
        std::mem::swap(&mut self.z, &mut self.last_z);
        // The new z first holds what is projected, the multiplier afterwards what the projection took away.
        for i in 0..self.x.len() {
            let relaxed = OVER_RELAXATION * self.x[i] + (1.0 - OVER_RELAXATION) * self.last_z[i];
            self.z[i] = relaxed - self.y[i] / penalty;
            self.y[i] -= penalty * relaxed;
        }
        for (index, law) in scaled.laws.iter().enumerate() {
            let start = NODE * scaled.first_nodes[index];
            law.project_on_cone(&mut self.z[start..start + law.rows()]);
        }
        for (y, z) in self.y.iter_mut().zip(&self.z) {
            *y += penalty * z;
        }
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |largest, (a, b)| largest.max((a - b).abs()))
}
