//! Josephy's problem of four quadratic rows.

use super::{FOUR_ROW_STARTS, numbered, on_orthant};
use crate::standard::{Known, NonlinearExample};

/// The problem; its rows look like Kojima and Shindo's, but its solution is not degenerate.
pub(super) fn example() -> Option<NonlinearExample> {
    let problem = on_orthant(
        numbered("x", 4).collect(),
        |x, w| {
            let [x1, x2, x3, x4] = [x[0], x[1], x[2], x[3]];
            w[0] = 3.0 * x1 * x1 + 2.0 * x1 * x2 + 2.0 * x2 * x2 + x3 + 3.0 * x4 - 6.0;
            w[1] = 2.0 * x1 * x1 + x1 + x2 * x2 + 3.0 * x3 + 2.0 * x4 - 2.0;
            w[2] = 3.0 * x1 * x1 + x1 * x2 + 2.0 * x2 * x2 + 2.0 * x3 + 3.0 * x4 - 1.0;
            w[3] = x1 * x1 + 3.0 * x2 * x2 + 2.0 * x3 + 3.0 * x4 - 3.0;
        },
        |x, entry| {
            let [x1, x2] = [x[0], x[1]];
            let rows = [
                [6.0 * x1 + 2.0 * x2, 2.0 * x1 + 4.0 * x2, 1.0, 3.0],
                [4.0 * x1 + 1.0, 2.0 * x2, 3.0, 2.0],
                [6.0 * x1 + x2, x1 + 4.0 * x2, 2.0, 3.0],
                [2.0 * x1, 6.0 * x2, 2.0, 3.0],
            ];
            for (i, row) in rows.iter().enumerate() {
                for (j, &value) in row.iter().enumerate() {
                    entry(i, j, value);
                }
            }
        },
    )?;
    Some(NonlinearExample {
        name: "josephy",
        title: "Four quadratic rows with one solution",
        source: "N. H. Josephy, Newton's method for generalized equations, Technical Summary Report 1965, Mathematics \
                 Research Center, University of Wisconsin 1979; starts of MCPLIB's josephy",
        problem,
        starts: FOUR_ROW_STARTS.iter().map(|start| start.to_vec()).collect(),
        known: Known::Solutions(vec![vec![6.0_f64.sqrt() / 2.0, 0.0, 0.0, 0.5]]),
    })
}
