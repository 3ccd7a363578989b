//! Small LCPs that between them show every kind of solution set, and the exponential families.

use super::example::{LinearExample, LinearKind, lcp};
use super::known::{Known, Polyhedron};
use crate::{DenseMatrix, Lcp, ProblemError};

const ELEMENTARY: &str = "Elementary; for such solution sets see R. W. Cottle, J.-S. Pang, R. E. Stone, The Linear Complementarity Problem, Academic Press 1992";
const MURTY: &str = "K. G. Murty, Linear Complementarity, Linear and Nonlinear Programming, Heldermann 1988, chapter 6";
const FATHI: &str = "Y. Fathi, Computational complexity of LCPs associated with positive definite symmetric matrices, \
                     Mathematical Programming 17 (1979) 335–344";

/// The examples of this file.
pub(super) const EXAMPLES: &[fn() -> Option<LinearExample>] = &[
    one_solution,
    two_solutions,
    eight_solutions,
    bimatrix_game,
    isolated_solution,
    segment,
    ray,
    two_rays,
    whole_orthant,
    infeasible,
    feasible_without_solution,
    infeasible_row_sum,
    murty_8,
    murty_exponential_6,
    murty_exponential_16,
    fathi_8,
    fathi_16,
];

/// Murty's matrix: ones on the diagonal, twos to its right, zeros to its left.
///
/// The book has the twos on the left; the rows are numbered backwards here, so that the rule of the
/// least index is the one that takes `2ⁿ − 1` pivots when `q = −e`. Every principal minor is 1: a
/// P-matrix.
pub fn murty_matrix(order: usize) -> DenseMatrix {
    DenseMatrix::from_function(order, order, |i, j| match j.cmp(&i) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 1.0,
        std::cmp::Ordering::Greater => 2.0,
    })
}

/// Murty's LCP with `q = −e`; its only solution is the last unit vector. Principal pivoting by least
/// index takes `2ⁿ − 1` pivots.
pub fn murty(order: usize) -> Result<Lcp, ProblemError> {
    Lcp::new(murty_matrix(order), vec![-1.0; order])
}

/// Murty's LCP on which Lemke's method with the covering vector `e` takes `2ⁿ` pivots:
/// `q_i = 2^i − 2^{n+1}` with `i` from 1. Its only solution is `2ⁿ` times the last unit vector. Where rows are scaled to
/// size one first, `e` is another covering vector in the units of the problem, and two pivots are enough.
pub fn murty_exponential(order: usize) -> Result<Lcp, ProblemError> {
    let power = |exponent: usize| (exponent as f64).exp2();
    Lcp::new(murty_matrix(order), (1..=order).map(|i| power(i) - power(order + 1)).collect())
}

/// Fathi's LCP: the symmetric positive definite `MMᵀ` of Murty's matrix, numbered backwards like it, and
/// `q = −e`. Its only solution is the last unit vector. Principal pivoting by least index takes
/// `2ⁿ − 1` pivots.
pub fn fathi(order: usize) -> Result<Lcp, ProblemError> {
    let murty = murty_matrix(order);
    Lcp::new(murty.product(&murty.transposed()), vec![-1.0; order])
}

/// `value` times unit vector `index`.
fn unit(order: usize, index: usize, value: f64) -> Vec<f64> {
    let mut vector = vec![0.0; order];
    vector[index] = value;
    vector
}

fn one_solution() -> Option<LinearExample> {
    Some(LinearExample {
        name: "one-solution",
        title: "A symmetric positive definite matrix of order two: one solution",
        source: "Siconos, numerics test lcp_deudeu",
        problem: lcp([[2.0, 1.0], [1.0, 2.0]], [-5.0, -6.0])?,
        known: Known::Solutions(vec![vec![4.0 / 3.0, 7.0 / 3.0]]),
    })
}

fn two_solutions() -> Option<LinearExample> {
    Some(LinearExample {
        name: "two-solutions",
        title: "One row with a negative matrix: two solutions",
        source: ELEMENTARY,
        problem: lcp([[-1.0]], [1.0])?,
        known: Known::Solutions(vec![vec![0.0], vec![1.0]]),
    })
}

/// `M = −I`, `q = e`: every corner of the unit cube solves it, so an LCP can have `2ⁿ` solutions.
fn eight_solutions() -> Option<LinearExample> {
    Some(LinearExample {
        name: "eight-solutions",
        title: "The negative identity: each corner of the unit cube is a solution",
        source: ELEMENTARY,
        problem: lcp([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]], [1.0; 3])?,
        known: Known::Solutions((0..8).map(|k| (0..3).map(|i| f64::from((k >> i) & 1)).collect()).collect()),
    })
}

