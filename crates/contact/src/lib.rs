//! The contact problem: impulses `p` and velocities `u = W p + b` under contact laws, its methods and its judge.
//!
//! ```
//! use stiction_contact::{ContactProblem, Law, Method, Settings};
//! use stiction_linalg::DenseMatrix;
//!
//! // A unit point mass that falls and slides: it sticks or slides as the friction allows.
//! let laws = vec![Law::Coulomb { friction: 0.5 }];
//! let problem = ContactProblem::new(DenseMatrix::identity(3), vec![-0.5, 1.0, 0.0], laws)?;
//! let solution = Method::Auto.solve(&problem, &Settings::default(), None, &mut ());
//! assert!(solution.is_solved());
//! assert!((solution.impulses[0] - 0.5).abs() < 1e-12 && (solution.impulses[1] + 0.25).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cone;
mod delassus;
mod doing;
mod enumeration;
mod error;
pub mod formulation;
mod law;
mod method;
mod null_space;
mod partition;
mod primal;
mod problem;
mod proof;
mod residual;
mod response;
mod response_root;
mod root_blocks;
mod scaled;
mod settings;
mod settings_error;
mod solution;
mod solvers;
mod spectrum;
pub mod standard;
mod worst_row;

pub use delassus::{Delassus, DelassusOperator};
pub use enumeration::{Enumeration, EnumerationError, EnumerationSettings, Mode, ModeSolution, enumerate};
pub use error::ContactError;
pub use law::Law;
pub use method::{Estimate, Method, UnknownMethod};
pub use primal::Primal;
pub use problem::ContactProblem;
pub use residual::{LawResidual, Residual};
pub use response_root::ResponseRoot;
pub use settings::{Alignment, ProxScaling, Settings, Sweep};
pub use settings_error::SettingsError;
pub use solution::{ContactSolution, ModelResidual, Outcome};
pub use solvers::{ContactSolver, Islands};
