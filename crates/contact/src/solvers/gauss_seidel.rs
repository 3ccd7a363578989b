//! Block Gauss–Seidel: law after law is solved exactly with the others' impulses held (Jourdan, Alart and Jean 1998).
//!
//! Sweeps go forwards and backwards in turn.

use super::local;
use crate::Law;
use crate::scaled::Scaled;
use stiction_linalg::NODE;
use stiction_linalg::kernels::{Kernel, vectorised};

/// The sweeps' own memory.
#[derive(Default)]
pub(crate) struct GaussSeidel {
    /// The `λ` of each law's last slip, a good guess for the next.
    slips: Vec<f64>,
}

impl GaussSeidel {
    /// Forgets the last problem.
    pub fn prepare(&mut self, scaled: &Scaled) {
        self.slips.clear();
        self.slips.resize(scaled.laws.len(), 0.0);
    }

    /// One sweep; returns the largest change of an impulse.
    pub fn sweep(&mut self, scaled: &Scaled, x: &mut [f64], backwards: bool) -> f64 {
        vectorised(OneSweep { memory: self, scaled, x, backwards })
    }

    /// Solves one law with the others held; returns the change of its impulse.
    #[inline(always)]
    fn relax(&mut self, scaled: &Scaled, index: usize, x: &mut [f64]) -> f64 {
        let node = scaled.first_nodes[index];
        let start = NODE * node;
        match scaled.laws[index] {
            Law::Coulomb { friction } => {
                let c = without_own(scaled, node, x);
                let block = scaled.matrix.diagonal(node);
                let (p, slip) = local::coulomb(block, [c[0], c[1], c[2]], friction, self.slips[index]);
                self.slips[index] = slip;
                replace(&mut x[start..start + 3], &p)
            }
            Law::PlanarCoulomb { friction } => {
                let c = without_own(scaled, node, x);
                let p = local::planar_coulomb(scaled.matrix.diagonal(node), [c[0], c[1]], friction);
                replace(&mut x[start..start + 2], &p)
            }
            Law::Unilateral => {
                let c = without_own(scaled, node, x);
                let own = scaled.matrix.diagonal(node)[0][0];
                let p = if c[0] < 0.0 && own > 0.0 { -c[0] / own } else { 0.0 };
                replace(&mut x[start..start + 1], &[p])
            }
            Law::Bounded { lower, upper } => {
                let c = without_own(scaled, node, x);
                let own = scaled.matrix.diagonal(node)[0][0];
                let p = if own > 0.0 {
                    (-c[0] / own).max(lower).min(upper)
                } else {
                    // Nothing moves it: the velocity alone says at which bound it is.
                    let bound = if c[0] > 0.0 { lower } else { upper };
                    if c[0] == 0.0 || !bound.is_finite() { 0.0_f64.max(lower).min(upper) } else { bound }
                };
                replace(&mut x[start..start + 1], &[p])
            }
            Law::Bilateral { rows } => {
                // Row by row: a redundant closure has no block that could be inverted.
                let mut largest = 0.0_f64;
                for row in 0..rows {
                    let (node, k) = (node + row / NODE, row % NODE);
                    let u = scaled.matrix.row_times(node, x)[k] + scaled.vector[NODE * node + k];
                    let own = scaled.matrix.diagonal(node)[k][k];
                    if own > 0.0 {
                        x[NODE * node + k] -= u / own;
                        largest = largest.max((u / own).abs());
                    }
                }
                largest
            }
            Law::Rolling { friction, rolling_friction } => {
                let c = without_own(scaled, node, x);
                let block = scaled.matrix.diagonal(node);
                let (p, slip) = local::coulomb(block, [c[0], c[1], c[2]], friction, self.slips[index]);
                self.slips[index] = slip;
                let change = replace(&mut x[start..start + 3], &p);
                let c = without_own(scaled, node + 1, x);
                let block = scaled.matrix.diagonal(node + 1);
                let block = [[block[0][0], block[0][1]], [block[1][0], block[1][1]]];
                let rolling = local::disc(block, [c[0], c[1]], rolling_friction * p[0]);
                change.max(replace(&mut x[start + 3..start + 5], &rolling))
            }
        }
    }
}

struct OneSweep<'a> {
    memory: &'a mut GaussSeidel,
    scaled: &'a Scaled,
    x: &'a mut [f64],
    backwards: bool,
}

impl Kernel for OneSweep<'_> {
    type Output = f64;
    #[inline(always)]
    fn call(self) -> f64 {
        let count = self.scaled.laws.len();
        let mut largest = 0.0_f64;
        for k in 0..count {
            let law = if self.backwards { count - 1 - k } else { k };
            largest = largest.max(self.memory.relax(self.scaled, law, self.x));
        }
        largest
    }
}

/// The velocity at a node that all impulses but its own leave.
#[inline(always)]
fn without_own(scaled: &Scaled, node: usize, x: &[f64]) -> [f64; 4] {
    let start = NODE * node;
    let mut c = scaled.matrix.row_times(node, x);
    let own = scaled.matrix.diagonal(node);
    let p = &x[start..start + NODE];
    for k in 0..NODE {
        c[k] += scaled.vector[start + k] - (own[0][k] * p[0] + own[1][k] * p[1] + own[2][k] * p[2]);
    }
    c
}

/// Writes new impulses; returns the largest change.
#[inline(always)]
fn replace(old: &mut [f64], new: &[f64]) -> f64 {
    let mut largest = 0.0_f64;
    for (old, &new) in old.iter_mut().zip(new) {
        largest = largest.max((new - *old).abs());
        *old = new;
    }
    largest
}