/// The equilibria of a two-by-two bimatrix game: two in pure strategies, one mixed.
fn bimatrix_game() -> Option<LinearExample> {
    Some(LinearExample {
        name: "bimatrix-game",
        title: "A bimatrix game with three equilibria; Lemke's method with the vector of ones ends on a ray",
        source: "R. W. Cottle, J.-S. Pang, R. E. Stone, The Linear Complementarity Problem, example 4.4.23",
        problem: lcp(
            [[0.0, 0.0, 10.0, 20.0], [0.0, 0.0, 30.0, 15.0], [10.0, 20.0, 0.0, 0.0], [30.0, 15.0, 0.0, 0.0]],
            [-1.0; 4],
        )?,
        known: Known::Solutions(vec![
            vec![0.1, 0.0, 0.1, 0.0],
            vec![0.0, 1.0 / 15.0, 0.0, 1.0 / 15.0],
            vec![1.0 / 90.0, 4.0 / 90.0, 1.0 / 90.0, 4.0 / 90.0],
        ]),
    })
}

/// The solution is isolated, yet arbitrarily small changes of `q` leave none.
fn isolated_solution() -> Option<LinearExample> {
    Some(LinearExample {
        name: "isolated-solution",
        title: "Pang's isolated solution, which a small change of the vector removes",
        source: "J.-S. Pang, as in Siconos, numerics test lcp_Pang_isolated_sol",
        problem: lcp([[0.0, -1.0, -1.0], [1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]], [0.0, -1.0, 1.0])?,
        known: Known::Solutions(vec![vec![1.0, 0.0, 0.0]]),
    })
}

fn segment() -> Option<LinearExample> {
    Some(LinearExample {
        name: "segment",
        title: "A singular matrix: a segment of solutions",
        source: "R. W. Cottle, J.-S. Pang, R. E. Stone, The Linear Complementarity Problem, remark 4.1.14",
        problem: lcp([[1.0, 1.0], [1.0, 1.0]], [-1.0, -1.0])?,
        known: Known::Continuum(vec![Polyhedron { vertices: vec![vec![1.0, 0.0], vec![0.0, 1.0]], rays: vec![] }]),
    })
}

fn ray() -> Option<LinearExample> {
    Some(LinearExample {
        name: "ray",
        title: "A zero row: a ray of solutions",
        source: ELEMENTARY,
        problem: lcp([[0.0, 0.0], [0.0, 1.0]], [0.0, -1.0])?,
        known: Known::Continuum(vec![Polyhedron { vertices: vec![vec![0.0, 1.0]], rays: vec![vec![1.0, 0.0]] }]),
    })
}

fn two_rays() -> Option<LinearExample> {
    let axis = |i| Polyhedron { vertices: vec![vec![0.0, 0.0]], rays: vec![unit(2, i, 1.0)] };
    Some(LinearExample {
        name: "two-rays",
        title: "The solutions are both half-axes: a solution set that is not convex",
        source: ELEMENTARY,
        problem: lcp([[0.0, 1.0], [1.0, 0.0]], [0.0, 0.0])?,
        known: Known::Continuum(vec![axis(0), axis(1)]),
    })
}

fn whole_orthant() -> Option<LinearExample> {
    Some(LinearExample {
        name: "whole-orthant",
        title: "Zero matrix and zero vector: every point of the orthant is a solution",
        source: ELEMENTARY,
        problem: lcp([[0.0; 2]; 2], [0.0; 2])?,
        known: Known::Continuum(vec![Polyhedron {
            vertices: vec![vec![0.0, 0.0]],
            rays: vec![vec![1.0, 0.0], vec![0.0, 1.0]],
        }]),
    })
}

fn infeasible() -> Option<LinearExample> {
    Some(LinearExample {
        name: "infeasible",
        title: "A row that is negative on the whole orthant: infeasible",
        source: ELEMENTARY,
        problem: lcp([[-1.0, -1.0], [-1.0, 2.0]], [-1.0, 1.0])?,
        known: Known::NoSolution,
    })
}

/// `z₂ ≥ 1` is needed for `w₁ ≥ 0`, but then `w₂ = z₂ > 0`. A Farkas vector alone cannot prove this.
fn feasible_without_solution() -> Option<LinearExample> {
    Some(LinearExample {
        name: "feasible-without-solution",
        title: "Feasible, but no feasible point is complementary: no solution",
        source: ELEMENTARY,
        problem: lcp([[0.0, 1.0], [0.0, 1.0]], [-1.0, 0.0])?,
        known: Known::NoSolution,
    })
}

/// Each row alone can be met, their sum cannot: `w₁ + w₂ + w₃ = −1` for every `z`.
fn infeasible_row_sum() -> Option<LinearExample> {
    Some(LinearExample {
        name: "infeasible-row-sum",
        title: "A circulant whose rows sum to a negative constant: infeasible, with the vector of ones as Farkas \
                vector",
        source: ELEMENTARY,
        problem: lcp([[1.0, -1.0, 0.0], [0.0, 1.0, -1.0], [-1.0, 0.0, 1.0]], [2.0, -1.0, -2.0])?,
        known: Known::NoSolution,
    })
}

