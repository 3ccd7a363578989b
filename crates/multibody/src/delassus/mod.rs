//! The Delassus matrix `W = G M⁻¹ Gᵀ` of constraint rows: how forces on the rows accelerate the rows.

mod articulated;
mod block;
#[allow(clippy::module_inception)]
mod delassus;
mod dense;
mod lanes;
mod mass;
mod operator;
mod pairs;
mod reduced_tree;
mod response;
mod rows;

use articulated::ArticulatedRoute;
pub use block::DelassusBlock;
pub use delassus::Delassus;
pub use dense::{dense_delassus, dense_rows};
pub(crate) use lanes::{LANES, Lanes, WrenchLanes};
use mass::MassRoute;
pub use operator::DelassusOperator;
use pairs::Pairs;
use reduced_tree::ReducedTree;
use response::Response;
pub use rows::Rows;
pub(crate) use rows::{Leg, Pack};
