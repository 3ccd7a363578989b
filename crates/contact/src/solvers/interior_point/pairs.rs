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

    /// Starts near a point with its velocity. A cone's `x − y` is that of the point, and `x ∘ y` is `aim` times the middle: of all
    /// pairs with that difference, the one on the central path (the smoothing of Chen, Harker, Kanzow and Smale).
    pub fn start_near(&mut self, point: &[f64], velocity: &[f64], aim: f64) {
        for (i, (p, u)) in point.chunks_exact(NODE).zip(velocity.chunks_exact(NODE)).enumerate() {
            let (x, y, z) = (&mut self.at.x[i], &mut self.at.y[i], &mut self.at.z[i]);
            let friction = self.friction[i];
            match self.kinds[i] {
                Kind::Cone => {
                    let slip = (u[1] * u[1] + u[2] * u[2]).sqrt();
                    let shifted = u[0] / friction + slip;
                    (*x, *y) = central_pair([friction * p[0] - shifted, p[1] - u[1], p[2] - u[2]], aim);
                }
                Kind::HalfLine => (x[0], y[0]) = central_numbers(p[0] - u[0], aim),
                Kind::Free(_) => x[..NODE].copy_from_slice(p),
                Kind::Pinned(_) => {}
                Kind::Interval { lower, upper } => {
                    let margin = aim.sqrt().min(0.1 * (upper - lower));
                    x[0] = p[0].max(lower + margin).min(upper - margin);
                    y[0] = if lower.is_finite() { aim / (x[0] - lower) } else { 0.0 };
                    *z = if upper.is_finite() { aim / (upper - x[0]) } else { 0.0 };
                }
            }
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
        (0..self.kinds.len()).fold(f64::INFINITY, |longest, i| longest.min(self.longest_of(i, step)))
    }

    /// The largest step that keeps one pair inside.
    fn longest_of(&self, i: usize, step: &Place) -> f64 {
        let on_line = |value: f64, change: f64| if change < 0.0 { -value / change } else { f64::INFINITY };
        let (x, y, dx, dy) = (&self.at.x[i], &self.at.y[i], &step.x[i], &step.y[i]);
        match self.kinds[i] {
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
        }
    }

    /// Puts contacts that let a step go no farther than this back to the middle: with the difference that they have, on the
    /// central path of products of `aim`.
    pub fn recentre(&mut self, step: &Place, reach: f64, aim: f64) {
        for i in 0..self.kinds.len() {
            if self.longest_of(i, step) >= reach {
                continue;
            }
            let (x, y) = (&mut self.at.x[i], &mut self.at.y[i]);
            match self.kinds[i] {
                Kind::Cone => (*x, *y) = central_pair([x[0] - y[0], x[1] - y[1], x[2] - y[2]], aim),
                Kind::HalfLine => (x[0], y[0]) = central_numbers(x[0] - y[0], aim),
                Kind::Free(_) | Kind::Pinned(_) | Kind::Interval { .. } => {}
            }
        }
    }

    /// The impulses, in the scaled problem's units.
    pub fn impulses(&self, point: &mut [f64]) {
        for (i, place) in point.chunks_exact_mut(NODE).enumerate() {
            place.copy_from_slice(&self.at.x[i][..NODE]);
            place[0] /= self.friction[i];
        }
    }
}

/// The positive numbers with this difference and this product.
fn central_numbers(difference: f64, product: f64) -> (f64, f64) {
    let root = (difference * difference + 4.0 * product).sqrt();
    // Of the two, the larger one has no cancellation.
    let larger = 0.5 * (difference.abs() + root);
    if difference > 0.0 { (larger, product / larger) } else { (product / larger, larger) }
}

/// The vectors inside the cone with this difference whose Jordan product is `product` times the middle: both have the
/// difference's frame, and eigenvalue by eigenvalue they are numbers with a difference and a product.
fn central_pair(difference: [f64; 3], product: f64) -> (Vector, Vector) {
    let size = (difference[1] * difference[1] + difference[2] * difference[2]).sqrt();
    let direction = if size > 0.0 { [difference[1] / size, difference[2] / size] } else { [1.0, 0.0] };
    let (low, high) = (central_numbers(difference[0] - size, product), central_numbers(difference[0] + size, product));
    let vector = |low: f64, high: f64| {
        let tangent = 0.5 * (high - low);
        [0.5 * (high + low), tangent * direction[0], tangent * direction[1], 0.0]
    };
    (vector(low.0, high.0), vector(low.1, high.1))
}

#[cfg(test)]
mod tests {
    use super::super::jordan::jordan_product;
    use super::*;

    #[test]
    fn a_central_pair_has_the_difference_and_the_product() {
        for difference in [[0.3, 0.4, -0.2], [-1.0, 0.0, 0.0], [2.0, 1e-3, 1.0], [0.0, 0.0, 0.0], [-0.1, 3.0, 4.0]] {
            for product in [1e-1, 1e-6] {
                let (x, y) = central_pair(difference, product);
                let jordan = jordan_product(&x, &y);
                for k in 0..NODE {
                    assert!((x[k] - y[k] - difference[k]).abs() < 1e-14, "{difference:?}");
                    let aim = if k == 0 { product } else { 0.0 };
                    assert!((jordan[k] - aim).abs() < 1e-14, "{difference:?} {jordan:?}");
                }
                let inside = |v: &Vector| v[0] > (v[1] * v[1] + v[2] * v[2]).sqrt();
                assert!(inside(&x) && inside(&y));
            }
        }
    }

    #[test]
    fn only_pairs_that_block_a_step_are_recentred() {
        let mut pairs = Pairs { kinds: vec![Kind::Cone; 2], friction: vec![1.0; 2], at: Place::default() };
        pairs.at.reset(2);
        // Both near the wall in x; the step leads the first one into it.
        for i in 0..2 {
            (pairs.at.x[i], pairs.at.y[i]) = ([1.0, 0.999, 0.0, 0.0], [0.3, -0.2, 0.1, 0.0]);
        }
        let (before, mut step) = (pairs.at.clone(), Place::default());
        step.reset(2);
        (step.x[0][1], step.x[1][1]) = (1.0, -1.0);
        assert!(pairs.longest(&step) < 0.01);
        pairs.recentre(&step, 0.01, 1e-3);
        let jordan = jordan_product(&pairs.at.x[0], &pairs.at.y[0]);
        for k in 0..NODE {
            let difference = |at: &Place| at.x[0][k] - at.y[0][k];
            assert!((difference(&pairs.at) - difference(&before)).abs() < 1e-14);
            assert!((jordan[k] - if k == 0 { 1e-3 } else { 0.0 }).abs() < 1e-14);
        }
        assert_eq!((pairs.at.x[1], pairs.at.y[1]), (before.x[1], before.y[1]));
    }
}
