//! Degenerate LCPs: ties on which pivoting can cycle, and solutions with `z` and `w` zero in one row.

use super::example::{LinearExample, LinearKind, lcp};
use super::known::Known;
use crate::{DenseMatrix, Lcp, ProblemError};

/// The examples of this file.
pub(super) const EXAMPLES: &[fn() -> Option<LinearExample>] =
    &[kostreva_cycle, newton_min_cycle, degenerate_origin, degenerate_chain_12, degenerate_quadratic_program];

/// A chain of springs with a degenerate solution, of any length: the second difference matrix and
/// the `q` for which `z` repeats `(1, 0, 0)` and `w` repeats `(0, 0, 1)`. In the middle row of each
/// triple both are zero, so a third of the rows is degenerate. All data are integers.
pub fn degenerate_chain(order: usize) -> Result<Lcp, ProblemError> {
    let matrix = DenseMatrix::from_function(order, order, |i, j| match i.abs_diff(j) {
        0 => 2.0,
        1 => -1.0,
        _ => 0.0,
    });
    let mut product = vec![0.0; order];
    matrix.multiply(&chain_solution(order), &mut product);
    let vector = product.iter().enumerate().map(|(i, value)| if i % 3 == 2 { 1.0 - value } else { -value });
    Lcp::new(matrix, vector.collect())
}

/// The only solution of [`degenerate_chain`] of that order.
fn chain_solution(order: usize) -> Vec<f64> {
    (0..order).map(|i| if i % 3 == 0 { 1.0 } else { 0.0 }).collect()
}

/// A P-matrix on which Lemke's method with the covering vector `e` ties in every ratio test: some
/// ways of breaking the ties return to an earlier basis for ever, the lexicographic one does not.
fn kostreva_cycle() -> Option<LinearExample> {
    Some(LinearExample {
        name: "kostreva-cycle",
        title: "Degenerate ties: Lemke's method cycles unless it breaks them lexicographically",
        source: "M. M. Kostreva, Cycling in linear complementarity problems, Mathematical Programming 16 (1979) 127–130",
        problem: lcp([[1.0, 2.0, 0.0], [0.0, 1.0, 2.0], [2.0, 0.0, 1.0]], [-1.0; 3])?,
        known: Known::Solutions(vec![vec![1.0 / 3.0; 3]]),
    })
}

/// A P-matrix on which Newton's method for `min(z, Mz + q) = 0`, without line search, goes round the
/// three bases with one `z` each.
fn newton_min_cycle() -> Option<LinearExample> {
    Some(LinearExample {
        name: "newton-min-cycle",
        title: "A P-matrix on which the plain Newton method on the min map cycles with period three",
        source: "I. Ben Gharbia, J. C. Gilbert, Nonconvergence of the plain Newton-min algorithm for linear \
                 complementarity problems with a P-matrix, Mathematical Programming 134 (2012) 349–364",
        problem: lcp([[1.0, 0.0, 2.0], [2.0, 1.0, 0.0], [0.0, 2.0, 1.0]], [1.0; 3])?,
        known: Known::Solutions(vec![vec![0.0; 3]]),
    })
}

/// `q = 0` with a positive definite matrix: `z = w = 0`, degenerate in every row.
fn degenerate_origin() -> Option<LinearExample> {
    Some(LinearExample {
        name: "degenerate-origin",
        title: "A positive definite matrix and a zero vector: every row is degenerate",
        source: "Elementary",
        problem: lcp([[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 2.0]], [0.0; 3])?,
        known: Known::Solutions(vec![vec![0.0; 3]]),
    })
}

fn degenerate_chain_12() -> Option<LinearExample> {
    Some(LinearExample {
        name: "degenerate-chain-12",
        title: "A chain of springs on obstacles; it touches a third of them without force (degenerate rows)",
        source: "This project: second differences with a prescribed degenerate solution",
        problem: degenerate_chain(12).ok().map(LinearKind::Lcp)?,
        known: Known::Solutions(vec![chain_solution(12)]),
    })
}

