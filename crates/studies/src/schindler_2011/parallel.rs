//! The conclusions: a prox iteration on all contacts at once, divided over threads.
//!
//! Eq. 9 for every contact from the velocities of the last iterate, `λ ← prox(λ − r(Wλ + b))`. Each thread keeps a copy of
//! all forces, computes the new ones of its contacts, and then copies those of the others. Every force is computed by the
//! same operations in the same order on any number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use stiction_contact::{ContactProblem, Law};
use stiction_linalg::{BlockMatrix, NODE};

/// A problem whose laws have one node each, with one scaling for all.
pub struct Jacobi {
    matrix: BlockMatrix,
    vector: Vec<f64>,
    laws: Vec<Law>,
    scaling: f64,
}

/// What the threads did.
#[derive(Clone, Debug, PartialEq)]
pub struct Iterates {
    /// Three places per contact.
    pub forces: Vec<f64>,
    /// The largest `‖λ − prox(λ − r u)‖∞` of each iteration, N·s.
    pub changes: Vec<f64>,
}

impl Jacobi {
    /// Nothing where a law has more than three rows.
    pub fn new(problem: &ContactProblem, scaling: f64) -> Option<Self> {
        if problem.laws().iter().any(|law| law.nodes() != 1) {
            return None;
        }
        let mut vector = vec![0.0; NODE * problem.laws().len()];
        for law in 0..problem.laws().len() {
            for (k, row) in problem.rows_of(law).enumerate() {
                vector[NODE * law + k] = problem.free_velocity()[row];
            }
        }
        Some(Self { matrix: problem.blocks().into_owned(), vector, laws: problem.laws().to_vec(), scaling })
    }

    /// Iterations from zero on so many threads.
    pub fn run(&self, iterations: usize, threads: usize) -> Iterates {
        let contacts = self.laws.len();
        let threads = threads.clamp(1, contacts.max(1));
        let bounds: Vec<_> = (0..=threads).map(|k| k * contacts / threads).collect();
        // Two places in turn, so that a fast thread does not overwrite what a slow one still reads.
        let places: Vec<[Mutex<Vec<f64>>; 2]> =
            bounds.windows(2).map(|pair| [0, 1].map(|_| Mutex::new(vec![0.0; NODE * (pair[1] - pair[0])]))).collect();
        let barrier = Barrier { threads, arrived: AtomicUsize::new(0), round: AtomicUsize::new(0) };
        let work = |own: usize| {
            let (mut forces, mut changes) = (vec![0.0; NODE * contacts], Vec::with_capacity(iterations));
            let (first, last) = (bounds[own], bounds[own + 1]);
            for iteration in 0..iterations {
                let side = iteration % 2;
                let mut change = 0.0_f64;
                if let Ok(mut next) = places[own][side].lock() {
                    for contact in first..last {
                        let here = NODE * (contact - first)..NODE * (contact - first + 1);
                        change = change.max(self.contact(contact, &forces, &mut next[here]));
                    }
                }
                changes.push(change);
                barrier.wait();
                for (place, pair) in places.iter().zip(bounds.windows(2)) {
                    if let Ok(new) = place[side].lock() {
                        forces[NODE * pair[0]..NODE * pair[1]].copy_from_slice(&new);
                    }
                }
            }
            Iterates { forces, changes }
        };
        let work = &work;
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|own| scope.spawn(move || work(own))).collect();
            let mut all = work(0);
            for other in others.into_iter().filter_map(|other| other.join().ok()) {
                // The largest of several numbers does not depend on their order.
                all.changes.iter_mut().zip(other.changes).for_each(|(change, own)| *change = change.max(own));
            }
            all
        })
    }

    /// The new force of a contact, and the largest change of its rows.
    fn contact(&self, contact: usize, forces: &[f64], next: &mut [f64]) -> f64 {
        let product = self.matrix.row_times(contact, forces);
        let here = NODE * contact;
        let mut trial = [0.0; NODE];
        for k in 0..NODE {
            trial[k] = forces[here + k] - self.scaling * (product[k] + self.vector[here + k]);
        }
        self.laws[contact].project(&trial, next);
        let rows = self.laws[contact].rows();
        (0..rows).map(|k| (next[k] - forces[here + k]).abs()).fold(0.0, f64::max)
    }

    /// Forces in the rows of the problem.
    pub fn rows(&self, forces: &[f64]) -> Vec<f64> {
        let rows = |(law, own): (&Law, &[f64])| own[..law.rows()].to_vec();
        self.laws.iter().zip(forces.chunks_exact(NODE)).flat_map(rows).collect()
    }

    /// The largest eigenvalue of `W`, by power iteration.
    pub fn largest_eigenvalue(&self) -> f64 {
        let mut x: Vec<f64> = (0..self.vector.len()).map(|k| 1.0 + 0.37 * (k as f64).sin()).collect();
        let mut image = x.clone();
        let mut value = 0.0;
        for _ in 0..300 {
            let length = x.iter().map(|value| value * value).sum::<f64>().sqrt();
            x.iter_mut().for_each(|value| *value /= length);
            self.matrix.multiply(&x, &mut image);
            value = image.iter().zip(&x).map(|(a, b)| a * b).sum();
            std::mem::swap(&mut x, &mut image);
        }
        value
    }

    /// With another scaling.
    pub fn scaled(self, scaling: f64) -> Self {
        Self { scaling, ..self }
    }
}

/// Where threads wait for each other; an iteration is too short to sleep in.
struct Barrier {
    threads: usize,
    arrived: AtomicUsize,
    round: AtomicUsize,
}

/// Looks at the round before a thread that waits gives way to others.
const LOOKS: usize = 2_000;

impl Barrier {
    fn wait(&self) {
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Release);
            self.round.fetch_add(1, Ordering::AcqRel);
            return;
        }
        let mut looks = 0;
        while self.round.load(Ordering::Acquire) == round {
            looks += 1;
            if looks < LOOKS { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use stiction_contact::standard;

    #[test]
    fn any_number_of_threads_gives_the_same_bits() {
        let problem = standard::sample("pile-50-3").unwrap().problem;
        let jacobi = Jacobi::new(&problem, 0.05).unwrap();
        let one = jacobi.run(101, 1);
        assert!(one.changes[100] < one.changes[0] && one.forces.iter().any(|force| *force != 0.0));
        for threads in [2, 3, 5, 50, 99] {
            assert_eq!(jacobi.run(101, threads), one);
        }
    }
}
