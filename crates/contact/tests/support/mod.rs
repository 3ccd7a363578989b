//! Problems that several tests share.
#![allow(dead_code, clippy::unwrap_used)]

use stiction_contact::{ContactProblem, ContactSolution, Law, Method, Settings};
use stiction_linalg::DenseMatrix;

/// The methods of the papers: the prox iteration, and those that pose a complementarity problem.
pub fn methods() -> impl Iterator<Item = Method> {
    Method::ALL.into_iter().filter(|&method| method == Method::Prox || method.is_dense())
}

/// A xorshift generator: the same numbers everywhere.
pub struct Random(pub u64);

impl Random {
    /// A number between −1 and 1.
    pub fn signed(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| self.signed()).collect()
    }
}

/// One contact with `W = diag` and free velocity `b`.
pub fn one_contact(diagonal: [f64; 3], b: [f64; 3], friction: f64) -> ContactProblem {
    let matrix = DenseMatrix::from_function(3, 3, |i, j| if i == j { diagonal[i] } else { 0.0 });
    ContactProblem::new(matrix, b.to_vec(), vec![Law::Coulomb { friction }]).unwrap()
}

/// `W = G Gᵀ` and `b = G v` with random `G` of `freedoms` columns: always solvable without friction, of a rank that may
/// be less than its order.
pub fn random_problem(laws: Vec<Law>, freedoms: usize, seed: u64) -> ContactProblem {
    let mut random = Random(seed);
    let rows: usize = laws.iter().map(Law::rows).sum();
    let g = DenseMatrix::from_function(rows, freedoms, |_, _| random.signed());
    let v = random.vector(freedoms);
    let mut b = vec![0.0; rows];
    g.multiply(&v, &mut b);
    ContactProblem::new(g.product(&g.transposed()), b, laws).unwrap()
}

/// The same problem with each law in units of its own, from 1e-3 to 1e3.
pub fn in_other_units(problem: &ContactProblem, seed: u64) -> ContactProblem {
    let mut random = Random(seed);
    let mut units = vec![1.0; problem.order()];
    for law in 0..problem.laws().len() {
        units[problem.rows_of(law)].fill(1000.0_f64.powf(random.signed()));
    }
    let w = problem.dense();
    let matrix = DenseMatrix::from_function(units.len(), units.len(), |i, j| units[i] * w[(i, j)] * units[j]);
    let b = problem.free_velocity().iter().zip(&units).map(|(b, unit)| b * unit).collect();
    ContactProblem::new(matrix, b, problem.laws().to_vec()).unwrap()
}

/// A stack of unit cubes with contacts at four corners each, falling at 1 cm/s, the top one pushed at 5 cm/s. Each cube
/// has `ratio` times the mass of the one below it.
pub fn stack(cubes: usize, ratio: f64) -> ContactProblem {
    let mut g = DenseMatrix::zeros(12 * cubes, 6 * cubes);
    let (mut inverse_mass, mut v) = (vec![0.0; 6 * cubes], vec![0.0; 6 * cubes]);
    let mut row = 0;
    for cube in 0..cubes {
        let mass = ratio.powi(cube as i32);
        inverse_mass[6 * cube..6 * cube + 3].fill(1.0 / mass);
        inverse_mass[6 * cube + 3..6 * cube + 6].fill(6.0 / mass);
        v[6 * cube + 2] = -0.01;
        for (x, y) in [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)] {
            for axis in [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] {
                for (body, z, sign) in [(Some(cube), -0.5, 1.0), (cube.checked_sub(1), 0.5, -1.0)] {
                    let Some(body) = body else { continue };
                    let arm = [x, y, z];
                    for k in 0..3 {
                        let (a, b) = ((k + 1) % 3, (k + 2) % 3);
                        g[(row, 6 * body + k)] = sign * axis[k];
                        g[(row, 6 * body + 3 + k)] = sign * (arm[a] * axis[b] - arm[b] * axis[a]);
                    }
                }
                row += 1;
            }
        }
    }
    v[6 * (cubes - 1)] = 0.05;
    let mut b = vec![0.0; row];
    g.multiply(&v, &mut b);
    let scaled = DenseMatrix::from_function(row, 6 * cubes, |i, j| g[(i, j)] * inverse_mass[j]);
    ContactProblem::new(scaled.product(&g.transposed()), b, vec![Law::Coulomb { friction: 0.5 }; 4 * cubes]).unwrap()
}

pub fn solve(method: Method, problem: &ContactProblem, settings: &Settings) -> ContactSolution {
    method.solve(problem, settings, None, &mut ())
}

/// The largest difference of two vectors.
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |largest, (a, b)| f64::max(largest, (a - b).abs()))
}