/// The optimality conditions of a strictly convex quadratic program with one constraint; the third
/// row is degenerate at the solution.
fn degenerate_quadratic_program() -> Option<LinearExample> {
    Some(LinearExample {
        name: "degenerate-quadratic-program",
        title: "A strictly convex quadratic program with a degenerate third row",
        source: "R. W. Cottle, J.-S. Pang, R. E. Stone, The Linear Complementarity Problem, as in Siconos, numerics \
                 test lcp_CPS_4bis",
        problem: lcp(
            [[11.0, 0.0, 10.0, -1.0], [0.0, 11.0, 10.0, -1.0], [10.0, 10.0, 21.0, -1.0], [1.0, 1.0, 1.0, 0.0]],
            [50.0, 50.0, 23.0, -6.0],
        )?,
        known: Known::Solutions(vec![vec![3.0, 3.0, 0.0, 83.0]]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinearProblem, Problem};

    #[test]
    fn a_third_of_the_chain_is_degenerate() {
        let problem = degenerate_chain(12).unwrap();
        let z = chain_solution(12);
        let mut w = vec![0.0; 12];
        problem.evaluate(&z, &mut w);
        assert_eq!((0..12).filter(|&i| z[i] == 0.0 && w[i] == 0.0).count(), 4);
        assert!(problem.vector().iter().filter(|&&q| q == 0.0).count() < 12);
    }

    #[test]
    fn plain_newton_on_the_min_map_goes_round() {
        let problem = newton_min_cycle().unwrap().problem;
        let mut row = 0;
        for _ in 0..6 {
            // The basis with z_row alone: z_row = −q_row / M_row,row = −1 leaves, and one w is negative.
            let mut z = vec![0.0; 3];
            z[row] = -1.0;
            let mut w = vec![0.0; 3];
            problem.as_linear().evaluate(&z, &mut w);
            let entering: Vec<usize> = (0..3).filter(|&i| w[i] < z[i]).collect();
            assert_eq!(entering, [(row + 1) % 3]);
            row = entering[0];
        }
    }

    #[test]
    fn lemke_can_cycle_on_kostrevas_example() {
        // Variables: w 0–2, z 3–5, artificial 6. Pairs (entering, leaving) of a run; each leaving row must
        // attain the least ratio, and the last basis must equal an earlier one with the same entering variable.
        let columns: [[f64; 3]; 7] = [
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [-1.0, 0.0, -2.0],
            [-2.0, -1.0, 0.0],
            [0.0, -2.0, -1.0],
            [-1.0, -1.0, -1.0],
        ];
        let run = [(6, 0), (3, 1), (4, 3), (0, 2), (5, 4), (1, 0), (3, 5), (2, 1)];
        let mut basis = [0, 1, 2];
        let mut seen = Vec::new();
        let mut lu = stiction_linalg::Lu::new();
        for (step, (entering, leaving)) in run.into_iter().enumerate() {
            assert!(lu.factor_with(3, |i, j| columns[basis[j]][i]));
            let (mut point, mut direction) = ([-1.0; 3], columns[entering]);
            lu.solve(&mut point);
            lu.solve(&mut direction);
            let place = basis.iter().position(|&variable| variable == leaving).unwrap();
            if step > 0 {
                let ratio = point[place] / direction[place];
                assert!(direction[place] > 0.0);
                for i in (0..3).filter(|&i| direction[i] > 1e-12) {
                    assert!(point[i] / direction[i] >= ratio - 1e-12, "step {step}");
                }
                // The complement of what left before enters now.
                let previous: usize = run[step - 1].1;
                assert_eq!(entering, if previous < 3 { previous + 3 } else { previous - 3 });
            }
            basis[place] = entering;
            let mut sorted = basis;
            sorted.sort_unstable();
            seen.push((sorted, if leaving < 3 { leaving + 3 } else { leaving - 3 }));
        }
        let last = seen.pop().unwrap();
        assert!(seen.contains(&last));
    }
}
