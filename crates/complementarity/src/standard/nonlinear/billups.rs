//! Billups' one-row problem with a trap: methods that only descend on a merit function stop near 1.

use super::on_orthant;
use crate::standard::{Known, NonlinearExample};

/// `F(x) = (x − 1)² − 1.01`: a local minimum of every usual merit function lies between the standard start
/// and the only solution.
pub(super) fn example() -> Option<NonlinearExample> {
    let problem = on_orthant(
        vec!["x".to_owned()],
        |x, w| w[0] = (x[0] - 1.0).powi(2) - 1.01,
        |x, entry| entry(0, 0, 2.0 * (x[0] - 1.0)),
    )?;
    Some(NonlinearExample {
        name: "billups",
        title: "One row with a local minimum of the merit function between start and solution",
        source: "S. C. Billups, Algorithms for complementarity problems and generalized equations, dissertation, University \
                 of Wisconsin–Madison 1995",
        problem,
        starts: vec![vec![0.0]],
        known: Known::Solutions(vec![vec![1.0 + 1.01_f64.sqrt()]]),
    })
}
