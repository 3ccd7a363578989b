//! Ways to write a contact problem as a complementarity problem.
//!
//! Each poses the problem, lifts impulses to a point of the posed problem, and recovers impulses from one.

mod dimensionless;
mod direction;
mod error;
mod implicit;
mod natural_map;
mod pyramid;
mod pyramid_lcp;
mod sliding;
pub(crate) mod unknowns;

pub use error::FormulationError;
pub use implicit::Implicit;
pub use natural_map::NaturalMap;
pub use pyramid::Pyramid;
pub use pyramid_lcp::PyramidLcp;
pub use sliding::Sliding;
