//! The linear systems of the methods: `(A + B W) d = c`, where `A` and `B` have one block per node.
//!
//! Where `W` is at hand, `A + B W` is factorised. Where only the primal form is, it is the system
//! `[A, B Hᵀ; −H, M] [d; v] = [c; 0]`, whose order of elimination decides for each body whether its part of `W` is formed.

use super::memory;
use crate::response::Response;
use crate::scaled::Scaled;
use stiction_linalg::kernels::norm;
use stiction_linalg::{Block, BlockLu, BlockMatrix, IDENTITY, Lu, NODE, ZERO, block_product};

/// A solve whose error is above this share of the right side gets one step of refinement.
const REFINED_FROM: f64 = 1e-12;

/// One such system, in storage that is reused.
#[derive(Default)]
pub(crate) struct System {
    matrix: BlockMatrix,
    factors: BlockLu,
    dense: Lu,
    right: Vec<f64>,
    solution: Vec<f64>,
    error: Vec<f64>,
}

impl System {
    /// Takes over the pattern of a problem.
    pub fn prepare(&mut self, scaled: &Scaled) {
        match &scaled.response {
            Response::Matrix(matrix) => {
                if !self.matrix.has_pattern_of(matrix) {
                    self.matrix.copy_from(matrix);
                }
            }
            Response::Primal(primal) => self.matrix.copy_from(primal.augmented()),
        }
        for buffer in [&mut self.right, &mut self.solution, &mut self.error] {
            buffer.clear();
            buffer.resize(self.matrix.order(), 0.0);
        }
    }

    /// How many times the work of a product `W x` a factorisation is.
    pub fn cost(&mut self) -> f64 {
        self.factors.analyse(&self.matrix);
        // A block times a block is three times a block times a vector.
        3.0 * self.factors.products() as f64 / self.matrix.stored().max(1) as f64
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
                add(self.matrix.diagonal_mut(node), own);
            }
            Response::Primal(primal) => {
                self.matrix.row_mut(node).1.fill(ZERO);
                *self.matrix.diagonal_mut(node) = *own;
                for (&body, jacobian) in primal.bodies_at(node).iter().zip(primal.jacobian_at(node)) {
                    if let Some(place) = self.matrix.find(node, primal.contacts() + body) {
                        *self.matrix.block_mut(place) = block_product(left, &transposed(jacobian));
                    }
                }
            }
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
            }
            Response::Primal(primal) => {
                for (body, jacobian) in primal.bodies_at(first).iter().zip(primal.jacobian_at(first)) {
                    self.add_at(node, primal.contacts() + body, &block_product(left, &transposed(jacobian)));
                }
            }
        }
        self.add_at(node, first, own);
    }

    fn add_at(&mut self, node: usize, column: usize, addition: &Block) {
        if let Some(place) = self.matrix.find(node, column) {
            add(self.matrix.block_mut(place), addition);
        }
    }

    /// Factorises the rows that were set; whether there are factors.
    pub fn factor(&mut self) -> bool {
        self.factors.factor(&self.matrix)
    }

    /// Factorises with pivoting over all rows: slow, for small or stubborn systems, and none that memory cannot hold.
    pub fn factor_with_pivoting(&mut self) -> bool {
        memory::fits(self.matrix.order()) && self.dense.factor(&self.matrix.to_dense())
    }

    /// Solves for `c` into `d`; the size of the error that is left over that of `c`.
    pub fn solve(&mut self, c: &[f64], d: &mut [f64]) -> f64 {
        self.solve_by(c, d, |system, x| system.factors.solve(x))
    }

    /// The same with the factors of [`System::factor_with_pivoting`].
    pub fn solve_with_pivoting(&mut self, c: &[f64], d: &mut [f64]) -> f64 {
        self.solve_by(c, d, |system, x| system.dense.solve(x))
    }

    fn solve_by(&mut self, c: &[f64], d: &mut [f64], substitute: impl Fn(&mut Self, &mut [f64])) -> f64 {
        self.right[..c.len()].copy_from_slice(c);
        self.right[c.len()..].fill(0.0);
        let size = norm(c);
        let mut solution = std::mem::take(&mut self.solution);
        let mut error = std::mem::take(&mut self.error);
        solution.copy_from_slice(&self.right);
        substitute(self, &mut solution);
        let mut left = self.error_of(&solution, &mut error);
        if left > REFINED_FROM * size && left.is_finite() {
            substitute(self, &mut error);
            solution.iter_mut().zip(&error).for_each(|(x, correction)| *x += correction);
            left = self.error_of(&solution, &mut error);
        }
        d.copy_from_slice(&solution[..c.len()]);
        (self.solution, self.error) = (solution, error);
        if size > 0.0 { left / size } else { left }
    }

    /// Writes the right side less the product, and returns its size.
    fn error_of(&self, solution: &[f64], error: &mut [f64]) -> f64 {
        self.matrix.multiply(solution, error);
        error.iter_mut().zip(&self.right).for_each(|(error, right)| *error = right - *error);
        norm(error)
    }
}

fn add(target: &mut Block, addition: &Block) {
    for column in 0..NODE {
        for row in 0..NODE {
            target[column][row] += addition[column][row];
        }
    }
}

fn transposed(block: &Block) -> Block {
    let mut mirror = ZERO;
    for column in 0..NODE {
        for row in 0..NODE {
            mirror[column][row] = block[row][column];
        }
    }
    mirror
}
