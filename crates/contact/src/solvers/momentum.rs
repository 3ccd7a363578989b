//! Momentum of a fixed point iteration `x ← g(x)` after Nesterov (1983), node by node.
//!
//! Where impulses have far to go along directions in which they move nearly nothing, each sweep takes the same small step. With
//! momentum the steps grow, and `n` of them lead as far as `n²` without. O'Donoghue and Candès (2015) begin anew where the map
//! throws the iteration back. Among thousands of contacts one is always thrown back, so that here each has a momentum of its own,
//! and keeps a part of it.

use stiction_linalg::NODE;

/// What is left of a node's age when it is thrown back.
pub(super) const KEPT: f64 = 0.2;
/// The map is applied ahead of the last point by `a / (a + 3)` of the last step, where `a` is the age.
pub(super) const DELAY: f64 = 3.0;

/// The memory of one iteration.
#[derive(Default)]
pub(crate) struct Momentum {
    /// How long each node has gone on for, in steps, and the most that counts: neighbours of different age stir each other up.
    ages: Vec<f64>,
    oldest: f64,
    /// The last point, the one before it, and the one ahead to which the map is applied.
    last: Vec<f64>,
    before: Vec<f64>,
    ahead: Vec<f64>,
}

impl Momentum {
    /// Begins at rest; nodes grow as old as this.
    pub fn begin(&mut self, x: &[f64], oldest: f64) {
        self.oldest = oldest;
        self.ages.clear();
        self.ages.resize(x.len() / NODE, 0.0);
        for point in [&mut self.last, &mut self.before, &mut self.ahead] {
            point.clear();
            point.extend_from_slice(x);
        }
    }

    /// Goes ahead, to where the map is to be applied; that is out of some cones, which sweeps do not mind.
    pub fn depart(&mut self, x: &mut [f64]) {
        std::mem::swap(&mut self.before, &mut self.last);
        self.last.copy_from_slice(x);
        let points = x.chunks_exact_mut(NODE).zip(self.last.chunks_exact(NODE)).zip(self.before.chunks_exact(NODE));
        for (age, ((x, last), before)) in self.ages.iter_mut().zip(points) {
            let share = *age / (*age + DELAY);
            *age = (*age + 1.0).min(self.oldest);
            (0..NODE).for_each(|k| x[k] += share * (last[k] - before[k]));
        }
        self.ahead.copy_from_slice(x);
    }

    /// Looks which nodes the map threw back.
    pub fn arrive(&mut self, x: &[f64]) {
        let points = x.chunks_exact(NODE).zip(self.last.chunks_exact(NODE)).zip(self.ahead.chunks_exact(NODE));
        for (age, ((x, last), ahead)) in self.ages.iter_mut().zip(points) {
            let back: f64 = (0..NODE).map(|k| (ahead[k] - x[k]) * (x[k] - last[k])).sum();
            if back > 0.0 {
                *age *= KEPT;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gradient steps `g(x) = x − A x` on a long valley: momentum takes about the root of the steps.
    fn steps_down_a_valley(slope: f64, with_momentum: bool) -> usize {
        let mut momentum = Momentum::default();
        let mut x = vec![1.0, 0.0, 0.0, 1.0, 1.0, 1.0];
        momentum.begin(&x, 1e3);
        for step in 1..100_000 {
            if with_momentum {
                momentum.depart(&mut x);
            }
            for (k, value) in x.iter_mut().enumerate() {
                *value -= if k < NODE { slope * *value } else { *value };
            }
            if with_momentum {
                momentum.arrive(&x);
            }
            if x.iter().all(|value| value.abs() < 1e-6) {
                return step;
            }
        }
        usize::MAX
    }

    #[test]
    fn momentum_takes_the_root_of_the_steps() {
        for slope in [1e-2, 1e-3] {
            let (plain, fast) = (steps_down_a_valley(slope, false), steps_down_a_valley(slope, true));
            assert!(plain as f64 > 10.0 / slope, "{plain}");
            assert!((fast as f64) < 20.0 / slope.sqrt(), "{fast} of {plain}");
        }
    }

    #[test]
    fn what_is_thrown_back_slows_down_and_nothing_else_does() {
        let mut momentum = Momentum::default();
        let mut x = vec![0.0; 2 * NODE];
        momentum.begin(&x, 15.0);
        let mut slowed = 0;
        for _ in 0..40 {
            let age = momentum.ages[0];
            momentum.depart(&mut x);
            // The first node is on its way to 3 and overshoots, the second goes on for ever.
            x[0] += 0.5 * (3.0 - x[0]);
            x[NODE] += 1.0;
            momentum.arrive(&x);
            slowed += usize::from(momentum.ages[0] < age);
        }
        assert!(slowed > 0 && (x[0] - 3.0).abs() < 1e-2, "{slowed}, {}", x[0]);
        assert_eq!(momentum.ages[1], 15.0);
        assert!(x[NODE] > 120.0, "{}", x[NODE]);
    }
}
