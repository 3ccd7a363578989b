//! The iterative methods on random linear problems and on known nonlinear ones, judged by the problem alone.

#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use stiction_complementarity::solvers::{LinearSolver, ProjectedGaussSeidel, Settings};
use stiction_complementarity::standard::{Known, linear_examples, nonlinear_examples};
use stiction_complementarity::{
    DenseMatrix, Iteration, Jacobian, Lcp, LinearProblem, Mcp, Method, MixedLcp, Outcome, Problem, SparseMatrix,
};

const INFINITY: f64 = f64::INFINITY;
const ITERATIVE: [Method; 5] = [Method::Pgs, Method::Prox, Method::FbRlm, Method::FbPlm, Method::InteriorPoint];

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// Between 0 and 1.
    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Between −1 and 1.
    fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    fn matrix(&mut self, rows: usize, columns: usize) -> DenseMatrix {
        DenseMatrix::from_function(rows, columns, |_, _| self.signed())
    }
}

/// `A Aᵀ` of rank at most `rank`.
fn gram(random: &mut Random, order: usize, rank: usize) -> DenseMatrix {
    let factor = random.matrix(order, rank);
    factor.product(&factor.transposed())
}

fn add_skew(matrix: &mut DenseMatrix, random: &mut Random, size: f64) {
    for i in 0..matrix.rows() {
        for j in 0..i {
            let value = size * random.signed();
            matrix[(i, j)] += value;
            matrix[(j, i)] -= value;
        }
    }
}

/// A problem with `matrix` and a known solution on a box of the given kind.
fn with_solution(matrix: DenseMatrix, random: &mut Random, kind: Kind, degenerate: bool) -> MixedLcp {
    let order = matrix.rows();
    let (mut lower, mut upper) = (vec![0.0; order], vec![INFINITY; order]);
    let (mut z, mut w) = (vec![0.0; order], vec![0.0; order]);
    for i in 0..order {
        if matches!(kind, Kind::Mixed) {
            (lower[i], upper[i]) = match random.below(5) {
                0 => (-INFINITY, INFINITY),
                1 => (-INFINITY, random.signed()),
                2 => (random.signed(), INFINITY),
                3 => {
                    let low = random.signed();
                    (low, low + if random.below(4) == 0 { 0.0 } else { random.unit() })
                }
                _ => (0.0, INFINITY),
            };
        }
        let inside = match (lower[i].is_finite(), upper[i].is_finite()) {
            (true, true) => lower[i] + random.unit() * (upper[i] - lower[i]),
            (true, false) => lower[i] + 2.0 * random.unit(),
            (false, true) => upper[i] - 2.0 * random.unit(),
            (false, false) => random.signed(),
        };
        let force = if degenerate && random.below(3) == 0 { 0.0 } else { 2.0 * random.unit() };
        (z[i], w[i]) = match random.below(3) {
            0 if lower[i].is_finite() => (lower[i], force),
            1 if upper[i].is_finite() => (upper[i], -force),
            _ => (inside, 0.0),
        };
    }
    let mut image = vec![0.0; order];
    matrix.multiply(&z, &mut image);
    let q = (0..order).map(|i| w[i] - image[i]).collect();
    MixedLcp::new(matrix, q, lower, upper).unwrap()
}

#[derive(Clone, Copy)]
enum Kind {
    Orthant,
    Mixed,
}

#[derive(Clone, Copy, Debug)]
enum Family {
    PositiveDefinite,
    Unsymmetric,
    LowRank,
    Degenerate,
    Skew,
    MixedDefinite,
    MixedLowRank,
    MixedSkew,
    ScaledSymmetric,
    ScaledAtWill,
    Slow,
}

const FAMILIES: [Family; 11] = [
    Family::PositiveDefinite,
    Family::Unsymmetric,
    Family::LowRank,
    Family::Degenerate,
    Family::Skew,
    Family::MixedDefinite,
    Family::MixedLowRank,
    Family::MixedSkew,
    Family::ScaledSymmetric,
    Family::ScaledAtWill,
    Family::Slow,
];

fn definite(random: &mut Random, order: usize, shift: f64) -> DenseMatrix {
    let mut matrix = gram(random, order, order);
    for i in 0..order {
        matrix[(i, i)] += shift;
    }
    matrix
}

