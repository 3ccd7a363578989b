//! Newton's equations at a point inside the cones.

use super::Vector;
use super::jordan::{jordan_product, jordan_quotient, nesterov_todd};
use super::kind::Kind;
use super::pairs::{Pairs, Place};
use super::settings::SlipSpeed;
use crate::response::Response;
use crate::scaled::Scaled;
use crate::solvers::system::System;
use stiction_linalg::{Block, IDENTITY, NODE, ZERO, block_product, block_times};

/// What stands on the diagonal of free rows, so that closures that say the same twice stay solvable; a step leaves this
/// share of itself in the gap, which the next one closes.
const FREE_PIVOT: f64 = 1e-11;
/// The same where rows are eliminated before their bodies. Then this is the whole pivot, and must be about the root of the
/// rounding for the factors to be of use.
const ROOT_FREE_PIVOT: f64 = 1e-8;
/// What is added to the diagonal of a cone's block, relative to its largest entry, where elimination found it singular: the
/// small directions of `P²` drown in the rounding of the large ones.
const DROWNED: f64 = 1e-15;
/// A direction whose equations are off by more than this share is none.
const LARGEST_ERROR: f64 = 1e-2;

/// Scalings, shifts and right sides, node by node.
#[derive(Debug, Default)]
pub(super) struct Linearisation {
    /// `P` and `P⁻¹` of cones.
    pub scaling: Vec<Block>,
    pub inverse_scaling: Vec<Block>,
    /// `P²`; of half lines and intervals, the first entry.
    pub square: Vec<Block>,
    /// `E`.
    shift: Vec<Block>,
    pub lambda: Vec<Vector>,
    /// What the equations of the velocities are off by.
    pub gap: Vec<Vector>,
    target: Vec<Vector>,
    target_z: Vec<f64>,
    /// What cones add to the diagonal of `W`.
    pub softness: f64,
    right: Vec<f64>,
    solution: Vec<f64>,
}

impl Linearisation {
    /// Makes room.
    pub fn prepare(&mut self, nodes: usize) {
        for buffer in [&mut self.lambda, &mut self.gap, &mut self.target] {
            buffer.clear();
            buffer.resize(nodes, [0.0; 4]);
        }
        self.target_z.clear();
        self.target_z.resize(nodes, 0.0);
        for buffer in [&mut self.scaling, &mut self.inverse_scaling, &mut self.square, &mut self.shift] {
            buffer.clear();
            buffer.resize(nodes, IDENTITY);
        }
        for buffer in [&mut self.right, &mut self.solution] {
            buffer.clear();
            buffer.resize(NODE * nodes, 0.0);
        }
    }

    /// Sets the scalings, the shift and the gap at a point whose velocity is given. The shift knows a share of the slope.
    pub fn set(&mut self, pairs: &Pairs, velocity: &[f64], slip_speed: SlipSpeed, slope: f64) {
        for i in 0..pairs.kinds.len() {
            let (x, y, z) = (&pairs.at.x[i], &pairs.at.y[i], pairs.at.z[i]);
            let mut gap = [0.0; 4];
            let velocity = &velocity[NODE * i..NODE * i + NODE];
            (0..NODE).for_each(|k| gap[k] = y[k] - velocity[k]);
            // In units of the cone, the normal velocity is over the friction.
            gap[0] = y[0] - velocity[0] / pairs.friction[i];
            match pairs.kinds[i] {
                Kind::Cone => {
                    let (speed, gradient) = slip_speed.evaluate(y);
                    // The softness times the impulse T⁻¹ x is a velocity, whose normal is once more over the friction.
                    gap[0] -= speed + self.softness * (x[0] / pairs.friction[i]) / pairs.friction[i];
                    (1..NODE).for_each(|k| gap[k] -= self.softness * x[k]);
                    self.shift[i] = IDENTITY;
                    (0..NODE).for_each(|k| self.shift[i][k][0] -= slope * gradient[k]);
                    (self.scaling[i], self.inverse_scaling[i]) = nesterov_todd(x, y);
                    self.square[i] = block_product(&self.scaling[i], &self.scaling[i]);
                    self.lambda[i] = block_times(&self.scaling[i], &x[..NODE]);
                }
                Kind::HalfLine => {
                    // Tangents without friction: no impulse, and a velocity that nothing asks for.
                    (gap[1], gap[2]) = (0.0, 0.0);
                    self.square[i][0][0] = y[0] / x[0];
                }
                Kind::Free(_) => {}
                Kind::Pinned(_) => gap = [0.0; 4],
                Kind::Interval { lower, upper } => {
                    gap[0] -= z;
                    (gap[1], gap[2]) = (0.0, 0.0);
                    let below = if lower.is_finite() { y[0] / (x[0] - lower) } else { 0.0 };
                    let above = if upper.is_finite() { z / (upper - x[0]) } else { 0.0 };
                    self.square[i][0][0] = below + above;
                }
            }
            self.gap[i] = gap;
        }
    }

    /// Factorises `W + T E P² T`, which is `W' + E P²` in the units of the impulses, with the softness of cones.
    pub fn factor(&self, pairs: &Pairs, system: &mut System, scaled: &Scaled) -> bool {
        self.set_rows(pairs, system, scaled, 0.0);
        if system.factor() {
            return true;
        }
        self.set_rows(pairs, system, scaled, DROWNED);
        system.factor()
    }

