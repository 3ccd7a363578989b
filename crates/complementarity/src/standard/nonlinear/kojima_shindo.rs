//! Kojima and Shindo's problem of four quadratic rows, degenerate at one of its two solutions.

use super::{FOUR_ROW_STARTS, numbered, on_orthant};
use crate::standard::{Known, NonlinearExample};

/// The problem; at the first solution row 3 is degenerate (`z₃ = w₃ = 0`).
pub(super) fn example() -> Option<NonlinearExample> {
    let problem = on_orthant(
        numbered("x", 4).collect(),
        |x, w| {
            let [x1, x2, x3, x4] = [x[0], x[1], x[2], x[3]];
            w[0] = 3.0 * x1 * x1 + 2.0 * x1 * x2 + 2.0 * x2 * x2 + x3 + 3.0 * x4 - 6.0;
            w[1] = 2.0 * x1 * x1 + x1 + x2 * x2 + 10.0 * x3 + 2.0 * x4 - 2.0;
            w[2] = 3.0 * x1 * x1 + x1 * x2 + 2.0 * x2 * x2 + 2.0 * x3 + 9.0 * x4 - 9.0;
            w[3] = x1 * x1 + 3.0 * x2 * x2 + 2.0 * x3 + 3.0 * x4 - 3.0;
        },
        |x, entry| {
            let [x1, x2] = [x[0], x[1]];
            let rows = [
                [6.0 * x1 + 2.0 * x2, 2.0 * x1 + 4.0 * x2, 1.0, 3.0],
                [4.0 * x1 + 1.0, 2.0 * x2, 10.0, 2.0],
                [6.0 * x1 + x2, x1 + 4.0 * x2, 2.0, 9.0],
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
        name: "kojima-shindo",
        title: "Four quadratic rows with two solutions, one of them degenerate",
        source: "M. Kojima, S. Shindo, Extensions of Newton and quasi-Newton methods to systems of PC¹ equations, Journal \
                 of the Operations Research Society of Japan 29 (1986) 352–374; starts of MCPLIB's kojshin",
        problem,
        starts: FOUR_ROW_STARTS.iter().map(|start| start.to_vec()).collect(),
        known: Known::Solutions(vec![vec![6.0_f64.sqrt() / 2.0, 0.0, 0.0, 0.5], vec![1.0, 0.0, 3.0, 0.0]]),
    })
}
