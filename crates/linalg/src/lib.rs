//! The few dense and sparse pieces that the solvers need and that read as the algorithms use them.
//!
//! This is the only room that names faer: factorisations above a crossover size go to it, smaller
//! ones to the slice kernels here, which beat it there. Every factorisation is a workspace that is
//! made once and refilled, so that a solver's iteration allocates nothing.

mod block_lu;
mod block_matrix;
mod cholesky;
mod dense;
mod elimination;
pub mod exact;
pub mod kernels;
pub mod lanes;
mod least_squares;
mod lu;
mod matrix;
pub mod space;
mod sparse;
mod tiny_cholesky;

pub use block_lu::BlockLu;
pub use block_matrix::{
    Block, BlockMatrix, IDENTITY, NODE, ZERO, block_add, block_inverse, block_product, block_times,
};
pub use cholesky::Cholesky;
pub use dense::DenseMatrix;
pub use least_squares::LeastSquares;
pub use lu::Lu;
pub use matrix::Matrix;
pub use sparse::{SparseMatrix, TripletError};

/// From this order on, factorisations go to faer; below it, the slice kernels are faster.
const FAER_FROM: usize = 48;
