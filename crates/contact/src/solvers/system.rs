//! The linear systems of the methods: `(A + B W) d = c`, where `A` and `B` have one block per node.
//!
//! Where `W` is at hand, `A + B W` is factorised; where its root is, a matrix of the bodies ([`RootSystem`]).

use super::memory;
use super::root_system::RootSystem;
use crate::ResponseRoot;
use crate::response::Response;
use crate::scaled::Scaled;
use std::sync::Arc;
use stiction_linalg::kernels::norm;
use stiction_linalg::{Block, BlockLu, BlockMatrix, DenseMatrix, IDENTITY, Lu, NODE, ZERO, block_add, block_product};

/// A solve whose error is above this share of the right side gets one step of refinement.
const REFINED_FROM: f64 = 1e-12;

/// One such system, in storage that is reused.
#[derive(Default)]
pub(crate) struct System {
    /// `A + B W`.
    matrix: BlockMatrix,
    factors: BlockLu,
    /// The root of `W`, and the system by bodies, where it takes the place of the matrix.
    root: Option<Arc<ResponseRoot>>,
    by_bodies: RootSystem,
    dense: Lu,
    solution: Vec<f64>,
    error: Vec<f64>,
}

impl System {
    /// Takes over the pattern of a problem.
    pub fn prepare(&mut self, scaled: &Scaled) {
        self.root = None;
        match &scaled.response {
            Response::Matrix(matrix) => {
                if !self.matrix.has_pattern_of(matrix) {
                    self.matrix.copy_from(matrix);
                }
            }
            Response::Root(root) => {
                self.by_bodies.prepare(root);
                self.root = Some(Arc::clone(root));
            }
        }
        for buffer in [&mut self.solution, &mut self.error] {
            buffer.clear();
            buffer.resize(scaled.order(), 0.0);
        }
    }

    /// How many times the work of a product `W x` a factorisation is.
    pub fn cost(&mut self) -> f64 {
        let (factorization, product) = match self.root {
            Some(_) => self.by_bodies.cost(),
            None => {
                self.factors.analyse(&self.matrix);
                (self.factors.products(), self.matrix.stored())
            }
        };
        // A block times a block is three times a block times a vector.
        3.0 * factorization as f64 / product.max(1) as f64
    }

    /// Row `node` of `A + B W`, for these blocks of `A` and `B`.
    pub fn set_row(&mut self, scaled: &Scaled, node: usize, own: &Block, left: &Block) {
        match &scaled.response {
            Response::Matrix(matrix) => {
                let (_, sources) = matrix.row(node);
                let (_, targets) = self.matrix.row_mut(node);
                if *left == ZERO {
                    targets.fill(ZERO);
                } else if *left == IDENTITY {
                    targets.copy_from_slice(sources);
                } else {
                    for (target, source) in targets.iter_mut().zip(sources) {
                        *target = block_product(left, source);
                    }
                }
                block_add(self.matrix.diagonal_mut(node), own);
            }
            Response::Root(root) => self.by_bodies.set_row(root, node, own, left),
        }
    }

    /// Adds what row `first` of `W` does to row `node` of the same law: `A_10 + B_10 W_0`.
    pub fn couple(&mut self, scaled: &Scaled, node: usize, first: usize, own: &Block, left: &Block) {
        match &scaled.response {
            Response::Matrix(matrix) => {
                let (columns, sources) = matrix.row(first);
                for (&column, source) in columns.iter().zip(sources) {
                    self.add_at(node, column, &block_product(left, source));
                }
                self.add_at(node, first, own);
            }
            Response::Root(root) => self.by_bodies.couple(root, node, first, own, left),
        }
    }

    fn add_at(&mut self, node: usize, column: usize, addition: &Block) {
        if let Some(place) = self.matrix.find(node, column) {
            block_add(self.matrix.block_mut(place), addition);
        }
    }

    /// Factorises the rows that were set; whether there are factors.
    pub fn factor(&mut self) -> bool {
        match &self.root {
            Some(root) => self.by_bodies.factor(root),
            None => self.factors.factor(&self.matrix),
        }
    }

    /// Factorises with pivoting over all rows: slow, for small or stubborn systems, and none that memory cannot hold.
    pub fn factor_with_pivoting(&mut self) -> bool {
        memory::fits(self.solution.len()) && self.dense.factor(&self.to_dense())
    }

    /// `A + B W`, every entry.
    fn to_dense(&self) -> DenseMatrix {
        let Some(root) = &self.root else { return self.matrix.to_dense() };
        let mut dense = DenseMatrix::zeros(self.solution.len(), self.solution.len());
        let mut put = |node: usize, other: usize, block: &Block| {
            for (column, values) in block.iter().enumerate() {
                (0..NODE).for_each(|row| dense[(NODE * node + row, NODE * other + column)] += values[row]);
            }
        };
        for (node, from, own, left) in self.by_bodies.rows() {
            put(node, from, own);
            for other in 0..root.contacts() {
                put(node, other, &block_product(left, &root.block(from, other)));
            }
        }
        dense
    }

    /// Solves for `c` into `d`; the size of the error that is left over that of `c`.
    pub fn solve(&mut self, c: &[f64], d: &mut [f64]) -> f64 {
        self.solve_by(c, d, |system, x| match &system.root {
            Some(root) => system.by_bodies.solve(root, x),
            None => system.factors.solve(x),
        })
    }

    /// The same with the factors of [`System::factor_with_pivoting`].
    pub fn solve_with_pivoting(&mut self, c: &[f64], d: &mut [f64]) -> f64 {
        self.solve_by(c, d, |system, x| system.dense.solve(x))
    }

    fn solve_by(&mut self, c: &[f64], d: &mut [f64], substitute: impl Fn(&mut Self, &mut [f64])) -> f64 {
        let size = norm(c);
        let mut solution = std::mem::take(&mut self.solution);
        let mut error = std::mem::take(&mut self.error);
        solution.copy_from_slice(c);
        substitute(self, &mut solution);
        let mut left = self.error_of(c, &solution, &mut error);
        if left > REFINED_FROM * size && left.is_finite() {
            substitute(self, &mut error);
            solution.iter_mut().zip(&error).for_each(|(x, correction)| *x += correction);
            left = self.error_of(c, &solution, &mut error);
        }
        d.copy_from_slice(&solution);
        (self.solution, self.error) = (solution, error);
        if size > 0.0 { left / size } else { left }
    }

    /// Writes the right side less the product, and returns its size.
    fn error_of(&mut self, c: &[f64], solution: &[f64], error: &mut [f64]) -> f64 {
        match &self.root {
            Some(root) => {
                error.fill(0.0);
                self.by_bodies.multiply(root, solution, error);
            }
            None => self.matrix.multiply(solution, error),
        }
        error.iter_mut().zip(c).for_each(|(error, right)| *error = right - *error);
        norm(error)
    }
}