fn murty_8() -> Option<LinearExample> {
    Some(LinearExample {
        name: "murty-8",
        title: "Murty's matrix of order 8: principal pivoting by least index takes 255 pivots",
        source: MURTY,
        problem: murty(8).ok().map(LinearKind::Lcp)?,
        known: Known::Solutions(vec![unit(8, 7, 1.0)]),
    })
}

fn murty_exponential_6() -> Option<LinearExample> {
    Some(LinearExample {
        name: "murty-exponential-6",
        title: "Murty's problem of order 6: Lemke's method with covering vector e takes 64 pivots, in scaled rows 2",
        source: MURTY,
        problem: murty_exponential(6).ok().map(LinearKind::Lcp)?,
        known: Known::Solutions(vec![unit(6, 5, 64.0)]),
    })
}

fn murty_exponential_16() -> Option<LinearExample> {
    Some(LinearExample {
        name: "murty-exponential-16",
        title: "Murty's problem of order 16: Lemke's method with covering vector e takes 65536 pivots, in scaled rows 2",
        source: MURTY,
        problem: murty_exponential(16).ok().map(LinearKind::Lcp)?,
        known: Known::Solutions(vec![unit(16, 15, 65536.0)]),
    })
}

fn fathi_8() -> Option<LinearExample> {
    Some(LinearExample {
        name: "fathi-8",
        title: "Fathi's symmetric positive definite matrix of order 8: principal pivoting by least index takes 255 pivots",
        source: FATHI,
        problem: fathi(8).ok().map(LinearKind::Lcp)?,
        known: Known::Solutions(vec![unit(8, 7, 1.0)]),
    })
}

fn fathi_16() -> Option<LinearExample> {
    Some(LinearExample {
        name: "fathi-16",
        title: "Fathi's symmetric positive definite matrix of order 16: principal pivoting by least index takes 65535 pivots",
        source: FATHI,
        problem: fathi(16).ok().map(LinearKind::Lcp)?,
        known: Known::Solutions(vec![unit(16, 15, 1.0)]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LinearProblem;
    use stiction_linalg::Lu;

    /// Single principal pivots on the infeasible row of least index (Murty 1974), counted.
    fn least_index_pivots(problem: &Lcp) -> usize {
        let (matrix, q) = (problem.matrix().to_dense(), problem.vector());
        let n = q.len();
        let (mut basic, mut lu) = (vec![false; n], Lu::new());
        for pivots in 0..1 << (n + 1) {
            let rows: Vec<usize> = (0..n).filter(|&i| basic[i]).collect();
            let mut z: Vec<f64> = rows.iter().map(|&i| -q[i]).collect();
            if !rows.is_empty() {
                assert!(lu.factor_with(rows.len(), |a, b| matrix[(rows[a], rows[b])]));
                lu.solve(&mut z);
            }
            let value = |i: usize| match rows.iter().position(|&row| row == i) {
                Some(place) => z[place],
                None => q[i] + rows.iter().zip(&z).map(|(&j, z)| matrix[(i, j)] * z).sum::<f64>(),
            };
            match (0..n).find(|&i| value(i) < -1e-9) {
                Some(row) => basic[row] = !basic[row],
                None => return pivots,
            }
        }
        usize::MAX
    }

    #[test]
    fn least_index_pivoting_is_exponential_on_both_families() {
        for order in 1..=8 {
            assert_eq!(least_index_pivots(&murty(order).unwrap()), (1 << order) - 1);
            assert_eq!(least_index_pivots(&fathi(order).unwrap()), (1 << order) - 1);
        }
    }

    /// The covering vector decides: `e` in the units of the problem takes the exponential path, `e` in scaled rows does not.
    #[test]
    fn lemke_takes_an_exponential_path_for_one_covering_vector() {
        use crate::solvers::{Covering, Lemke, LemkeSettings, LinearSolver};
        for order in 2..=10 {
            let problem = murty_exponential(order).unwrap();
            let pivots = |covering: Covering| {
                let solution =
                    Lemke::new(LemkeSettings { covering, ..LemkeSettings::default() }).solve(&problem, None, &mut ());
                assert_eq!(solution.outcome, crate::Outcome::Solved);
                solution.effort.pivots
            };
            let in_the_units_of_the_problem = problem.units().rows.iter().map(|unit| 1.0 / unit).collect();
            assert_eq!(pivots(Covering::Weights(in_the_units_of_the_problem)), 1 << order);
            assert_eq!(pivots(Covering::Ones), 2);
        }
    }

    #[test]
    fn the_families_start_as_published() {
        let fathi = fathi(3).unwrap();
        let expected = DenseMatrix::from_rows(&[[9.0, 6.0, 2.0], [6.0, 5.0, 2.0], [2.0, 2.0, 1.0]]).unwrap();
        assert_eq!(*fathi.matrix().to_dense(), expected);
        assert_eq!(murty_exponential(6).unwrap().vector(), [-126.0, -124.0, -120.0, -112.0, -96.0, -64.0]);
    }
}
