use super::{Bounds, Problem, ProblemError};
use std::fmt;
use stiction_linalg::DenseMatrix;

type Function = Box<dyn Fn(&[f64], &mut [f64]) + Send + Sync>;
type DenseJacobian = Box<dyn Fn(&[f64], &mut DenseMatrix) + Send + Sync>;
type SparseJacobian = Box<dyn Fn(&[f64], &mut dyn FnMut(usize, usize, f64)) + Send + Sync>;

/// The derivative of a nonlinear problem's function, as Rust code.
pub enum Jacobian {
    /// Writes every entry of the square matrix (given filled with zeros).
    Dense(DenseJacobian),
    /// Calls its second argument with `(row, column, value)` for each entry that can differ from zero;
    /// repeated places add up.
    Sparse(SparseJacobian),
}

/// A nonlinear mixed complementarity problem: a function and its derivative on a box.
pub struct Mcp {
    function: Function,
    jacobian: Jacobian,
    bounds: Bounds,
    names: Vec<String>,
}

impl Mcp {
    /// A problem from code and bounds. `function` gets `z` and writes `w`, both of the bounds' length.
    pub fn new(
        function: impl Fn(&[f64], &mut [f64]) + Send + Sync + 'static,
        jacobian: Jacobian,
        lower: Vec<f64>,
        upper: Vec<f64>,
    ) -> Result<Self, ProblemError> {
        let bounds = Bounds::new(lower, upper)?;
        if bounds.is_empty() {
            return Err(ProblemError::Empty);
        }
        Ok(Self { function: Box::new(function), jacobian, bounds, names: Vec::new() })
    }

    /// Gives the rows names, for logs and messages.
    pub fn with_names(mut self, names: Vec<String>) -> Self {
        self.names = names;
        self
    }
}

impl Problem for Mcp {
    fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    fn evaluate(&self, z: &[f64], w: &mut [f64]) {
        (self.function)(z, w);
    }

    fn jacobian(&self, z: &[f64], jacobian: &mut DenseMatrix) {
        let order = self.dimension();
        jacobian.reset(order, order);
        match &self.jacobian {
            Jacobian::Dense(write) => write(z, jacobian),
            Jacobian::Sparse(list) => list(z, &mut |row, column, value| jacobian[(row, column)] += value),
        }
    }

    fn row_name(&self, row: usize) -> String {
        self.names.get(row).cloned().unwrap_or_else(|| format!("row {row}"))
    }
}

impl fmt::Debug for Mcp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcp").field("bounds", &self.bounds).field("names", &self.names).finish_non_exhaustive()
    }
}
