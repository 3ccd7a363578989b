//! The iterative methods on random linear problems and on known nonlinear ones, judged by the problem alone.

use std::ops::ControlFlow;
use stiction_complementarity::solvers::Settings;
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
fn with_solution(matrix: DenseMatrix, random: &mut Random, kind: Box_, degenerate: bool) -> MixedLcp {
    let order = matrix.rows();
    let (mut lower, mut upper) = (vec![0.0; order], vec![INFINITY; order]);
    let (mut z, mut w) = (vec![0.0; order], vec![0.0; order]);
    for i in 0..order {
        if matches!(kind, Box_::Mixed) {
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
enum Box_ {
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
                with_solution(matrix, random, Box_::Orthant, false)
            }
            Self::Degenerate => {
                let matrix = gram(random, order, 1 + order / 2);
                with_solution(matrix, random, Box_::Orthant, true)
            }
            Self::Skew => {
                let mut matrix = gram(random, order, 1 + order / 8);
                add_skew(&mut matrix, random, 3.0);
                with_solution(matrix, random, Box_::Orthant, false)
            }
            Self::MixedDefinite => {
                let mut matrix = definite(random, order, 0.5);
                add_skew(&mut matrix, random, 0.5);
                with_solution(matrix, random, Box_::Mixed, true)
            }
            Self::MixedLowRank => {
                let matrix = gram(random, order, 1 + order / 2);
                with_solution(matrix, random, Box_::Mixed, false)
            }
            Self::MixedSkew => {
                let mut matrix = gram(random, order, 1 + order / 8);
                add_skew(&mut matrix, random, 3.0);
                with_solution(matrix, random, Box_::Mixed, false)
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
        if std::env::var("LONG").is_ok() && solution.effort.iterations > 40 {
            eprintln!("{:?} n={} {:?} {:?}", family, solution.z.len(), solution.effort, solution.residual.scaled);
        }
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

/// Prints the table of success rates: `cargo test --test iterative -- --ignored --nocapture`.
#[test]
#[ignore = "a survey to read, not a check"]
fn success_rates() {
    let count = std::env::var("COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(100);
    let only = std::env::var("ONLY").unwrap_or_default();
    for method in ITERATIVE.into_iter().filter(|method| only.is_empty() || method.name() == only) {
        for family in FAMILIES {
            let clock = std::time::Instant::now();
            let (solved, others, iterations) = survey(method, family, count, 1e-10);
            let time = clock.elapsed().as_secs_f64() * 1e3 / count as f64;
            let family = format!("{family:?}");
            println!("{method:16}{family:18}{solved:4}/{count}  {iterations:6} iterations  {time:8.2} ms  {others:?}");
        }
    }
}