impl Family {
    fn draw(self, random: &mut Random) -> MixedLcp {
        let order = 1 + random.below(64);
        match self {
            Self::PositiveDefinite => {
                let matrix = definite(random, order, 0.5);
                let q = (0..order).map(|_| 5.0 * random.signed()).collect();
                Lcp::new(matrix, q).unwrap().as_mixed().clone()
            }
            Self::Slow => {
                let matrix = definite(random, order, 1e-6);
                let q = (0..order).map(|_| 5.0 * random.signed()).collect();
                Lcp::new(matrix, q).unwrap().as_mixed().clone()
            }
            Self::Unsymmetric => {
                let mut matrix = definite(random, order, 0.5);
                add_skew(&mut matrix, random, 1.0);
                let q = (0..order).map(|_| 5.0 * random.signed()).collect();
                Lcp::new(matrix, q).unwrap().as_mixed().clone()
            }
            Self::LowRank => {
                let matrix = gram(random, order, 1 + order / 3);
                with_solution(matrix, random, Kind::Orthant, false)
            }
            Self::Degenerate => {
                let matrix = gram(random, order, 1 + order / 2);
                with_solution(matrix, random, Kind::Orthant, true)
            }
            Self::Skew => {
                let mut matrix = gram(random, order, 1 + order / 8);
                add_skew(&mut matrix, random, 3.0);
                with_solution(matrix, random, Kind::Orthant, false)
            }
            Self::MixedDefinite => {
                let mut matrix = definite(random, order, 0.5);
                add_skew(&mut matrix, random, 0.5);
                with_solution(matrix, random, Kind::Mixed, true)
            }
            Self::MixedLowRank => {
                let matrix = gram(random, order, 1 + order / 2);
                with_solution(matrix, random, Kind::Mixed, false)
            }
            Self::MixedSkew => {
                let mut matrix = gram(random, order, 1 + order / 8);
                add_skew(&mut matrix, random, 3.0);
                with_solution(matrix, random, Kind::Mixed, false)
            }
            Self::ScaledSymmetric | Self::ScaledAtWill => {
                let mut matrix = definite(random, order, 0.5);
                let columns: Vec<f64> = (0..order).map(|_| 10.0_f64.powf(4.0 * random.signed())).collect();
                let rows = match self {
                    Self::ScaledSymmetric => columns.clone(),
                    _ => (0..order).map(|_| 10.0_f64.powf(4.0 * random.signed())).collect(),
                };
                for j in 0..order {
                    for i in 0..order {
                        matrix[(i, j)] *= rows[i] * columns[j];
                    }
                }
                let q = (0..order).map(|i| 5.0 * rows[i] * random.signed()).collect();
                Lcp::new(matrix, q).unwrap().as_mixed().clone()
            }
        }
    }
}

