//! Other starts, for when the merit leads into a minimum that is no solution.

use super::fischer_burmeister_system::FischerBurmeisterSystem;
use crate::{Bounds, Effort, Outcome};

/// What the attempts at one problem have given so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Attempts {
    /// The point with the smallest merit.
    pub best: Vec<f64>,
    merit: f64,
    /// The cost of all.
    pub effort: Effort,
    /// How many were made.
    pub made: usize,
}

impl Attempts {
    pub fn new(start: &[f64]) -> Self {
        Self { best: start.to_vec(), merit: f64::INFINITY, effort: Effort::default(), made: 0 }
    }

    /// Takes in an attempt that ended at `z`; returns whether another start may help.
    pub fn note(&mut self, outcome: &Outcome, z: &[f64], merit: f64, effort: Effort) -> bool {
        if merit < self.merit || *outcome == Outcome::Solved {
            self.merit = merit;
            self.best.copy_from_slice(z);
        }
        self.effort += effort;
        self.effort.restarts += usize::from(self.made > 0);
        self.made += 1;
        !matches!(outcome, Outcome::Solved | Outcome::Interrupted)
    }

    /// Moves `z` to the next start: the best point shaken, in the system's own sizes and more strongly each
    /// time. The same on every machine and in every run.
    pub fn shake(&self, system: &FischerBurmeisterSystem, bounds: &Bounds, z: &mut [f64]) {
        let strength = (1 << self.made.min(16)) as f64;
        for row in 0..z.len() {
            let shift = strength * system.z_size(row) * signed(row, self.made);
            z[row] = bounds.clamp(row, self.best[row] + shift);
        }
    }
}

/// A number between −1 and 1, by the golden-ratio sequence in two dimensions (Roberts 2018).
fn signed(row: usize, attempt: usize) -> f64 {
    let place = (row as f64 + 1.0) * 0.754_877_666_246_692_7 + attempt as f64 * 0.569_840_290_998_053_3;
    2.0 * place.fract() - 1.0
}
