//! Mathiesen's Walrasian equilibrium: a segment of solutions, and a function that is not defined everywhere.

use super::on_orthant;
use crate::standard::{Known, NonlinearExample, Polyhedron};

/// The problem; the function has poles where `x₂ = −1` or `x₃ = −1`, outside the orthant.
pub(super) fn example() -> Option<NonlinearExample> {
    let names = ["activity", "price 1", "price 2", "price 3"].map(String::from).to_vec();
    let problem = on_orthant(
        names,
        |x, w| {
            let [x1, x2, x3, x4] = [x[0], x[1], x[2], x[3]];
            w[0] = -x2 + x3 + x4;
            w[1] = x1 - (4.5 * x3 + 2.7 * x4) / (x2 + 1.0);
            w[2] = 5.0 - x1 - (0.5 * x3 + 0.3 * x4) / (x3 + 1.0);
            w[3] = 3.0 - x1;
        },
        |x, entry| {
            let [x2, x3, x4] = [x[1], x[2], x[3]];
            entry(0, 1, -1.0);
            entry(0, 2, 1.0);
            entry(0, 3, 1.0);
            entry(1, 0, 1.0);
            entry(1, 1, (4.5 * x3 + 2.7 * x4) / (x2 + 1.0).powi(2));
            entry(1, 2, -4.5 / (x2 + 1.0));
            entry(1, 3, -2.7 / (x2 + 1.0));
            entry(2, 0, -1.0);
            entry(2, 2, (0.3 * x4 - 0.5) / (x3 + 1.0).powi(2));
            entry(2, 3, -0.3 / (x3 + 1.0));
            entry(3, 0, -1.0);
        },
    )?;
    Some(NonlinearExample {
        name: "mathiesen",
        title: "A Walrasian equilibrium with a segment of solutions",
        source: "L. Mathiesen, An algorithm based on a sequence of linear complementarity problems applied to a Walrasian \
                 equilibrium model: an example, Mathematical Programming 37 (1987) 1–18",
        problem,
        starts: vec![vec![1.0; 4], vec![0.0; 4], vec![10.0, 1.0, 1.0, 1.0], vec![1.0, 10.0, 1.0, 1.0]],
        known: Known::Continuum(vec![Polyhedron {
            vertices: vec![vec![0.0; 4], vec![3.0, 0.0, 0.0, 0.0]],
            rays: vec![],
        }]),
    })
}
