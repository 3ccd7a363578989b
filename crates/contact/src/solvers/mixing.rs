//! Anderson's mixing (1965) of a fixed point iteration `x ← g(x)`: the next point is the combination of the last few images
//! for which the same combination of their steps `g(x) − x` is smallest.

use stiction_linalg::kernels::{axpy, dot};

/// Differences of steps that are remembered.
const MEMORY: usize = 6;
/// The share of its diagonal that is added to the matrix of the least squares problem.
const REGULARISATION: f64 = 1e-10;
/// A step that is longer than the last by more than this factor: the past says nothing about what comes.
const LARGEST_GROWTH: f64 = 2.0;

/// The memory of one iteration.
#[derive(Default)]
pub(crate) struct Mixing {
    /// Changes of the step and of the image between iterations, in a ring.
    step_changes: [Vec<f64>; MEMORY],
    image_changes: [Vec<f64>; MEMORY],
    /// Inner products of the changes of the step.
    products: [[f64; MEMORY]; MEMORY],
    held: usize,
    next: usize,
    last_step: Vec<f64>,
    last_image: Vec<f64>,
    last_size: Option<f64>,
    step: Vec<f64>,
}

impl Mixing {
    /// Forgets all.
    pub fn begin(&mut self) {
        self.held = 0;
        self.next = 0;
        self.last_size = None;
    }

    /// Notes where an application of the map starts.
    pub fn depart(&mut self, x: &[f64]) {
        self.step.clear();
        self.step.extend(x.iter().map(|value| -value));
    }

    /// Replaces the image `g(x)` by the combination.
    pub fn mix(&mut self, image: &mut [f64]) {
        axpy(1.0, image, &mut self.step);
        let size = dot(&self.step, &self.step).sqrt();
        match self.last_size {
            Some(last) if size <= LARGEST_GROWTH * last => self.remember(image),
            _ => (self.held, self.next) = (0, 0),
        }
        self.last_size = Some(size);
        self.last_step.clone_from(&self.step);
        self.last_image.clear();
        self.last_image.extend_from_slice(image);
        let Some(shares) = self.shares() else { return self.begin() };
        for (share, change) in shares.iter().zip(&self.image_changes).take(self.held) {
            axpy(-share, change, image);
        }
    }

    /// Takes the changes since the last application into the ring.
    fn remember(&mut self, image: &[f64]) {
        let slot = self.next;
        let difference = |target: &mut Vec<f64>, new: &[f64], old: &[f64]| {
            target.clear();
            target.extend(new.iter().zip(old).map(|(new, old)| new - old));
        };
        difference(&mut self.step_changes[slot], &self.step, &self.last_step);
        difference(&mut self.image_changes[slot], image, &self.last_image);
        self.held = (self.held + 1).min(MEMORY);
        self.next = (slot + 1) % MEMORY;
        for other in 0..self.held {
            let product = dot(&self.step_changes[slot], &self.step_changes[other]);
            self.products[slot][other] = product;
            self.products[other][slot] = product;
        }
    }

    /// The least squares shares of the changes in the step, by Cholesky's method; none where that breaks down.
    fn shares(&self) -> Option<[f64; MEMORY]> {
        let mut factor = self.products;
        let mut shares = [0.0; MEMORY];
        let trace: f64 = (0..self.held).map(|k| factor[k][k]).sum();
        for k in 0..self.held {
            shares[k] = dot(&self.step_changes[k], &self.step);
            factor[k][k] += REGULARISATION * trace;
        }
        for k in 0..self.held {
            for j in 0..k {
                let sum: f64 = (0..j).map(|l| factor[k][l] * factor[j][l]).sum();
                factor[k][j] = (factor[k][j] - sum) / factor[j][j];
                shares[k] -= factor[k][j] * shares[j];
            }
            let pivot = factor[k][k] - (0..k).map(|l| factor[k][l].powi(2)).sum::<f64>();
            if pivot.is_nan() || pivot <= 0.0 {
                return None;
            }
            factor[k][k] = pivot.sqrt();
            shares[k] /= factor[k][k];
        }
        for k in (0..self.held).rev() {
            shares[k] /= factor[k][k];
            for j in 0..k {
                shares[j] -= factor[k][j] * shares[k];
            }
        }
        shares.iter().all(|share| share.is_finite()).then_some(shares)
    }
}
