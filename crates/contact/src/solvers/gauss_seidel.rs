//! Block Gauss–Seidel: law after law is solved exactly with the others' impulses held (Jourdan, Alart and Jean 1998).
//!
//! Sweeps go forwards and backwards as they are asked to.

use super::local::{self, Contact};
use crate::Law;
use crate::response::Following;
use crate::scaled::{PARTING, Scaled};
use stiction_linalg::NODE;
use stiction_linalg::kernels::{Kernel, vectorised};

/// The sweeps' own memory.
#[derive(Default)]
pub(crate) struct GaussSeidel {
    /// The `λ` of each law's last slip, a good guess for the next.
    slips: Vec<f64>,
    /// The laws' own blocks, prepared, where they are Coulomb's in space.
    contacts: Vec<Contact>,
    /// The laws that are swept.
    awake: Vec<usize>,
    following: Following,
}

impl GaussSeidel {
    /// Forgets the last problem.
    pub fn prepare(&mut self, scaled: &Scaled) {
        self.slips.clear();
        self.slips.resize(scaled.laws.len(), 0.0);
        self.contacts.clear();
        self.contacts.extend(scaled.laws.iter().enumerate().map(|(index, law)| match *law {
            Law::Coulomb { friction } | Law::Rolling { friction, .. } => {
                Contact::new(scaled.response.diagonal(scaled.first_nodes[index]), friction)
            }
            _ => Contact::default(),
        }));
        self.awake.clear();
        self.awake.extend(0..scaled.laws.len());
    }

    /// Contacts that are clearly open at a point with this velocity are left out of the sweeps until they are looked at again.
    pub fn leave_out_open(&mut self, scaled: &Scaled, x: &[f64], velocity: &[f64]) {
        self.awake.clear();
        self.awake.extend((0..scaled.laws.len()).filter(|&law| !scaled.is_open(law, x, velocity, PARTING)));
    }

    /// One sweep; returns the largest change of an impulse.
    pub fn sweep(&mut self, scaled: &Scaled, x: &mut [f64], backwards: bool) -> f64 {
        vectorised(OneSweep { memory: self, scaled, x, backwards })
    }

    /// Solves one law with the others held; returns the change of its impulse.
    #[inline(always)]
    fn relax(&mut self, scaled: &Scaled, index: usize, x: &mut [f64]) -> f64 {
        let node = scaled.first_nodes[index];
        let block = scaled.response.diagonal(node);
        match scaled.laws[index] {
            Law::Coulomb { .. } => {
                let c = self.without_own(scaled, node, x);
                let (p, slip) = self.contacts[index].solve([c[0], c[1], c[2]], self.slips[index]);
                self.slips[index] = slip;
                self.replace(scaled, node, p, x)
            }
            Law::PlanarCoulomb { friction } => {
                let c = self.without_own(scaled, node, x);
                let p = local::planar_coulomb(block, [c[0], c[1]], friction);
                self.replace(scaled, node, [p[0], p[1], 0.0], x)
            }
            Law::Unilateral => {
                let c = self.without_own(scaled, node, x);
                let p = if c[0] < 0.0 && block[0][0] > 0.0 { -c[0] / block[0][0] } else { 0.0 };
                self.replace(scaled, node, [p, 0.0, 0.0], x)
            }
            Law::Bounded { lower, upper } => {
                let c = self.without_own(scaled, node, x);
                let p = if block[0][0] > 0.0 {
                    (-c[0] / block[0][0]).max(lower).min(upper)
                } else {
                    // Nothing moves it: the velocity alone says at which bound it is.
                    let bound = if c[0] > 0.0 { lower } else { upper };
                    if c[0] == 0.0 || !bound.is_finite() { 0.0_f64.max(lower).min(upper) } else { bound }
                };
                self.replace(scaled, node, [p, 0.0, 0.0], x)
            }
            Law::Bilateral { rows } => {
                // Row by row: a redundant closure has no block that could be inverted.
                let mut largest = 0.0_f64;
                for row in 0..rows {
                    let (node, k) = (node + row / NODE, row % NODE);
                    let own = scaled.response.diagonal(node)[k][k];
                    if own > 0.0 {
                        let start = NODE * node;
                        let u = self.following.product_at(&scaled.response, node, x)[k] + scaled.vector[start + k];
                        let mut p = [x[start], x[start + 1], x[start + 2]];
                        p[k] -= u / own;
                        largest = largest.max(self.replace(scaled, node, p, x));
                    }
                }
                largest
            }
            Law::Rolling { rolling_friction, .. } => {
                let c = self.without_own(scaled, node, x);
                let (p, slip) = self.contacts[index].solve([c[0], c[1], c[2]], self.slips[index]);
                self.slips[index] = slip;
                let change = self.replace(scaled, node, p, x);
                let c = self.without_own(scaled, node + 1, x);
                let block = scaled.response.diagonal(node + 1);
                let block = [[block[0][0], block[0][1]], [block[1][0], block[1][1]]];
                let rolling = local::disc(block, [c[0], c[1]], rolling_friction * p[0]);
                change.max(self.replace(scaled, node + 1, [rolling[0], rolling[1], 0.0], x))
            }
        }
    }

    /// The velocity at a node that all impulses but its own leave.
    #[inline(always)]
    fn without_own(&self, scaled: &Scaled, node: usize, x: &[f64]) -> [f64; 4] {
        let start = NODE * node;
        let mut c = self.following.product_at(&scaled.response, node, x);
        let own = scaled.response.diagonal(node);
        let p = &x[start..start + NODE];
        for k in 0..NODE {
            c[k] += scaled.vector[start + k] - (own[0][k] * p[0] + own[1][k] * p[1] + own[2][k] * p[2]);
        }
        c
    }

    /// Writes a node's new impulse; returns the largest change.
    #[inline(always)]
    fn replace(&mut self, scaled: &Scaled, node: usize, new: [f64; NODE], x: &mut [f64]) -> f64 {
        let mut change = [0.0; NODE];
        for (k, old) in x[NODE * node..NODE * node + NODE].iter_mut().enumerate() {
            change[k] = new[k] - *old;
            *old = new[k];
        }
        self.following.changed(&scaled.response, node, &change);
        change.iter().fold(0.0, |largest, value| largest.max(value.abs()))
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
        self.memory.following.begin(&self.scaled.response, self.x);
        let count = self.memory.awake.len();
        let mut largest = 0.0_f64;
        for k in 0..count {
            let law = self.memory.awake[if self.backwards { count - 1 - k } else { k }];
            largest = largest.max(self.memory.relax(self.scaled, law, self.x));
        }
        largest
    }
}
