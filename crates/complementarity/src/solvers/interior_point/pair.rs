//! Slacks and multipliers: one pair per finite bound.
//!
//! A lower bound has `s = x − l`, an upper one `s = u − x`, so `s = sign · (x − bound)`; the row's
//! `w` is the sum of `sign · v` over its pairs. Slacks are unknowns of their own until a full step makes
//! them agree with `x`.
//!
//! # Symbols
//! | letter | meaning |
//! |---|---|
//! | `s`, `v` | slack, multiplier |
//! | `gap` | `sign · (x − bound) − s` |
//! | `target` | what the linearised product `s·Δv + v·Δs` is to be |

use crate::Bounds;

/// A slack and its multiplier, with their steps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pair {
    pub row: usize,
    pub sign: f64,
    bound: f64,
    pub slack: f64,
    pub multiplier: f64,
    pub gap: f64,
    pub target: f64,
    slack_step: f64,
    multiplier_step: f64,
}

/// The pairs of a problem, by row.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs(pub Vec<Pair>);

impl Pairs {
    /// One pair per finite bound, none for a row whose bounds leave one value.
    pub fn prepare(&mut self, bounds: &Bounds, sizes: &[f64], x: &[f64]) {
        self.0.clear();
        for (row, &x) in x.iter().enumerate() {
            let (lower, upper) = (bounds.lower()[row] / sizes[row], bounds.upper()[row] / sizes[row]);
            if lower == upper {
                continue;
            }
            for (sign, bound) in [(1.0, lower), (-1.0, upper)] {
                if bound.is_finite() {
                    let slack = (sign * (x - bound)).max(1.0);
                    self.0.push(Pair { row, sign, bound, slack, multiplier: 1.0, ..Pair::default() });
                }
            }
        }
    }

    /// Sets every gap from `x`.
    pub fn close(&mut self, x: &[f64]) {
        for pair in &mut self.0 {
            pair.gap = pair.sign * (x[pair.row] - pair.bound) - pair.slack;
        }
    }

    /// Aims at products of zero.
    pub fn aim_affine(&mut self) {
        for pair in &mut self.0 {
            pair.target = -pair.slack * pair.multiplier;
        }
    }

    /// Aims at products of `centre`, less what the last step's linearisation left out (Mehrotra 1992).
    pub fn aim_corrected(&mut self, centre: f64) {
        for pair in &mut self.0 {
            pair.target = centre - pair.slack * pair.multiplier - pair.slack_step * pair.multiplier_step;
        }
    }

    /// Aims at products of `centre`.
    pub fn aim_central(&mut self, centre: f64) {
        for pair in &mut self.0 {
            pair.target = centre - pair.slack * pair.multiplier;
        }
    }

    /// Sets the steps that go with the step of `x`.
    pub fn follow(&mut self, step: &[f64]) {
        for pair in &mut self.0 {
            pair.slack_step = pair.sign * step[pair.row] + pair.gap;
            pair.multiplier_step = (pair.target - pair.multiplier * pair.slack_step) / pair.slack;
        }
    }

    /// The mean product `μ`.
    pub fn mean_product(&self) -> f64 {
        self.mean_product_after(0.0)
    }

    /// What `μ` would be after a step of this length.
    pub fn mean_product_after(&self, length: f64) -> f64 {
        let length = length.min(1.0);
        let product =
            |pair: &Pair| (pair.slack + length * pair.slack_step) * (pair.multiplier + length * pair.multiplier_step);
        self.0.iter().map(product).sum::<f64>() / self.0.len().max(1) as f64
    }

    /// The length at which the first slack or multiplier reaches zero.
    pub fn longest_step(&self) -> f64 {
        let until = |value: f64, step: f64| if step < 0.0 { -value / step } else { f64::INFINITY };
        self.0.iter().fold(f64::INFINITY, |longest, pair| {
            longest.min(until(pair.slack, pair.slack_step)).min(until(pair.multiplier, pair.multiplier_step))
        })
    }

    /// Takes the step.
    pub fn advance(&mut self, length: f64) {
        for pair in &mut self.0 {
            // Rounding may take the last digit of a value that comes close to zero.
            pair.slack = (pair.slack + length * pair.slack_step).max(f64::MIN_POSITIVE);
            pair.multiplier = (pair.multiplier + length * pair.multiplier_step).max(f64::MIN_POSITIVE);
        }
    }

    /// The start: the sizes that the last step would lead to, and at least one.
    pub fn push_inside(&mut self) {
        for pair in &mut self.0 {
            pair.slack = (pair.slack + pair.slack_step).abs().max(1.0);
            pair.multiplier = (pair.multiplier + pair.multiplier_step).abs().max(1.0);
        }
    }
}
