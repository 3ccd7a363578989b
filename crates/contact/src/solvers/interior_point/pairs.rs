//! The pairs `x`, `y` of a problem: where an interior point method stands, and how far it may go.

use super::Vector;
use super::jordan::largest_step;
use super::kind::Kind;
use crate::scaled::Scaled;
use stiction_linalg::NODE;

/// A point inside the cones.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    pub kinds: Vec<Kind>,
    /// `T` of the normal row of each node.
    pub friction: Vec<f64>,
    pub at: Place,
}

/// Values of `x` and `y`, or changes of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub x: Vec<Vector>,
    pub y: Vec<Vector>,
    /// The multiplier of an interval's upper bound; that of its lower bound is in `y`.
    pub z: Vec<f64>,
}

impl Place {
    /// All zero.
    pub fn reset(&mut self, nodes: usize) {
        for buffer in [&mut self.x, &mut self.y] {
            buffer.clear();
            buffer.resize(nodes, [0.0; 4]);
        }
        self.z.clear();
        self.z.resize(nodes, 0.0);
    }

    /// Adds a multiple of another.
    pub fn add(&mut self, factor: f64, other: &Self) {
        for (own, other) in [(&mut self.x, &other.x), (&mut self.y, &other.y)] {
            for (own, other) in own.iter_mut().zip(other) {
                (0..NODE).for_each(|k| own[k] += factor * other[k]);
            }
        }
        self.z.iter_mut().zip(&other.z).for_each(|(own, other)| *own += factor * other);
    }

    /// Becomes another, in the storage that it has.
    pub fn copy_from(&mut self, other: &Self) {
        self.x.clone_from(&other.x);
        self.y.clone_from(&other.y);
        self.z.clone_from(&other.z);
    }
}

impl Pairs {
    /// Takes over the laws, all at zero.
    pub fn prepare(&mut self, scaled: &Scaled) {
        self.kinds.clear();
        self.friction.clear();
        for (kind, friction) in scaled.laws.iter().flat_map(Kind::of) {
            self.kinds.push(kind);
            self.friction.push(friction);
        }
        self.at.reset(self.kinds.len());
    }

    /// Starts in the middle of every cone, with all products one: `x` is what `impulse` makes of each node and its friction,
    /// `y` the inverse.
    pub fn start(&mut self, impulse: impl Fn(usize, f64) -> f64) {
        for i in 0..self.kinds.len() {
            let size = impulse(i, self.friction[i]);
            (self.at.x[i][0], self.at.y[i][0], self.at.z[i]) = match self.kinds[i] {
                Kind::Cone | Kind::HalfLine => (size, 1.0 / size, 0.0),
                Kind::Free(_) => (0.0, 0.0, 0.0),
                Kind::Pinned(value) => (value, 0.0, 0.0),
                Kind::Interval { lower, upper } => match (lower.is_finite(), upper.is_finite()) {
                    (true, true) => (0.5 * (lower + upper), 2.0 / (upper - lower), 2.0 / (upper - lower)),
                    (true, false) => (lower + size, 1.0 / size, 0.0),
                    (false, _) => (upper - size, 0.0, 1.0 / size),
                },
            };
        }
    }

    /// The mean of the complementary products after a step of some length.
    pub fn complementarity(&self, length: f64, step: &Place) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for i in 0..self.kinds.len() {
            let x = |k: usize| self.at.x[i][k] + length * step.x[i][k];
            let y = |k: usize| self.at.y[i][k] + length * step.y[i][k];
            match self.kinds[i] {
                Kind::Cone => {
                    sum += x(0) * y(0) + x(1) * y(1) + x(2) * y(2);
                    count += 1;
                }
                Kind::HalfLine => {
                    sum += x(0) * y(0);
                    count += 1;
                }
                Kind::Free(_) | Kind::Pinned(_) => {}
                Kind::Interval { lower, upper } => {
                    if lower.is_finite() {
                        sum += (x(0) - lower) * y(0);
                        count += 1;
                    }
                    if upper.is_finite() {
                        sum += (upper - x(0)) * (self.at.z[i] + length * step.z[i]);
                        count += 1;
                    }
                }
            }
        }
        if count == 0 { 0.0 } else { sum / f64::from(count) }
    }

    /// The largest step that keeps all pairs inside.
    pub fn longest(&self, step: &Place) -> f64 {
        let mut longest = f64::INFINITY;
        let on_line = |value: f64, change: f64| if change < 0.0 { -value / change } else { f64::INFINITY };
        for i in 0..self.kinds.len() {
            let (x, y, dx, dy) = (&self.at.x[i], &self.at.y[i], &step.x[i], &step.y[i]);
            let limit = match self.kinds[i] {
                Kind::Cone => largest_step(x, dx).min(largest_step(y, dy)),
                Kind::HalfLine => on_line(x[0], dx[0]).min(on_line(y[0], dy[0])),
                Kind::Free(_) | Kind::Pinned(_) => f64::INFINITY,
                Kind::Interval { lower, upper } => {
                    let mut limit = f64::INFINITY;
                    if lower.is_finite() {
                        limit = limit.min(on_line(x[0] - lower, dx[0])).min(on_line(y[0], dy[0]));
                    }
                    if upper.is_finite() {
                        limit = limit.min(on_line(upper - x[0], -dx[0])).min(on_line(self.at.z[i], step.z[i]));
                    }
                    limit
                }
            };
            longest = longest.min(limit);
        }
        longest
    }

    /// The impulses, in the scaled problem's units.
    pub fn impulses(&self, point: &mut [f64]) {
        for (i, place) in point.chunks_exact_mut(NODE).enumerate() {
            place.copy_from_slice(&self.at.x[i][..NODE]);
            place[0] /= self.friction[i];
        }
    }
}
