//! Complementarity problems: their statement, their solvers, and proofs that there is no solution.
//!
//! Every problem here has one shape: find `z` in a box `[lower, upper]`, with `w = F(z)`, such that
//! in each row `w ≥ 0` where `z` is at its lower bound, `w ≤ 0` where it is at its upper bound, and
//! `w = 0` in between. [`Lcp`] has `F(z) = M z + q` on the orthant, [`MixedLcp`] the same on any box
//! (free rows are equations), [`Mcp`] any function.
//!
//! A solver never grades itself: the problem measures the [`Residual`] of every answer.
//!
//! ```
//! use stiction_complementarity::{DenseMatrix, Lcp, Method, Outcome};
//!
//! let matrix = DenseMatrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]]).ok_or("ragged rows")?;
//! let problem = Lcp::new(matrix, vec![-5.0, -6.0])?;
//! let solution = Method::Auto.solve_linear(&problem, None, &mut ());
//! assert!(matches!(solution.outcome, Outcome::Solved));
//! assert!((solution.z[0] - 4.0 / 3.0).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod c_function;
mod certificate;
mod method;
mod observer;
mod problem;
mod registry;
mod residual;
mod solution;
pub mod solvers;
pub mod standard;

pub use certificate::{Certificate, CertificateError, Exclusion, Interval, Piece, ProofTree};
pub use method::{Method, UnknownMethod};
pub use observer::{Iteration, Observer};
pub use problem::{Bounds, Jacobian, Lcp, LinearProblem, Mcp, MixedLcp, Problem, ProblemError, Units};
pub use residual::{Residual, ResidualSizes};
pub use solution::{Basis, Effort, Outcome, Position, Ray, Solution};
pub use stiction_linalg::{DenseMatrix, Matrix, SparseMatrix, TripletError};