    fn set_rows(&self, pairs: &Pairs, system: &mut System, scaled: &Scaled, lift: f64) {
        let free_pivot = match scaled.response {
            Response::Matrix(_) => FREE_PIVOT,
            Response::Root(_) => ROOT_FREE_PIVOT,
        };
        for i in 0..pairs.kinds.len() {
            let (mut own, mut left) = (IDENTITY, IDENTITY);
            match pairs.kinds[i] {
                Kind::Cone => {
                    own = block_product(&self.shift[i], &self.square[i]);
                    let largest = own.iter().flatten().fold(0.0_f64, |largest, value| largest.max(value.abs()));
                    (0..NODE).for_each(|k| own[k][k] += lift * largest);
                    own[0].iter_mut().for_each(|value| *value *= pairs.friction[i]);
                    own.iter_mut().for_each(|column| column[0] *= pairs.friction[i]);
                    (0..NODE).for_each(|k| own[k][k] += self.softness);
                }
                Kind::HalfLine | Kind::Interval { .. } => {
                    own[0][0] = self.square[i][0][0];
                    (left[1][1], left[2][2]) = (0.0, 0.0);
                }
                Kind::Pinned(_) => left = ZERO,
                Kind::Free(rows) => {
                    (0..rows).for_each(|row| own[row][row] = free_pivot);
                    (rows..NODE).for_each(|row| left[row][row] = 0.0);
                }
            }
            system.set_row(scaled, i, &own, &left);
        }
    }

    /// Sets the targets: products of `aim`, from `share` of what they are, less the second-order term of a direction.
    pub fn aim_at(&mut self, pairs: &Pairs, aim: f64, share: f64, second_order: Option<&Place>) {
        for i in 0..pairs.kinds.len() {
            let (x, y, z) = (&pairs.at.x[i], &pairs.at.y[i], pairs.at.z[i]);
            let on_line = |way: f64, multiplier: f64, term: f64| (aim - term) / way - share * multiplier;
            let dx = second_order.map_or(0.0, |step| step.x[i][0]);
            let below = second_order.map_or(0.0, |step| dx * step.y[i][0]);
            match pairs.kinds[i] {
                Kind::Cone => {
                    let lambda = self.lambda[i];
                    let mut right = jordan_product(&lambda, &lambda).map(|value| -share * value);
                    if let Some(step) = second_order {
                        let dy = block_times(&self.inverse_scaling[i], &step.y[i][..NODE]);
                        let dx = block_times(&self.scaling[i], &step.x[i][..NODE]);
                        let term = jordan_product(&dy, &dx);
                        (0..NODE).for_each(|k| right[k] -= term[k]);
                    }
                    right[0] += aim;
                    self.target[i] = jordan_quotient(&lambda, &right);
                }
                Kind::HalfLine => self.target[i][0] = on_line(x[0], y[0], below),
                Kind::Free(_) | Kind::Pinned(_) => {}
                Kind::Interval { lower, upper } => {
                    let above = second_order.map_or(0.0, |step| -dx * step.z[i]);
                    self.target[i][0] = if lower.is_finite() { on_line(x[0] - lower, y[0], below) } else { 0.0 };
                    self.target_z[i] = if upper.is_finite() { on_line(upper - x[0], z, above) } else { 0.0 };
                }
            }
        }
    }

    /// The direction that closes the gap and reaches the targets; whether it solves its equations.
    pub fn direction(&mut self, pairs: &Pairs, system: &mut System, step: &mut Place) -> bool {
        let nodes = pairs.kinds.len();
        for i in 0..nodes {
            let mut right = self.gap[i];
            match pairs.kinds[i] {
                Kind::Cone => {
                    let scaled = block_times(&self.scaling[i], &self.target[i][..NODE]);
                    let shifted = block_times(&self.shift[i], &scaled[..NODE]);
                    (0..NODE).for_each(|k| right[k] += shifted[k]);
                }
                // Here the target is y + dy at dx = 0.
                Kind::HalfLine => right[0] += self.target[i][0],
                Kind::Free(_) | Kind::Pinned(_) => {}
                Kind::Interval { .. } => right[0] += self.target[i][0] - self.target_z[i],
            }
            right[0] *= pairs.friction[i];
            self.right[NODE * i..NODE * i + NODE].copy_from_slice(&right[..NODE]);
        }
        let error = system.solve(&self.right, &mut self.solution);
        for i in 0..nodes {
            let part = &self.solution[NODE * i..NODE * i + NODE];
            let part = [part[0] * pairs.friction[i], part[1], part[2], 0.0];
            (step.x[i], step.y[i], step.z[i]) = ([part[0], 0.0, 0.0, 0.0], [0.0; 4], 0.0);
            match pairs.kinds[i] {
                Kind::Cone => {
                    let scaled = block_times(&self.scaling[i], &self.target[i][..NODE]);
                    let back = block_times(&self.square[i], &part[..NODE]);
                    step.x[i] = part;
                    (0..NODE).for_each(|k| step.y[i][k] = scaled[k] - back[k]);
                }
                Kind::HalfLine => step.y[i][0] = self.target[i][0] - self.square[i][0][0] * part[0],
                Kind::Free(_) | Kind::Pinned(_) => step.x[i] = part,
                Kind::Interval { lower, upper } => {
                    let (x, y, z) = (pairs.at.x[i][0], pairs.at.y[i][0], pairs.at.z[i]);
                    if lower.is_finite() {
                        step.y[i][0] = self.target[i][0] - y / (x - lower) * part[0];
                    }
                    if upper.is_finite() {
                        step.z[i] = self.target_z[i] + z / (upper - x) * part[0];
                    }
                }
            }
        }
        error <= LARGEST_ERROR
    }
}