/// How many of `count` problems of a family a method solves, by the problem's own judgement, and how it ends otherwise.
fn survey(method: Method, family: Family, count: usize, tolerance: f64) -> (usize, Vec<(&'static str, usize)>, usize) {
    let mut random = Random(family as u64 + 1);
    let mut solver = method.linear_solver(&Settings { tolerance, ..Settings::default() });
    let (mut solved, mut iterations, mut others) = (0, 0, Vec::<(&'static str, usize)>::new());
    for _ in 0..count {
        let problem = family.draw(&mut random);
        let solution = solver.solve(&problem, None, &mut ());
        assert_eq!(solution.is_solved(), problem.residual(&solution.z).within(tolerance));
        iterations += solution.effort.iterations;
        if solution.is_solved() {
            solved += 1;
        } else {
            let name = solution.outcome.name();
            match others.iter_mut().find(|other| other.0 == name) {
                Some(other) => other.1 += 1,
                None => others.push((name, 1)),
            }
        }
    }
    (solved, others, iterations / count)
}

/// The families that a method must solve without exception, and those where it may fail now and then.
fn must_solve(method: Method, family: Family) -> Option<usize> {
    use Family::*;
    let share = match (method, family) {
        (Method::InteriorPoint | Method::FbPlm, _) => 100,
        (Method::FbRlm, LowRank | Degenerate | MixedLowRank) => 95,
        (Method::FbRlm, _) => 100,
        (Method::Pgs | Method::Prox, PositiveDefinite | ScaledSymmetric | Slow) => 100,
        (Method::Pgs | Method::Prox, Unsymmetric | MixedDefinite | ScaledAtWill) => 95,
        (Method::Pgs | Method::Prox, LowRank | Degenerate | MixedLowRank) => 85,
        // Fixed points need some definiteness: on skew matrices they circle or diverge, and say so.
        _ => return None,
    };
    Some(share)
}

#[test]
fn random_monotone_problems_are_solved() {
    for method in ITERATIVE {
        for family in FAMILIES {
            let Some(share) = must_solve(method, family) else { continue };
            let (solved, others, _) = survey(method, family, 40, 1e-10);
            assert!(100 * solved >= share * 40, "{method} {family:?}: {solved} of 40, {others:?}");
        }
    }
}

#[test]
fn every_method_can_be_interrupted_and_takes_a_start() {
    let mut random = Random(9);
    let matrix = definite(&mut random, 6, 0.5);
    let problem = with_solution(matrix, &mut random, Kind::Orthant, false);
    for method in ITERATIVE {
        let mut seen = Vec::new();
        let mut watch = |iteration: &Iteration<'_>| {
            assert_eq!((iteration.method, iteration.point.len()), (method.name(), 6));
            seen.push(iteration.number);
            if iteration.number == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let solution = method.linear_solver(&Settings::default()).solve(&problem, Some(&[0.3; 6]), &mut watch);
        assert_eq!(solution.outcome, Outcome::Interrupted, "{method}");
        assert_eq!(seen, [0, 1, 2]);
        assert_eq!(solution.answered_by, method);
        let solved = method.solve_linear(&problem, Some(&[0.3; 6]), &mut ());
        assert!(solved.is_solved());
        // From its own answer a fixed-point or Newton method has nothing left to do.
        if method != Method::InteriorPoint {
            let again = method.solve_linear(&problem, Some(&solved.z), &mut ());
            assert!(again.is_solved() && again.effort.iterations <= 1, "{method}: {:?}", again.effort);
        }
    }
}

#[test]
fn no_method_claims_to_solve_what_has_no_solution() {
    // w₁ = −z₂ − 1 < 0 for every z ≥ 0; the matrix is positive semidefinite.
    let matrix = DenseMatrix::from_rows(&[[0.0, -1.0], [1.0, 0.0]]).unwrap();
    let skew = Lcp::new(matrix, vec![-1.0, 1.0]).unwrap();
    let negative = Lcp::new(DenseMatrix::from_rows(&[[-0.848_08]]).unwrap(), vec![-9.81]).unwrap();
    for problem in [&skew, &negative] {
        for method in ITERATIVE {
            let solution = method.solve_linear(problem, None, &mut ());
            let honest = [Outcome::Stalled, Outcome::Diverged, Outcome::IterationLimit, Outcome::NumericalFailure];
            assert!(honest.contains(&solution.outcome), "{method}: {:?}", solution.outcome);
        }
    }
}

#[test]
fn extreme_numbers_never_panic_or_pass_unsolved() {
    let numbers = [0.0, 1.0, -1.0, 1e-300, 1e300, -1e300, 1e154, 5e-324, f64::MAX];
    for method in ITERATIVE {
        let mut solver = method.linear_solver(&Settings { iteration_limit: Some(200), ..Settings::default() });
        for a in numbers {
            for b in numbers {
                let one = Lcp::new(DenseMatrix::from_rows(&[[a]]).unwrap(), vec![b]).unwrap();
                let two = DenseMatrix::from_rows(&[[a, 1.0], [1.0, b]]).unwrap();
                let free = MixedLcp::new(two, vec![b, a], vec![-INFINITY, -1.0], vec![INFINITY, 1e300]).unwrap();
                for problem in [&one as &dyn LinearProblem, &free] {
                    let solution = solver.solve(problem, None, &mut ());
                    assert_eq!(solution.is_solved(), problem.residual(&solution.z).within(1e-10), "{method} {a} {b}");
                }
            }
        }
    }
}

#[test]
fn a_large_sparse_problem_is_swept() {
    let order = 400;
    let mut places = Vec::new();
    for i in 0..order {
        places.push((i, i, 2.1));
        if i > 0 {
            places.extend([(i, i - 1, -1.0), (i - 1, i, -1.0)]);
        }
    }
    let q = (0..order).map(|i| (i as f64 * 0.1).sin()).collect();
    let problem = Lcp::new(SparseMatrix::from_triplets(order, order, &places).unwrap(), q).unwrap();
    assert!(ProjectedGaussSeidel::default().solve(&problem, None, &mut ()).is_solved());
    assert!(Method::Prox.solve_linear(&problem, None, &mut ()).is_solved());
}

const NONLINEAR: [Method; 2] = [Method::FbRlm, Method::FbPlm];

fn solve_nonlinear(method: Method, problem: &dyn Problem, start: &[f64]) -> stiction_complementarity::Solution {
    method.nonlinear_solver(&Settings::default()).unwrap().solve(problem, Some(start), &mut ())
}

/// Kojima and Shindo 1986; solutions (√6/2, 0, 0, ½), degenerate, and (1, 0, 3, 0).
fn kojima_shindo() -> Mcp {
    let function = |x: &[f64], w: &mut [f64]| {
        let (a, b, c, d) = (x[0], x[1], x[2], x[3]);
        w[0] = 3.0 * a * a + 2.0 * a * b + 2.0 * b * b + c + 3.0 * d - 6.0;
        w[1] = 2.0 * a * a + a + b * b + 10.0 * c + 2.0 * d - 2.0;
        w[2] = 3.0 * a * a + a * b + 2.0 * b * b + 2.0 * c + 9.0 * d - 9.0;
        w[3] = a * a + 3.0 * b * b + 2.0 * c + 3.0 * d - 3.0;
    };
    let jacobian = |x: &[f64], j: &mut DenseMatrix| {
        let (a, b) = (x[0], x[1]);
        let rows = [
            [6.0 * a + 2.0 * b, 2.0 * a + 4.0 * b, 1.0, 3.0],
            [4.0 * a + 1.0, 2.0 * b, 10.0, 2.0],
            [6.0 * a + b, a + 4.0 * b, 2.0, 9.0],
            [2.0 * a, 6.0 * b, 2.0, 3.0],
        ];
        *j = DenseMatrix::from_rows(&rows).unwrap();
    };
    Mcp::new(function, Jacobian::Dense(Box::new(jacobian)), vec![0.0; 4], vec![INFINITY; 4]).unwrap()
}

#[test]
fn kojima_shindo_from_its_starts() {
    let problem = kojima_shindo();
    let starts =
        [[0.0; 4], [1.0; 4], [1.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 1.0, 0.0], [100.0; 4], [0.1; 4]];
    for method in NONLINEAR {
        for start in starts {
            let solution = solve_nonlinear(method, &problem, &start);
            assert!(solution.is_solved(), "{method} from {start:?}: {:?}", solution);
            let near = |other: [f64; 4]| solution.z.iter().zip(other).all(|(z, other)| (z - other).abs() < 1e-4);
            assert!(near([1.5_f64.sqrt(), 0.0, 0.0, 0.5]) || near([1.0, 0.0, 3.0, 0.0]), "{:?}", solution.z);
        }
    }
}

fn parabola() -> Mcp {
    Mcp::new(
        |x, w| w[0] = (x[0] - 1.0).powi(2) - 1.01,
        Jacobian::Sparse(Box::new(|x, add| add(0, 0, 2.0 * (x[0] - 1.0)))),
        vec![0.0],
        vec![INFINITY],
    )
    .unwrap()
}

#[test]
fn a_parabola_with_a_trap_at_zero() {
    let solution_at = 1.0 + 1.01_f64.sqrt();
    for method in NONLINEAR {
        for start in [1.5, 2.0, 10.0] {
            let solution = solve_nonlinear(method, &parabola(), &[start]);
            assert!(solution.is_solved() && (solution.z[0] - solution_at).abs() < 1e-8, "{method} {solution:?}");
        }
        // The merit has a minimum near zero that is no solution: never call it one.
        let trapped = solve_nonlinear(method, &parabola(), &[0.0]);
        assert!(trapped.is_solved() || trapped.outcome == Outcome::Stalled, "{method}: {:?}", trapped.outcome);
    }
}

#[test]
fn a_function_outside_its_domain_is_a_failure_or_a_shorter_step() {
    // ln(z) − 2 with z ≤ 0 outside the domain; from 50 the full Newton step leaves it.
    let logarithm = || {
        let jacobian = Jacobian::Sparse(Box::new(|x: &[f64], add: &mut dyn FnMut(usize, usize, f64)| {
            add(0, 0, 1.0 / x[0]);
        }));
        Mcp::new(|x, w| w[0] = x[0].ln() - 2.0, jacobian, vec![-INFINITY], vec![INFINITY]).unwrap()
    };
    for method in NONLINEAR {
        let solution = solve_nonlinear(method, &logarithm(), &[50.0]);
        assert!(solution.is_solved() && (solution.z[0] - 2.0_f64.exp()).abs() < 1e-8, "{method} {solution:?}");
        assert!(solve_nonlinear(method, &logarithm(), &[-1.0]).is_solved(), "another start is inside the domain");
        let nowhere =
            Mcp::new(|_, w| w[0] = f64::NAN, Jacobian::Dense(Box::new(|_, _| ())), vec![0.0], vec![1.0]).unwrap();
        assert_eq!(solve_nonlinear(method, &nowhere, &[0.5]).outcome, Outcome::NumericalFailure);
    }
}

#[test]
fn the_nonlinear_examples_are_solved_from_every_start() {
    for example in nonlinear_examples() {
        for method in NONLINEAR {
            for start in &example.starts {
                let solution = solve_nonlinear(method, &example.problem, start);
                assert!(solution.is_solved(), "{method} on {} from {start:?}: {:?}", example.name, solution.outcome);
            }
        }
    }
}

#[test]
fn the_linear_examples_without_solution_stay_unsolved_and_levenberg_marquardt_solves_the_others() {
    for example in linear_examples() {
        for method in ITERATIVE {
            let solution = method.solve_linear(example.problem.as_linear(), None, &mut ());
            if example.known == Known::NoSolution {
                assert!(!solution.is_solved(), "{method} on {}: {solution:?}", example.name);
            } else if NONLINEAR.contains(&method) {
                assert!(solution.is_solved(), "{method} on {}: {solution:?}", example.name);
            }
        }
    }
}
