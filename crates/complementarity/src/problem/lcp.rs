use super::{Bounds, LinearProblem, MixedLcp, Problem, ProblemError, Units};
use stiction_linalg::{DenseMatrix, Matrix};

/// The linear complementarity problem `0 ≤ z ⊥ M z + q ≥ 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Lcp(MixedLcp);

impl Lcp {
    /// A problem from its matrix and vector; anything ill-formed is an error that names the entry.
    pub fn new(matrix: impl Into<Matrix>, vector: Vec<f64>) -> Result<Self, ProblemError> {
        let bounds = Bounds::orthant(vector.len());
        MixedLcp::with_bounds(matrix.into(), vector, bounds).map(Self)
    }

    /// The same problem, seen as a mixed one.
    pub fn as_mixed(&self) -> &MixedLcp {
        &self.0
    }
}

impl Problem for Lcp {
    fn bounds(&self) -> &Bounds {
        self.0.bounds()
    }

    fn evaluate(&self, z: &[f64], w: &mut [f64]) {
        self.0.evaluate(z, w);
    }

    fn jacobian(&self, z: &[f64], jacobian: &mut DenseMatrix) {
        self.0.jacobian(z, jacobian);
    }

    fn sizes(&self, z: &[f64], z_sizes: &mut [f64], w_sizes: &mut [f64]) {
        self.0.sizes(z, z_sizes, w_sizes);
    }

    fn typical_sizes(&self, z_sizes: &mut [f64], w_sizes: &mut [f64]) {
        self.0.typical_sizes(z_sizes, w_sizes);
    }

    fn rounding(&self, z: &[f64]) -> f64 {
        self.0.rounding(z)
    }
}

impl LinearProblem for Lcp {
    fn matrix(&self) -> &Matrix {
        self.0.matrix()
    }

    fn vector(&self) -> &[f64] {
        self.0.vector()
    }

    fn units(&self) -> &Units {
        self.0.units()
    }

    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }
}
