//! Which problems the methods take, so that none asks for more memory than there is.

use crate::{ContactProblem, Delassus};

/// The most memory that dense matrices may take, bytes: 4 GiB.
const LARGEST: usize = 4 << 30;
/// Dense matrices of the posed problem's order at one time: the matrix, its factors, and copies of both on the way.
const MATRICES: usize = 4;

/// What a method with dense matrices answers to a problem that is too large for it.
pub(super) const TOO_LARGE: &str = "dense matrices of more than 4 GiB";

/// Whether dense matrices of this order are small enough: up to some 11,000 rows.
pub(super) fn fits(order: usize) -> bool {
    order.saturating_mul(order).saturating_mul(MATRICES * size_of::<f64>()) <= LARGEST
}

/// Whether the blocks of `W` may be formed for the methods that work with them. Those that are given are there already, and
/// those of bodies and contacts are few; of every entry, or of products alone, all may differ from zero.
pub(super) fn forms_blocks(problem: &ContactProblem) -> bool {
    match problem.delassus() {
        Delassus::Blocks(_) | Delassus::Root(_) | Delassus::Primal(_) => true,
        Delassus::Dense(_) | Delassus::Operator(_) => fits(problem.order()),
    }
}
