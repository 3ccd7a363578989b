//! How many unknowns a formulation has, before it is made.

use crate::{ContactProblem, Law};

/// Of a pyramid: facets in place of a disc's rows, and a sliding speed for each disc.
pub(crate) fn of_pyramid(problem: &ContactProblem, facets: usize) -> usize {
    count(problem, |rows| if rows == 1 { 2 } else { facets - 1 })
}

/// With a sliding speed for each disc.
pub(crate) fn with_sliding_speeds(problem: &ContactProblem) -> usize {
    count(problem, |_| 1)
}

/// All rows, and `more` unknowns for each disc, by its number of rows.
fn count(problem: &ContactProblem, more: impl Fn(usize) -> usize) -> usize {
    let of_law = |law: &Law| law.rows() + law.discs().map(|(_, rows, _)| more(rows)).sum::<usize>();
    problem.laws().iter().map(of_law).sum()
}
