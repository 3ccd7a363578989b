//! Problems that several tests share.
#![allow(dead_code)]

use stiction_contact::{ContactProblem, ContactSolution, Law, Method, Settings};
use stiction_linalg::DenseMatrix;

/// The methods that this file is about.
pub const METHODS: [Method; 9] = [
    Method::Prox,
    Method::MlcpLemke,
    Method::MlcpPath,
    Method::MlcpFbRlm,
    Method::MlcpFbPlm,
    Method::MncpRlm,
    Method::MncpPlm,
    Method::NcpPath,
    Method::NcpFbPlm,
];

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

pub fn solve(method: Method, problem: &ContactProblem, settings: &Settings) -> ContactSolution {
    method.solve(problem, settings, None, &mut ())
}

/// The largest difference of two vectors.
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |largest, (a, b)| f64::max(largest, (a - b).abs()))
}
